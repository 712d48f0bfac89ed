import { type ApiScript, plainText, type Turn } from '@carryover/testing';
import { tokens } from './life.ts';

/** One request of the main conversation. */
export type Step = {
  step: string;
  /** What the person says before it; without one, it follows from the step above. */
  prompts?: string[];
  turn: Turn;
  /** What of ours stands in the whole request, of clients with PostCompact and without. */
  new: string;
  old: string;
};

const FULL = tokens(180_000);

/** What the summariser is told where it is to fail. */
const FAIL = 'FAIL-THIS-ONE';

const agentPrompt = 'Look for greetings';

/** The client's first process. What it was given once stands in its context until the next compaction. */
export const firstProcess = (isOld: boolean): Step[] => [
  {
    step: 'a first prompt',
    prompts: ['Make the greeting friendlier. Never touch CLAUDE.md, we agreed on that.'],
    turn: { text: 'It is friendlier.' },
    new: '',
    old: '',
  },
  {
    step: 'after a PreCompact without a compaction',
    prompts: [`/compact ${FAIL}`, 'Did that work?'],
    turn: { text: 'It did not.' },
    new: '',
    old: '',
  },
  {
    step: 'after a manual compaction',
    prompts: ['/compact', 'What comes next?'],
    turn: { text: 'A farewell.' },
    new: 'state 2, gaps',
    old: 'state 2',
  },
  {
    step: 'a prompt that fills the window',
    prompts: ['Think about it'],
    turn: { text: 'A long thought.', usage: FULL },
    new: 'state 2, gaps',
    old: 'state 2',
  },
  {
    step: 'after an automatic compaction at a prompt',
    prompts: ['And now?'],
    turn: { text: 'A farewell, still.' },
    // The warning came with the prompt that the new client keeps word for word.
    new: 'state 3, warning',
    old: 'state 3',
  },
  {
    step: 'a prompt that needs a tool',
    prompts: ['Read the greeting again'],
    turn: { tools: [{ name: 'Read', input: { file_path: 'greet.txt' } }], usage: FULL },
    new: 'state 3, gaps, warning',
    old: 'state 3',
  },
  {
    step: 'after an automatic compaction in the middle of the turn',
    turn: { text: 'It says hello.' },
    new: 'state 4',
    old: 'state 4',
  },
  {
    step: 'the prompt after that turn',
    prompts: ['Anything else?'],
    turn: { text: 'Nothing.' },
    new: 'state 4, gaps',
    old: 'state 4',
  },
  {
    step: 'after two compactions in a row',
    prompts: ['/compact', '/compact', 'Still there?'],
    turn: { text: 'Yes.' },
    new: 'state 6, gaps',
    old: 'state 6',
  },
  {
    step: 'a prompt for a sub-agent',
    prompts: ['Ask an agent'],
    turn: agentCall(isOld),
    new: 'state 6, gaps',
    old: 'state 6',
  },
  {
    step: 'after the compaction of the sub-agent',
    turn: { text: 'The agent found one.' },
    new: 'state 6, gaps',
    old: 'state 6',
  },
  {
    step: 'the prompt after that',
    prompts: ['Which one?'],
    turn: { text: 'hello' },
    new: 'state 6, gaps',
    old: 'state 6',
  },
];

function agentCall(isOld: boolean): Turn {
  const input = { description: 'Look', prompt: agentPrompt, subagent_type: 'general-purpose' };
  const tool = isOld
    ? { name: 'Task', input }
    : { name: 'Agent', input: { ...input, run_in_background: false } };
  return { tools: [tool], usage: tokens(40_000) };
}

/** Later processes of the same session. `/clear` is a command of the new client's print mode alone. */
export const resumedProcess = (isOld: boolean): Step[] => [
  {
    step: 'after a resume in a new process',
    prompts: ['Where were we?'],
    turn: { text: 'At the greeting.' },
    new: 'state 6, gaps',
    // This client resumes without what hooks had given, and its sub-agent's compaction made state 7.
    old: 'state 8',
  },
  ...(isOld
    ? []
    : [
        {
          step: 'after /clear',
          prompts: ['/clear', 'Something else'],
          turn: { text: 'Gladly.' },
          new: '',
          old: '',
        },
      ]),
];

export const forkedProcess: Step[] = [
  {
    step: 'after a fork',
    prompts: ['Another way?'],
    turn: { text: 'There is one.' },
    new: 'state 6, gaps',
    old: 'state 9',
  },
];

export function scriptOf(steps: Step[], isOld: boolean): ApiScript {
  // What each client takes for a failed summary.
  const noSummary = isOld ? 'API Error: overloaded' : '';
  return {
    usage: tokens(30_000),
    main: steps.map(({ turn }) => turn),
    subagents: [
      {
        prompt: agentPrompt,
        turns: [
          { tools: [{ name: 'Read', input: { file_path: 'greet.txt' } }], usage: FULL },
          { text: 'One greeting.' },
        ],
      },
    ],
    compact: [
      ({ messages }) => {
        const isToFail = plainText(messages?.at(-1)?.content).includes(FAIL);
        return { text: isToFail ? noSummary : '<summary>\nA greeting.\n</summary>' };
      },
    ],
  };
}
