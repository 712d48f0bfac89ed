import type { ApiScript, Turn } from '@carryover/testing';

export const FILES = {
  'CLAUDE.md': '# Rules\n\nKeep it short.\n',
  'greet.txt': 'hello\n',
};

export const SETTINGS = {
  permissions: { allow: ['Bash', 'Read', 'Write', 'Edit'] },
};

export const INSTRUCTIONS = 'keep the names of the files';

export const PROMPTS = [
  'Make the greeting friendlier. Never touch CLAUDE.md, we agreed on that.',
  'Now write a farewell too',
  'Is it friendly enough?',
  'Thanks. One more look, please',
  `/compact ${INSTRUCTIONS}`,
  'What comes next?',
  'Then read the farewell again',
  'Anything else?',
];

/** One for each process that resumes the session. */
export const RESUMES = ['Where were we?', 'And once more?'];

/** Reported usage decides when carryover warns (above 60 % of 200k) and when the client compacts. */
export function apiScript(project: string): ApiScript {
  const greeting = `${project}/greet.txt`;
  const farewell = `${project}/farewell.txt`;
  return {
    usage: tokens(30_000),
    main: [
      { text: 'I read it first.', tools: [{ name: 'Read', input: { file_path: greeting } }] },
      {
        tools: [
          {
            name: 'Edit',
            input: { file_path: greeting, old_string: 'hello', new_string: 'hello, friend' },
          },
        ],
      },
      { text: 'The greeting is friendlier now.', usage: tokens(60_000) },

      {
        tools: [{ name: 'Write', input: { file_path: farewell, content: 'goodbye, friend\n' } }],
        usage: tokens(90_000),
      },
      { tools: [{ name: 'Bash', input: { command: 'cat greet.txt missing.txt' } }] },
      { text: 'The farewell is written.', usage: tokens(130_000) },

      { text: 'Friendly enough.', usage: tokens(132_000) },
      { text: 'Still friendly.', usage: tokens(135_000) },

      { text: 'A sign at the door comes next.', usage: tokens(31_000) },
      // A full window in the middle of a turn: the client compacts before it goes on.
      {
        tools: [{ name: 'Read', input: { file_path: farewell } }],
        usage: tokens(180_000),
      },
      { text: 'It says goodbye.', usage: tokens(32_000) },
      { text: 'Nothing else.', usage: tokens(33_000) },

      { text: 'At the sign for the door.', usage: tokens(34_000) },
      { text: 'Still there.', usage: tokens(35_000) },
    ],
    compact: [
      summary('The greeting and the farewell are written.'),
      summary('The farewell was read.'),
    ],
  };
}

function tokens(context: number): NonNullable<Turn['usage']> {
  return {
    input_tokens: 10,
    cache_read_input_tokens: context - 10,
    cache_creation_input_tokens: 0,
    output_tokens: 40,
  };
}

function summary(text: string): Turn {
  return { text: `<analysis>Short.</analysis>\n\n<summary>\n${text}\n</summary>` };
}
