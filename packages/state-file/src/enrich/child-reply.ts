import { clip, oneLine } from '../text.ts';
import type { ChildRun } from './run-child.ts';
import type { WriterReply } from './writer.ts';

/** What a child that printed nothing says about the call. Whatever was printed is an answer. */
export function silentReply(run: ChildRun): WriterReply {
  if (run.ending === 'not started') return { kind: 'unavailable', detail: run.stderr };
  if (run.ending === 'timeout') return { kind: 'timeout', detail: 'no answer in its time' };
  const said = clip(oneLine(run.stderr), 200);
  return { kind: 'refused', detail: `exit code ${run.exitCode}${said ? `: ${said}` : ''}` };
}

/** Why the answer may not be whole. */
export function cutDetail(run: ChildRun): { detail?: string } {
  return run.ending === 'exited' ? {} : { detail: `cut: ${run.ending}` };
}
