import { transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import { fillUp, type Filler } from './filler.ts';
import type { Language, Phrases } from './phrases.ts';
import type { GeneratedSession, Planted } from './planted.ts';
import { randomFrom, type Random } from './random.ts';
import { workSteps } from './work-steps.ts';

export type SessionShape = {
  name: string;
  seed: number;
  language: Language;
  bytes: number;
  prompts: number;
  compactions: number;
  /** Share of sentences and turns that leave a fact: short sessions are dense, long ones thin out. */
  density: number;
};

/** What a session is made with. */
export type Making = {
  random: Random;
  transcript: TranscriptBuilder;
  planted: Planted[];
  /** A name that no other has. */
  name: () => string;
  plant: (kind: Planted['kind'], ...words: string[]) => void;
};

/** A transcript in the client's shape with known facts in it, and what they are. */
export function generateSession(shape: SessionShape): GeneratedSession {
  const making = startMaking(shape);
  const { random, transcript } = making;
  const filler: Filler = fillUp(making, shape.bytes / shape.prompts);
  const compactAt = Array.from({ length: shape.compactions }, (_, index) =>
    Math.floor(((index + 1) * shape.prompts) / (shape.compactions + 1)),
  );
  const steps = workSteps(making);
  let lastPrompt = '';
  for (let index = 0; index < shape.prompts; index += 1) {
    if (random.chance(0.08)) deadBranch(making, shape.language);
    lastPrompt = prompt(making, shape, index);
    const start = transcript.lines().length;
    for (let count = random.number(4); count > 0; count -= 1) {
      if (random.chance(shape.density)) random.pick(steps)();
    }
    decoys(making, shape.language);
    transcript.reply({
      content: [{ type: 'text', text: `Finished with part ${index}. You must never mind.` }],
    });
    filler.after(start);
    if (compactAt.includes(index)) compact(transcript);
  }
  steps.finish();
  return { name: shape.name, lines: transcript.lines(), planted: making.planted, lastPrompt };
}

function startMaking(shape: SessionShape): Making {
  const planted: Planted[] = [];
  let names = 0;
  return {
    random: randomFrom(shape.seed),
    transcript: transcriptBuilder(`session-${shape.seed}`),
    planted,
    name: () => `${NAMES[names % NAMES.length]}${++names}`,
    plant: (kind, ...words) => planted.push({ kind, words, isHeldOut: false }),
  };
}

const NAMES = [
  'ledger',
  'billing',
  'invoice-api',
  'parser',
  'retry_queue',
  'Checkout',
  'search',
  'mailer',
];

/** One to four sentences; the first of a prompt is neutral as often as not. */
function prompt(making: Making, { language, density }: SessionShape, index: number): string {
  const { random, transcript, planted } = making;
  const sentences: string[] = [];
  for (let count = 1 + random.number(4); count > 0; count -= 1) {
    const isTelling = random.chance(density / 2);
    const kind = isTelling ? random.pick(['constraints', 'decisions'] as const) : 'neutral';
    const isHeldOut = random.chance(0.25);
    const sentence = phrase(making, isHeldOut ? language.heldOut : language.phrases, kind);
    sentences.push(sentence);
    if (kind !== 'neutral') planted.push({ kind, words: [sentence], isHeldOut });
  }
  const text = sentences.join(random.pick([' ', '\n', '\n\n- ']));
  // Numbers tell a prompt's line from all others.
  making.plant('prompts', `Request ${index + 1} `, text.replaceAll(/\s+/g, ' ').slice(0, 14));
  if (random.chance(0.15) && index > 0) {
    const attachment = { type: 'queued_command', prompt: text, commandMode: 'prompt' };
    transcript.line({ type: 'attachment', attachment });
  } else if (random.chance(0.2)) transcript.prompt([{ type: 'text', text }]);
  else transcript.prompt(text);
  return text;
}

function phrase(making: Making, phrases: Phrases, kind: keyof Phrases): string {
  return making.random.pick(phrases[kind]).replace('{x}', making.name());
}

/** What the person went back from: nothing of it may be told as the work. */
function deadBranch(making: Making, language: Language): void {
  const { transcript } = making;
  const fork = transcript.reply({ content: [{ type: 'text', text: 'Before the fork.' }] });
  transcript.prompt(phrase(making, language.phrases, 'constraints'));
  transcript.toolUse(`dead-${fork}`, 'TaskCreate', { subject: 'a dead task' });
  transcript.toolResult(`dead-${fork}`, 'Task #999 created', {
    toolUseResult: { task: { id: '999', subject: 'a dead task' } },
  });
  transcript.reply({ content: [{ type: 'text', text: 'Dead end.' }] });
  transcript.continueFrom(fork);
}

/** Lines with the role of the user that are not the person's, in words that would bind. */
function decoys(making: Making, language: Language): void {
  const { random, transcript } = making;
  const words = phrase(making, language.phrases, 'constraints');
  const lines: (() => unknown)[] = [
    () => transcript.prompt(words, { isMeta: true }),
    () => transcript.prompt(`<local-command-stdout>${words}</local-command-stdout>`),
    () => transcript.prompt(words, { isSidechain: true, agentId: 'decoy' }),
    () => transcript.prompt(`<system-reminder>\n${words}\n</system-reminder>`),
    () => transcript.reply({ content: [{ type: 'text', text: words }] }),
    () => transcript.reply({ content: [{ type: 'thinking', thinking: words, signature: 'x' }] }),
    () =>
      transcript.prompt(
        '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args></command-args>',
      ),
  ];
  const before = transcript.reply({ content: [{ type: 'text', text: 'Going on.' }] });
  random.pick(lines)();
  transcript.continueFrom(before);
}

function compact(transcript: TranscriptBuilder): void {
  transcript.boundary();
  transcript.summary(
    'This session is being continued from a previous conversation. Never do it twice.',
  );
}
