import { clip } from './clip.ts';
import { digestKinds, perKind, type DigestItem, type PerKind } from './digest-item.ts';
import type { DigestTurn } from './digest-collector.ts';
import type { Spending } from './spend-budget.ts';
import type { LineRef } from './tool-calls.ts';

export type DigestText = {
  text: string;
  /** For each line of `text` where it is from; `undefined` for the heading. */
  lines: (LineRef | undefined)[];
};

const labels: Omit<PerKind<string>, 'prompt'> = {
  decision: 'decision',
  summary: 'summary of an earlier compaction',
  answer: 'answer',
  edit: 'edited',
  failure: 'failed',
  command: 'ran',
  note: 'said',
  call: 'used',
  output: 'output',
};

/** The digest as lines in the order of the session: `[number]` and a prompt, below it what came of it. */
export function renderDigest(
  turns: readonly DigestTurn[],
  spending: Spending,
  heading: string | undefined,
): DigestText {
  const rows: { text: string; at: LineRef | undefined }[] =
    heading === undefined ? [] : [{ text: heading, at: undefined }];
  let number = 0;
  function add(item: DigestItem, label: string): void {
    const length = spending.get(item);
    if (length === undefined) return;
    for (const text of `${label}: ${cut(item, length)}`.split('\n')) {
      rows.push({ text: text.trimEnd(), at: item.at });
    }
  }
  for (const { prompt, items } of turns) {
    if (prompt !== undefined) {
      number += 1;
      const isCut = (spending.get(prompt) ?? 0) < prompt.text.length;
      add(prompt, `[${number}]${isCut ? '' : hour(prompt)}`);
    }
    for (const item of items) {
      if (item.kind !== 'prompt') add(item, `- ${labels[item.kind]}`);
    }
  }
  return { text: rows.map(({ text }) => text).join('\n'), lines: rows.map(({ at }) => at) };
}

/** Characters. */
const shortLine = 200;

function cut(item: DigestItem, length: number): string {
  const times = item.times > 1 ? ` (${item.times} times)` : '';
  const isCut = length < item.text.length;
  const whole = isCut && item.short !== undefined ? item.short : item.text;
  // Where there is room for few words, none of it is for line breaks.
  const text = isCut && length < shortLine ? whole.replace(/\s+/g, ' ') : whole;
  // An item that starts a line of its own must not look like one of ours.
  return clip(text, length).replace(/\n+/g, '\n  ') + times;
}

function hour({ at }: DigestItem): string {
  const time = /T(\d\d:\d\d)/.exec(at.timestamp ?? '')?.[1];
  return time === undefined ? '' : ` ${time}`;
}

export type Coverage = PerKind<{ kept: number; total: number; cut: number }>;

/**
 * How much of each kind reached the digest; `cut` counts those of which a part is missing, whether it
 * was left out for the budget or, of very long ones, while reading.
 */
export function coverageOf(
  turns: readonly DigestTurn[],
  spending: Spending,
  totals: PerKind<number>,
): Coverage {
  const coverage: Coverage = perKind((kind) => ({ kept: 0, total: totals[kind], cut: 0 }));
  for (const { prompt, items } of turns) {
    for (const item of prompt === undefined ? items : [prompt, ...items]) {
      const length = spending.get(item);
      if (length === undefined) continue;
      coverage[item.kind].kept += 1;
      if (item.isClipped || length < item.text.length) coverage[item.kind].cut += 1;
    }
  }
  return coverage;
}

/** `prompts 12/12, decisions 8/9 (2 cut), …`: only the kinds that there are. */
export function formatCoverage(coverage: Coverage): string {
  const parts = digestKinds
    .filter((kind) => coverage[kind].total > 0)
    .map((kind) => {
      const { kept, total, cut: shortened } = coverage[kind];
      const name = kind === 'summary' ? 'summaries' : `${kind}s`;
      return `${name} ${kept}/${total}${shortened > 0 ? ` (${shortened} cut)` : ''}`;
    });
  return parts.join(', ');
}
