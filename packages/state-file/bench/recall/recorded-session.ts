import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kinds, type GeneratedSession, type Kind, type Planted } from './planted.ts';

const FILE = '../../../cli/demo/session/transcript.jsonl';

/** What the real client recorded for `carryover demo`, with what happened in it noted by hand. */
export function recordedSession(script: string): GeneratedSession {
  const path = fileURLToPath(new URL(FILE, script));
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const planted = kinds.flatMap((kind) =>
    FACTS[kind].map((words): Planted => ({ kind, words, isHeldOut: false })),
  );
  return {
    name: 'recorded',
    lines,
    planted,
    lastPrompt: 'Good morning. Where were we, and what can we do before Thursday?',
  };
}

const FACTS: Record<Kind, string[][]> = {
  prompts: [
    ['Request 1 ', 'Customers complain'],
    ['Request 2 ', 'Yes, go with the retry queue'],
    ['Request 3 ', 'Now the queue itself'],
    ['Request 4 ', 'One more rule'],
    ['Request 5 ', 'Go on with the server'],
    ['Request 6 ', 'Looks good. Update the runbook'],
    ['Request 7 ', 'Next, the dead letters'],
    ['Request 8 ', 'Thanks, that is enough'],
    ['Request 9 ', 'Good morning.'],
  ],
  tasks: [
    ['[x] completed #1 Make event handling idempotent'],
    ['[x] completed #2 Build the retry queue'],
    ['[x] completed #3 Answer 202'],
    ['#4 Keep dead letters'],
    ['[x] completed #5 Runbook'],
    ['[ ] pending #6 Try the queue against ledger staging'],
  ],
  files: [
    'test/idempotency.test.js',
    'src/handle-event.js',
    'src/store.js',
    'src/ledger.js',
    'test/retry-queue.test.js',
    'src/retry-queue.js',
    'test/server.test.js',
    'src/server.js',
    'CHANGELOG.md',
    'docs/runbook.md',
    'src/dead-letters.js',
    'scripts/list-dead-letters.js',
  ].map((file) => [`/${file}`]),
  skills: [['/check-money src'], ['release-notes 1.4.0']],
  workers: [['Map the webhook path'], ['Find callers of savePayment'], ['Review the retry queue']],
  failures: [
    ['npm test', 'passed later'],
    ['handle-event.js', 'String to replace not found'],
    ['list-dead-letters.js', 'Cannot find module'],
    ['Plan "Stop double bookings', 'No Redis'],
    ['retry-queue.js', 'Cap the delay at 15 minutes'],
  ],
  decisions: [
    ['How should an event be tried again', 'Retry queue in the process', 'not: Cron sweep'],
    ['refused the plan', 'No Redis and no BullMQ'],
    ['approved the plan'],
    ['Yes, go with the retry queue, not cron.'],
    ['refused Write', 'Cap the delay at 15 minutes'],
    ['After how many attempts', '8 attempts'],
    ['I prefer a JSON Lines file'],
    ['Looks good.'],
    ['allowed', 'times'],
  ],
  constraints: [
    ['never touch the migrations folder'],
    ['never floats'],
    ['no credentials for the ledger staging'],
    ['git push origin main', 'denied'],
    ['card data must never be written'],
    ['Do not wait for the ledger.'],
    ['Not into logs, not into the dead letters.'],
  ],
};
