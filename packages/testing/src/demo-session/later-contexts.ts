import type { Turn } from '../fake-api/script.ts';
import { agent, bash, fileTools, status, tool } from './tool-calls.ts';
import * as file from './written-files.ts';

/** The assistant's turns between the first compaction and the second. */
export function secondContext(project: string): Turn[] {
  const { read, write, edit } = fileTools(project);

  const server: Turn[] = [
    { text: 'On with the server.', tools: [tool('TaskList', {}), read('src/server.js')] },
    {
      tools: [
        edit(
          'src/server.js',
          '    try {\n      await handleEvent(JSON.parse(body), { store, ledger });\n      response.writeHead(200).end();\n    } catch {\n      response.writeHead(500).end();\n    }\n',
          '    await queue.add(JSON.parse(body));\n    response.writeHead(202).end();\n',
        ),
        edit('src/server.js', '{ secret, store, ledger }', '{ secret, queue }'),
        edit('src/server.js', "import { handleEvent } from './handle-event.js';\n", ''),
        write('test/server.test.js', file.serverTest),
      ],
    },
    { tools: [bash('npm test', 'Run the tests')] },
    {
      thinking:
        'add() resolves after the first attempt, so the provider waits for the ledger after all.',
      text: 'The test times out: queue.add() resolves only after the first attempt, so the provider still waits for the ledger. The server must not await it.',
      tools: [
        edit(
          'src/server.js',
          '    await queue.add(JSON.parse(body));\n',
          '    void queue.add(JSON.parse(body));\n',
        ),
      ],
    },
    { tools: [bash('npm test', 'Run the tests')] },
    { tools: [status('3', 'completed')] },
    {
      text: 'The server answers 202 at once and the queue works on its own. All tests pass.',
    },
  ];

  const documents: Turn[] = [
    {
      tools: [tool('Skill', { skill: 'release-notes', args: '1.4.0' }), status('5', 'in_progress')],
    },
    { tools: [bash('git log --oneline', 'List the commits'), read('docs/runbook.md')] },
    {
      tools: [
        write('CHANGELOG.md', file.changelog),
        edit(
          'docs/runbook.md',
          'Ask the provider to send the event again (Dashboard, Webhooks, Resend).\n',
          'The service tries for about 10 minutes (8 attempts). After that the event is a dead letter:\nlist those with `node scripts/list-dead-letters.js var/dead-letters.jsonl`.\n',
        ),
      ],
    },
    {
      tools: [
        bash(
          "git add -A && git commit -qm 'Answer webhooks with 202' && git status --short",
          'Commit',
        ),
        status('5', 'completed'),
      ],
    },
    {
      text: 'The runbook says what operators do with dead letters, and CHANGELOG.md has 1.4.0. Dead letters themselves come next.',
    },
  ];

  const deadLetters: Turn[] = [
    {
      text: 'A JSON Lines file it is. While an agent reviews the queue, I write it.',
      tools: [
        status('4', 'in_progress'),
        agent(
          'general-purpose',
          'Review the retry queue',
          'Review src/retry-queue.js for races: can one event be attempted twice at the same time, or be lost between two attempts? Do not change files.',
        ),
      ],
    },
    { tools: [write('src/dead-letters.js', file.deadLetters)] },
    {
      tools: [
        bash('node scripts/list-dead-letters.js var/dead-letters.jsonl', 'List the dead letters'),
      ],
    },
  ];

  return [...server, ...documents, ...deadLetters];
}

/** The assistant's turns after the second compaction. */
export function thirdContext(project: string): Turn[] {
  const { read, write, edit } = fileTools(project);
  return [
    {
      text: 'The runbook names a script that does not exist yet. I write it.',
      tools: [read('src/dead-letters.js'), write('scripts/list-dead-letters.js', file.listScript)],
    },
    {
      tools: [
        bash('node scripts/list-dead-letters.js var/dead-letters.jsonl', 'List the dead letters'),
      ],
    },
    {
      text: 'It lists nothing, as it should. The reviewer found that events wait only in memory: a restart loses them. I note that in the runbook.',
      tools: [
        read('docs/runbook.md'),
        edit(
          'docs/runbook.md',
          'The service tries',
          'Events wait in memory: before a restart, wait until the queue is empty.\nThe service tries',
        ),
        bash('npm test', 'Run the tests'),
      ],
    },
    { tools: [status('4', 'completed')] },
    {
      text: 'Dead letters are kept in a JSON Lines file next to the queue, not in a table, so that operators can read them without database access. One weak spot from the review: waiting events are lost on a restart. The runbook says so.',
    },
    {
      text: 'Left: task 6, the queue against ledger staging, which has to wait for the credentials on Thursday. And a decision of yours: should waiting events survive a restart?',
    },
  ];
}

/** And after the resume. */
export const nextMorningTurns: Turn[] = [
  {
    text: 'All tasks of the plan but one are done. The staging test waits for the credentials on Thursday. Until then we can let waiting events survive a restart: a journal file next to the dead letters, no dependency, no migration. Shall I plan that?',
  },
];
