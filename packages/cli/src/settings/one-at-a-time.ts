import { join } from 'node:path';
import { withLock } from '@carryover/state-file';
import { CliError } from '../cli-error.ts';

/** Long enough for several that were started at once. */
const WAIT_MS = 10_000;

/** Does the work of an `install` or `uninstall` while no other one with that home does. */
export function oneAtATime<Value>(home: string, work: () => Value): Value {
  const done = withLock(join(home, 'install.lock'), home, () => ({ value: work() }), WAIT_MS);
  if (done) return done.value;
  throw new CliError(
    'Nothing was changed: another carryover install or uninstall is at work. Run the command again after it.',
  );
}
