import type { Making } from './generate-session.ts';

/** Brings a turn to its share of the file: what fills transcripts and says nothing. */
export type Filler = { after: (firstLine: number) => void };

const WORDS = 'the parser reads each line of é漢字 input and writes "rows" \\ to a table 😀 \n';

export function fillUp({ transcript, random }: Making, bytesPerTurn: number): Filler {
  let count = 0;
  function read(bytes: number): void {
    const text = WORDS.repeat(Math.ceil(bytes / 2 / WORDS.length));
    const id = `fill-${++count}`;
    const path = `/work/app/src/read-${count}.ts`;
    transcript.toolUse(id, 'Read', { file_path: path });
    const file = { filePath: path, content: text, numLines: 100 };
    transcript.toolResult(id, text, { toolUseResult: { type: 'text', file } });
  }
  function blob(bytes: number): void {
    const signature = 'QUJD'.repeat(Math.ceil(bytes / 4));
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
