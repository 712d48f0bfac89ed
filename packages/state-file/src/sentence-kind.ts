import { judgeSentence, type SentenceKind } from './judge-sentence.ts';
import { isPasted, ownLines } from './own-words.ts';
import { sentencesIn } from './sentence-cut.ts';

export type TellingSentence = { kind: SentenceKind; text: string };

/** Two sections ask about each prompt. */
const known = new WeakMap<object, TellingSentence[]>();

/** `tellingSentences` of a prompt, found once. */
export function sentencesOf(prompt: { text: string }): TellingSentence[] {
  const found = known.get(prompt) ?? tellingSentences(prompt.text);
  known.set(prompt, found);
  return found;
}

/** Sentences of a prompt that settle or bind, word for word, without what was only pasted. */
export function tellingSentences(
  prompt: string,
  judge: (sentence: string) => SentenceKind | undefined = judgeSentence,
): TellingSentence[] {
  return sentences(prompt).flatMap((text) => {
    // Signs and emoji in front of it say nothing.
    const kind = judge(text.replace(/^[\p{So}\uFE0F\u200D\s]+/u, ''));
    return kind ? [{ kind, text }] : [];
  });
}

function sentences(prompt: string): string[] {
  return ownLines(prompt)
    .flatMap((line) => spoken(sentencesIn(line).map((sentence) => sentence.trim())))
    .map((sentence) => sentence.replace(/^([-*•]|\d+[.)])\s+/, ''))
    .filter((sentence) => sentence.length > 1);
}

/** Up to what was pasted into the line. */
function spoken(line: string[]): string[] {
  const end = line.findIndex(isPasted);
  return end < 0 ? line : line.slice(0, end);
}
