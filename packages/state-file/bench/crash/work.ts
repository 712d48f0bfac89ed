import { appendFileSync } from 'node:fs';
import { snapshotSession } from '../../src/snapshot-session.ts';

// Writes state after state until it is killed: `work.js <transcript> <home>`.
const [transcript = '', home = ''] = process.argv.slice(2);
console.log('ready');
for (let index = 0; ; index += 1) {
  const content = `Request ${index} of ${process.pid}. Never stop in the middle.`;
  const line = {
    type: 'user',
    uuid: `${process.pid}-${index}`,
    message: { role: 'user', content },
  };
  appendFileSync(transcript, `${JSON.stringify(line)}\n`);
  await snapshotSession({ home, project: 'p', session: 's', transcript, now: new Date() });
}
