import type { ApiRequest } from '../fake-api/request.ts';
import type { ScriptedTurn, Turn } from '../fake-api/script.ts';
import { agent, bash, fileTools, question, status, task, tool } from './tool-calls.ts';
import * as file from './written-files.ts';

/** The assistant's turns up to the first compaction. */
export function firstContext(project: string): ScriptedTurn[] {
  const { read, write, edit } = fileTools(project);

  const planning: ScriptedTurn[] = [
    {
      thinking:
        'Two symptoms: double bookings on a repeated webhook, lost events when the ledger is down. Read the path of an event first.',
      text: 'I will follow an event through the code first.',
      tools: [read('src/handle-event.js'), read('src/store.js'), read('src/ledger.js')],
    },
    {
      text: 'handleEvent() books without asking whether it has seen the event. I let an agent map what happens around it.',
      tools: [
        agent(
          'Explore',
          'Map the webhook path',
          'Map the webhook path: from the HTTP request in src/server.js to the booking in the ledger. Report every place where an event can be lost or handled twice, with file and line.',
        ),
      ],
    },
    {
      text: 'One decision changes the whole design.',
      tools: [
        question('Retry', 'How should an event be tried again when the ledger is down?', {
          'Retry queue in the process': 'Seconds after the failure, with growing pauses',
          'Cron sweep': 'Every ten minutes over unbooked payments',
          'Leave it to the provider': 'Three tries within an hour, then the event is lost',
        }),
      ],
    },
    (request) => ({
      tools: [tool('Write', { file_path: planFile(request), content: file.firstPlan })],
    }),
    {
      tools: [tool('ToolSearch', { query: 'select:ExitPlanMode,TaskCreate,TaskUpdate,TaskList' })],
    },
    { text: 'The plan is ready for your review.', tools: [tool('ExitPlanMode', {})] },
    (request) => ({
      text: 'Without BullMQ and Redis then: a queue of our own in the process, and dead letters after the last attempt.',
      tools: [tool('Write', { file_path: planFile(request), content: file.plan })],
    }),
    { tools: [tool('ExitPlanMode', {})] },
    {
      text: 'The plan is approved. I will start as soon as you say with which part. Decided so far: a retry queue in the process, no new dependencies, the migrations folder stays as it is.',
    },
  ];

  const idempotency: Turn[] = [
    {
      text: 'I split the plan into tasks.',
      tools: [
        task(
          'Make event handling idempotent',
          'Claim the event id before booking, release it when booking fails',
        ),
        task('Build the retry queue', 'Exponential backoff with jitter, no dependency'),
        task('Answer 202 from the server', 'As soon as the event is in the queue'),
        task('Keep dead letters', 'Operators can list events that were given up'),
        task('Runbook and release notes 1.4.0', 'What an operator has to know'),
        task(
          'Try the queue against ledger staging',
          'Blocked: credentials come from finance on Thursday',
        ),
      ],
    },
    {
      text: 'Meanwhile an agent checks who else calls the store.',
      tools: [
        status('1', 'in_progress'),
        tool('Agent', {
          description: 'Find callers of savePayment',
          prompt:
            'Find all callers of savePayment() and say whether one of them relies on it being called for a repeated event.',
          subagent_type: 'general-purpose',
          run_in_background: true,
        }),
      ],
    },
    {
      text: 'The store gets a claim per event.',
      tools: [
        edit(
          'src/store.js',
          '  const payments = new Map();\n  return {\n',
          '  const payments = new Map();\n  const claimed = new Set();\n  return {\n    claimEvent: async (id) => !claimed.has(id) && Boolean(claimed.add(id)),\n',
        ),
        edit(
          'src/handle-event.js',
          '  const { id, amount } = event.data;\n  await store.savePayment(event.data);\n  await ledger.book({ reference: id, amount: amount / 100 });\n',
          "  if (!(await store.claimEvent(event.id))) return 'duplicate';\n  const { id, amount } = event.data;\n  await store.savePayment(event.data);\n  await ledger.book({ reference: id, amount });\n",
        ),
      ],
    },
    { tools: [write('test/idempotency.test.js', file.idempotencyTest)] },
    { tools: [bash('npm test', 'Run the tests')] },
    {
      thinking:
        'The claim survives a failed booking, so the retry looks like a duplicate. It has to be released.',
      text: 'The second test fails: the claim outlives a failed booking, so the repeated event counts as a duplicate. The claim has to be released.',
      tools: [
        edit(
          'src/handle-event.js',
          "  await ledger.book({ reference: id, amount: amount / 100 });\n  return 'booked';",
          '  return book(event, { store, ledger });',
        ),
      ],
    },
    { tools: [read('src/handle-event.js')] },
    {
      tools: [
        edit(
          'src/handle-event.js',
          '  await ledger.book({ reference: id, amount });\n',
          '  try {\n    await ledger.book({ reference: id, amount });\n  } catch (error) {\n    await store.releaseEvent(event.id);\n    throw error;\n  }\n',
        ),
        edit(
          'src/store.js',
          '    savePayment:',
          '    releaseEvent: async (id) => void claimed.delete(id),\n    savePayment:',
        ),
      ],
    },
    { tools: [bash('npm test', 'Run the tests')] },
    { tools: [status('1', 'completed'), status('2', 'in_progress')] },
    {
      text: 'Repeated webhooks are booked once now, all tests pass. I decided to take the claim before booking and to release it when booking fails, because a claim taken afterwards leaves a window in which two requests book the same payment. Amounts go to the ledger in cents.',
    },
  ];

  const money: Turn[] = [
    { tools: [bash("grep -rnE '/ 100|parseFloat|toFixed' src", 'Search for float arithmetic')] },
    {
      text: 'Nothing is left in src. I make the ledger refuse anything that is not whole cents, so that it cannot come back.',
      tools: [
        edit(
          'src/ledger.js',
          '    async book({ reference, amount }) {\n',
          "    async book({ reference, amount }) {\n      if (!Number.isSafeInteger(amount)) throw new TypeError('Not an amount in cents: ' + amount);\n",
        ),
      ],
    },
    {
      text: 'The "/ 100" was the only place. ledger.book() now throws a TypeError for an amount that is not an integer in cents.',
    },
  ];

  const queue: Turn[] = [
    {
      text: 'The queue tries an event again after 5 s, 10 s, 20 s and so on.',
      tools: [write('src/retry-queue.js', file.uncappedQueue)],
    },
    {
      text: 'With a cap of 15 minutes the number of attempts decides how long we try.',
      tools: [
        question('Attempts', 'After how many attempts does an event become a dead letter?', {
          '5 attempts': 'Gives up after about 75 seconds',
          '8 attempts': 'Gives up after about 10 minutes',
          '12 attempts': 'Gives up after about an hour',
        }),
      ],
    },
    {
      tools: [
        write('src/retry-queue.js', file.retryQueue),
        write('test/retry-queue.test.js', file.retryQueueTest),
      ],
    },
    { tools: [bash('npm test', 'Run the tests')] },
    {
      text: 'Two mistakes of mine: nine attempts instead of eight, and the jitter can push the delay beyond the cap.',
      tools: [
        edit('src/retry-queue.js', 'if (attempts > MAX_ATTEMPTS)', 'if (attempts >= MAX_ATTEMPTS)'),
        edit(
          'src/retry-queue.js',
          '  const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), MAX_DELAY);\n  return Math.round(delay * (0.8 + 0.4 * random()));\n',
          '  const delay = FIRST_DELAY * 2 ** (attempts - 1) * (0.8 + 0.4 * random());\n  return Math.min(Math.round(delay), MAX_DELAY);\n',
        ),
      ],
    },
    { tools: [bash('npm test', 'Run the tests')] },
    {
      tools: [
        bash(
          "git add -A && git commit -qm 'Book events once and try them again' && git log --oneline",
          'Commit',
        ),
      ],
    },
    { tools: [bash('git push origin main', 'Push the commit')] },
    { tools: [status('2', 'completed'), status('3', 'in_progress')] },
    {
      text: 'The retry queue works against a stub: exponential backoff from 5 s with jitter, capped at 15 minutes, 8 attempts, then a dead letter. It is committed; pushing is not allowed for me here, so that is yours. Next: the server answers 202.',
    },
  ];

  const cardData: Turn[] = [
    { tools: [bash("grep -rn 'console\\.' src", 'Search for logging')] },
    {
      text: 'Understood: card data is never written anywhere. Nothing in src logs today. For the dead letters I will store the ids, the amount and the error, never the event itself.',
    },
  ];

  return [...planning, ...idempotency, ...money, ...queue, ...cardData];
}

/** The client names the file in its prompt; plan mode lets the model write no other. */
function planFile(request: ApiRequest): string {
  return /\/[^\s"\\]+\/plans\/[\w-]+\.md/.exec(JSON.stringify(request))?.[0] ?? 'plan.md';
}
