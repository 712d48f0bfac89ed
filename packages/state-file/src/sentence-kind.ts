import {
  chinese,
  english,
  french,
  german,
  japanese,
  portuguese,
  spanish,
  type TellingWords,
} from './sentence-words.ts';

/** What a sentence of the person does: it settles something, or it binds the agent from then on. */
export type SentenceKind = 'decision' | 'constraint';

/**
 * Sentences of a prompt that settle or bind, word for word. Code, quotations and questions are left
 * out: they mention such words without meaning them.
 */
export function tellingSentences(prompt: string): { kind: SentenceKind; text: string }[] {
  return sentences(prompt).flatMap((text) => {
    const kind = sentenceKind(text);
    return kind ? [{ kind, text }] : [];
  });
}

function sentenceKind(sentence: string): SentenceKind | undefined {
  if (ASKS.test(sentence) || PASTED.test(sentence)) return undefined;
  const { approves, binds, settles } = patterns();
  // A yes may come with a rule in the same breath, and the rule weighs more.
  if (binds.test(sentence) && !RECALLS.test(sentence)) return 'constraint';
  return approves.test(sentence) || settles.test(sentence) ? 'decision' : undefined;
}

/** Questions, which are often typed without their mark. */
const ASKS =
  /[?？]\s*$|^¿|^(?:(?:why|whats?|what's|how|where|who|wheres|hows)\b|(?:should|do|does|did|is|are|can|could|would|will|was) (?:i|we|you|u|they|it|this|that|there|the)\b(?! not\b)|(?:warum|wieso|weshalb|woher|wo|wer|gibts?|kannst du|können wir|sollen wir|soll ich)(?!\p{L})|(?:por ?qu[eé]|qué|cómo|dónde|quién|cuál)(?!\p{L})|(?:pourquoi|comment|c['’ ]?est quoi|où|est-ce)(?!\p{L})|(?:onde|o que|quem|qual)(?!\p{L})|为什么|怎么|为啥|なんで|なぜ|どうして|どこ)|(?:吗|呢|干嘛|ますか|ですか)[。]?$/iu;

/** What a program said. */
const PASTED = /^(?:\w*(?:error|exception)|fatal|warning|npm err!)(?::| code )/i;

/** What the person did or saw before is no order. */
const RECALLS =
  /^(?:i (?:saw|had|was|did|already|only|just|pushed|looked)\b|ich (?:hab|habe|hatte|war|bin|glaube)(?!\p{L})|j['’ ]ai(?!\p{L})|je (?:crois|sais|vois)(?!\p{L})|eu (?:vi|acho|já)(?!\p{L})|yo (?:vi|creo|ya)(?!\p{L}))/iu;

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

type Patterns = { approves: RegExp; binds: RegExp; settles: RegExp };
let compiled: Patterns | undefined;

/** Compiled on first use: most hooks never ask. */
function patterns(): Patterns {
  const spaced: TellingWords[] = [english, spanish, german, french, portuguese];
  const all = (part: keyof TellingWords): string => words(spaced.flatMap((one) => one[part]));
  compiled ??= {
    approves: new RegExp(`^(?:${all('approves')}|${chinese.approves}|${japanese.approves})`, 'iu'),
    binds: new RegExp(
      `${all('binds')}|${CLAUSE}(?:${all('forbids')})|${chinese.binds}|${japanese.binds}`,
      'iu',
    ),
    settles: new RegExp(
      `${all('settles')}|^(?:no|nah|nope|nein|non|não)[,.]|^(?:nah|nope) |^いいえ|${chinese.settles}|${japanese.settles}`,
      'iu',
    ),
  };
  return compiled;
}

/** Where a clause begins, courtesies passed over. */
const CLAUSE =
  '(?:^|[,;:–—(] ?|(?<![\\p{L}])(?:and|but|so|then|also|ok|please|pls|plz|y|pero|por favor|und|aber|bitte|et|mais|e|mas),? )';

/** Whole words in alphabets that have them; `\b` knows ASCII only. */
function words(alternatives: string[]): string {
  return `(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`;
}
