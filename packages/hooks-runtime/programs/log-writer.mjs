// Writes lines into the run log: node log-writer.cjs <home> <name> <lines> <bytes per line>
import { logRun } from '../src/index.ts';

const [, , home, writer, lines, bytes] = process.argv;
const reason = 'x'.repeat(Number(bytes));

for (let line = 0; line < Number(lines); line++) {
  const time = new Date().toISOString();
  const session = `${writer}-${line}`;
  logRun(home, { time, event: 'Stop', session, ms: 1, outcome: 'ok', reason, bytes: 0 });
}
