import type { SentenceKind } from './judge-sentence.ts';
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

/**
 * What the known turns of speech of seven languages say. Seven times in eight it is right where it says
 * something, but people have many more ways to say it, which is what the weights are for.
 */
export function ruleKind(sentence: string): SentenceKind | undefined {
  const { approves, binds, settles } = patterns();
  // A yes may come with a rule in the same breath, and the rule weighs more.
  if (binds.test(sentence) && !RECALLS.test(sentence)) return 'constraint';
  return approves.test(sentence) || settles.test(sentence) ? 'decision' : undefined;
}

/** True for a question and for what a program said. */
export function isNoStatement(sentence: string): boolean {
  return ASKS.test(sentence) || PASTED.test(sentence);
}

/** Questions, which are often typed without their mark. */
const ASKS =
  /[?？]\s*$|^¿|^(?:(?:why|whats?|what's|how|where|who|wheres|hows)\b|(?:should|do|does|did|is|are|can|could|would|will|was) (?:i|we|you|u|they|it|this|that|there|the)\b(?! not\b)|(?:warum|wieso|weshalb|woher|wo|wer|gibts?|kannst du|können wir|sollen wir|soll ich)(?!\p{L})|(?:por ?qu[eé]|qué|cómo|dónde|quién|cuál)(?!\p{L})|(?:pourquoi|comment|c['’ ]?est quoi|où|est-ce)(?!\p{L})|(?:onde|o que|quem|qual)(?!\p{L})|为什么|怎么|为啥|なんで|なぜ|どうして|どこ)|(?:吗|呢|干嘛|ますか|ですか)[。]?$/iu;

/** What a program said. */
const PASTED = /^(?:\w*(?:error|exception)|fatal|warning|npm err!)(?::| code )/i;

/** What the person did or saw before is no order. */
const RECALLS =
  /^(?:i (?:saw|had|was|did|already|only|just|pushed|looked)\b|ich (?:hab|habe|hatte|war|bin|glaube)(?!\p{L})|j['’ ]ai(?!\p{L})|je (?:crois|sais|vois)(?!\p{L})|eu (?:vi|acho|já)(?!\p{L})|yo (?:vi|creo|ya)(?!\p{L}))/iu;

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
