import type { Making } from './generate-session.ts';
import type { Random } from './random.ts';

/** Brings a turn to its share of the file: what fills transcripts and says nothing. */
export type Filler = { after: (firstLine: number) => void };

/** Text that compresses about three to one, worse than source code and logs do, taken from at random places. */
const POOL_UNITS = 1 << 20;

export function fillUp({ transcript, random }: Making, bytesPerTurn: number): Filler {
  let count = 0;
  const pool = textPool(random);
  const signatures = Buffer.from(Array.from({ length: 1 << 16 }, () => random.number(256)));
  function read(bytes: number): void {
    const start = random.number(POOL_UNITS - 45_000);
    const text = pool.slice(start, start + Math.ceil(bytes / 2));
    const id = `fill-${++count}`;
    const path = `/code/app/src/read-${count}.ts`;
    transcript.toolUse(id, 'Read', { file_path: path });
    const file = { filePath: path, content: text, numLines: 100 };
    transcript.toolResult(id, text, { toolUseResult: { type: 'text', file } });
  }
  function blob(bytes: number): void {
    const start = random.number(8_000);
    const signature = signatures.toString('base64', start, start + Math.ceil((bytes * 3) / 4));
    transcript.reply({ content: [{ type: 'thinking', thinking: '', signature }] });
  }
  return {
    after(firstLine) {
      const lines = transcript.lines().slice(firstLine);
      let left = bytesPerTurn - lines.reduce((sum, line) => sum + line.length, 0);
      while (left > 1_500) {
        const bytes = Math.min(left, 2_000 + random.number(40_000));
        if (random.chance(0.7)) read(bytes);
        else blob(bytes);
        left -= bytes * 1.3;
      }
    },
  };
}

function textPool(random: Random): string {
  const words = Array.from({ length: 1_500 }, () => {
    const length = 2 + random.number(9);
    return Array.from({ length }, () => random.pick('etaoinshrdlucmfw'.split(''))).join('');
  });
  const marks = [
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    '\n',
    '\n  ',
    '("',
    '");\n',
    ' = ',
    ': ',
    ' é',
    ' 漢字 ',
  ];
  let text = '';
  while (text.length < POOL_UNITS) {
    // Common words are common, as everywhere.
    const word = words[random.number(random.number(words.length) + 1)] ?? '';
    text += word + random.pick(marks);
  }
  return text;
}
