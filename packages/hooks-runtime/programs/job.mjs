// A job for tests: appends when it began and ended to a file, and does in between what it is told.
import { appendFileSync, existsSync } from 'node:fs';
import { runJobs } from '../src/jobs.ts';

const { JOB_FAULT = 'none', JOB_TRACE = '/dev/null', JOB_MS = '50' } = process.env;

const trace = (what) => appendFileSync(JOB_TRACE, `${what} ${process.pid}\n`);

const faults = {
  none: () => {},
  throws: () => {
    throw new Error('boom');
  },
  'throws later': () => {
    setTimeout(() => {
      throw new Error('boom');
    });
    return new Promise(() => {});
  },
  'never ends': () => new Promise(() => {}),
  'blocks for ever': () => {
    for (;;);
  },
  dies: () => process.kill(process.pid, 'SIGKILL'),
  'dies once': () => {
    if (existsSync(`${JOB_TRACE}.died`)) return;
    appendFileSync(`${JOB_TRACE}.died`, '');
    process.kill(process.pid, 'SIGKILL');
  },
};

void runJobs(async (payload, { signal }) => {
  trace(`begin ${payload.of}`);
  signal.addEventListener('abort', () => trace('abort'));
  await new Promise((resolve) => {
    setTimeout(resolve, Number(JOB_MS));
  });
  await faults[JOB_FAULT]();
  trace(`end ${payload.of}`);
});
