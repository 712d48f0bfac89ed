import { judgeSentence, type SentenceKind } from './judge-sentence.ts';

export type TellingSentence = { kind: SentenceKind; text: string };

/** Two sections ask about each prompt. */
const known = new WeakMap<object, TellingSentence[]>();

/** `tellingSentences` of a prompt, found once. */
export function sentencesOf(prompt: { text: string }): TellingSentence[] {
  const found = known.get(prompt) ?? tellingSentences(prompt.text);
  known.set(prompt, found);
  return found;
}

/**
 * Sentences of a prompt that settle or bind, word for word. Code and quotations are left out: they
 * mention rules without meaning them.
 */
export function tellingSentences(
  prompt: string,
  judge: (sentence: string) => SentenceKind | undefined = judgeSentence,
): TellingSentence[] {
  return sentences(prompt).flatMap((text) => {
    const kind = judge(text);
    return kind ? [{ kind, text }] : [];
  });
}

/** Made on first use, and once: making one takes longer than cutting a prompt with it. */
let segmenter: Intl.Segmenter | undefined;

function sentences(prompt: string): string[] {
  const prose = prompt.replace(/```[\s\S]*?(```|$)/g, '\n').replace(/^\s*>.*$/gm, '');
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const cutter = segmenter;
  return prose
    .split(/\n+/)
    .flatMap((line) => [...cutter.segment(line)].map(({ segment }) => segment))
    .map((sentence) => sentence.replace(/^\s*([-*•]|\d+[.)])\s+/, '').trim())
    .filter((sentence) => sentence.length > 1);
}
