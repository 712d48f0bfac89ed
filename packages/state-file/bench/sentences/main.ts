import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { judgeBy, unpackWeights, type PackedWeights } from '../../src/judge-sentence.ts';
import { tellingSentences } from '../../src/sentence-kind.ts';
import { fitWeights } from './fit.ts';
import { packWeights } from './pack.ts';
import { scoreOf } from './score.ts';
import { FEATURES, sentencesToFit, writtenSentences, type WrittenSentence } from './written.ts';

const target = fileURLToPath(
  new URL(
    '../../src/sentence-weights.ts',
    import.meta.url.replace('/node_modules/.bench/', '/bench/'),
  ),
);

const fitted = sentencesToFit();
const weights = weightsOf([...fitted.values()]);

console.log('author                          constraints  decisions  neither  precision');
if (process.argv.includes('--authors')) {
  for (const [author, written] of fitted) {
    const others = [...fitted.values()].filter((other) => other !== written);
    report(`${author}, fitted without`, written, weightsOf(others));
  }
}
for (const [author, written] of writtenSentences('held-out')) report(author, written, weights);
if (process.argv.includes('--write')) writeFileSync(target, source(weights));

function weightsOf(sets: WrittenSentence[][]): PackedWeights {
  return packWeights(fitWeights(sets.flat(), FEATURES));
}

function report(name: string, written: WrittenSentence[], packed: PackedWeights): void {
  const unpacked = unpackWeights(packed);
  const score = scoreOf(written, (text) =>
    tellingSentences(text, (sentence) => judgeBy(unpacked, sentence)).map(({ kind }) => kind),
  );
  const { constraints, decisions, neither, precision } = score;
  const [c, d, n, p] = [constraints, decisions, neither, precision].map((share) =>
    share.toFixed(3),
  );
  console.log(
    `${name.padEnd(31)} ${c?.padStart(11)}  ${d?.padStart(9)}  ${n?.padStart(7)}  ${p?.padStart(9)}`,
  );
}

function source({ bias, levels, base91 }: PackedWeights): string {
  return [
    "import type { PackedWeights } from './judge-sentence.ts';",
    '',
    '// Written by `pnpm fit:sentences --write` from the sentences in bench/sentences/fitted.',
    'export const sentenceWeights: PackedWeights = {',
    `  bias: { constraint: ${bias.constraint}, decision: ${bias.decision} },`,
    '  levels: [',
    `${levels.join(', ')},`.replace(/(.{1,96})(?: |$)\n?/g, '    $1\n').trimEnd(),
    '  ],',
    '  base91:',
    `    "${base91}",`,
    '};',
    '',
  ].join('\n');
}
