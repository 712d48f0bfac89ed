import type { ApiScript } from '../fake-api/script.ts';
import { bash, fileTools } from './tool-calls.ts';

export function subAgents(project: string): NonNullable<ApiScript['subagents']> {
  const { read } = fileTools(project);
  return [
    {
      prompt: 'Map the webhook path',
      turns: [
        {
          tools: [
            bash("grep -rn 'handleEvent\\|book(' src", 'Find the calls'),
            read('src/server.js'),
          ],
        },
        {
          text: 'The path is server.js:14 (handleEvent) -> handle-event.js:5 (savePayment) -> handle-event.js:6 (ledger.book).\n\n- Handled twice: handle-event.js:5, nothing asks whether event.id was seen before.\n- Lost: server.js:17 answers 500 for every error; the provider gives up after three tries.\n- Wrong amount: handle-event.js:6 divides cents by 100.',
        },
      ],
    },
    {
      prompt: 'Find all callers of savePayment',
      turns: [
        { tools: [bash('grep -rn savePayment src test', 'Find the callers')] },
        {
          text: 'savePayment() has one caller, src/handle-event.js. Nothing relies on it being called for a repeated event.',
        },
      ],
    },
    {
      prompt: 'Review src/retry-queue.js for races',
      turns: [
        { tools: [read('src/retry-queue.js')] },
        {
          text: 'No event is attempted twice at the same time: the next attempt is scheduled only after the last one failed. But waiting events live in memory only; a restart between two attempts loses them.',
        },
      ],
    },
  ];
}
