import { execFileSync, spawn } from 'node:child_process';
import fs, { writeSync } from 'node:fs';

const never = () => new Promise(() => {});

/** What a handler can do to its runtime. Each returns what the hook then answers. */
export const faults = {
  none: () => undefined,
  skip: (context) => context.skip('nothing to do'),
  'skip without a reason': (context) => context.skip(),
  'note of an error': (context) => context.note(new Error('boom')),
  'fails with an answer': (context) => {
    context.fail('the disk is full');
    return { systemMessage: 'hello' };
  },
  throws: () => {
    throw new TypeError('boom');
  },
  'throws a string': () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw 'boom';
  },
  rejects: async () => {
    throw new RangeError('boom');
  },
  'rejects unhandled': () => {
    void Promise.reject(new Error('boom'));
    return never();
  },
  'throws later': () => {
    setTimeout(() => {
      throw new Error('boom');
    }, 1);
    return never();
  },
  'never ends': () => never(),
  'says when it begins': () => {
    fs.writeFileSync(process.env.READY, '');
    return never();
  },
  'exits with 3': () => process.exit(3),
  'exits with 2': () => process.exit(2),
  'exits with 2 at the exit': () => {
    process.on('exit', () => process.exit(2));
  },
  'sets the exit code at the exit': () => {
    process.on('exit', () => {
      process.exitCode = 2;
    });
    process.exit();
  },
  'throws what cannot be read': () => {
    throw Object.assign(new Error('boom'), { message: {} });
  },
  'throws what cannot be read later': () => {
    setTimeout(() => {
      throw Object.assign(new Error('boom'), { message: {} });
    }, 1);
    return never();
  },
  'sets the exit code': () => {
    process.exitCode = 7;
  },
  prints: () => {
    console.log('noise');
    console.info('noise');
    process.stdout.write('noise\n');
    writeSync(1, 'noise\n');
    fs.writeSync(1, Buffer.from('noise\n'));
  },
  'prints in other ways': async () => {
    fs.writeFileSync(1, 'noise\n');
    fs.appendFileSync(1, 'noise\n');
    await new Promise((resolve) => fs.write(1, 'noise\n', resolve));
    await new Promise((resolve) => fs.writeFile(1, 'noise\n', resolve));
    await new Promise((resolve) => {
      fs.createWriteStream('', { fd: 1, autoClose: false }).end('noise\n', resolve);
    });
  },
  'prints much': () => {
    console.log('n'.repeat(300_000));
  },
  'answers a string': () => 'text',
  'answers a cycle': () => {
    const answer = { hookSpecificOutput: { updatedInput: {} } };
    answer['hookSpecificOutput'] = { updatedInput: answer };
    return answer;
  },
  'answers a bigint': () => ({ hookSpecificOutput: { updatedInput: { size: 1n } } }),
  'answers null fields': () => ({ systemMessage: null }),
  'answers a large output': () => ({
    hookSpecificOutput: { updatedToolOutput: 'é'.repeat(500_000) },
  }),
  'answers too much': () => ({ systemMessage: 'x'.repeat(10_001) }),
  'answers a parse error': () => {
    JSON.parse('{"password": "hunter2" nonsense');
  },
  'kills itself': async () => {
    process.kill(process.pid, 'SIGKILL');
    await never();
  },
  aborts: () => process.abort(),
  'runs out of memory': () => {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 1_000_000 }, () => ({})));
  },
  'overflows the stack': () => {
    const deeper = (depth) => deeper(depth + 1) + 1;
    return deeper(0);
  },
  'is terminated': async () => {
    process.kill(process.pid, 'SIGTERM');
    await never();
  },
  'a child that fails': () => {
    execFileSync('false', { stdio: 'pipe' });
  },
  'a child that stays': () => {
    spawn('sleep', ['2'], { stdio: 'ignore', detached: true }).unref();
  },
};
