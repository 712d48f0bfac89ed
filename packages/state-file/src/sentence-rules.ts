import type { SentenceKind } from './judge-sentence.ts';
import { letterPattern } from './letter-pattern.ts';
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
  const text = sentence.toLowerCase();
  // A yes may come with a rule in the same breath, and the rule weighs more.
  if (binds(text) && !recalls(text)) return 'constraint';
  return approves(text) || settles(text) ? 'decision' : undefined;
}

/** True for a question, a heading such as "Plan:", and what a letter ends with. */
export function isNoStatement(sentence: string): boolean {
  return asks(sentence.toLowerCase()) || HEADING.test(sentence) || FAREWELL.test(sentence);
}

const FAREWELL =
  /^(?:(?:(?:with )?(?:best|kind|warm) )?(?:regards|wishes)|(?:mit )?(?:(?:viele|liebe|beste|schöne|freundliche)n? )?grüßen?|(?:un )?saludos?|(?:many |vielen |muchas )?(?:thanks|thank you|thx|danke?|gracias|merci|obrigad[oa])|cheers|cordialement|谢谢|よろしくお願いします)[\s,.!，。！]*$/iu;

const HEADING = /^\S+(?: \S+)?[:：]$/;

/** Questions, which are often typed without their mark. */
const asks = letterPattern(
  () =>
    String.raw`[?？]\s*$|^¿|^(?:(?:why|whats?|what's|how|where|who|wheres|hows)\b|(?:should|do|does|did|is|are|can|could|would|will|was) (?:i|we|you|u|they|it|this|that|there|the)\b(?! not\b)|(?:warum|wieso|weshalb|woher|wo|wer|gibts?|kannst du|können wir|sollen wir|soll ich)(?!\p{L})|(?:por ?qu[eé]|qué|cómo|dónde|quién|cuál)(?!\p{L})|(?:pourquoi|comment|c['’ ]?est quoi|où|est-ce)(?!\p{L})|(?:onde|o que|quem|qual)(?!\p{L})|为什么|怎么|为啥|なんで|なぜ|どうして|どこ)|(?:吗|呢|干嘛|ますか|ですか)[。]?$`,
);

/** What the person did or saw before is no order. */
const recalls = letterPattern(
  () =>
    String.raw`^(?:i (?:saw|had|was|did|already|only|just|pushed|looked)\b|ich (?:hab|habe|hatte|war|bin|glaube)(?!\p{L})|j['’ ]ai(?!\p{L})|je (?:crois|sais|vois)(?!\p{L})|eu (?:vi|acho|já)(?!\p{L})|yo (?:vi|creo|ya)(?!\p{L}))`,
);

const approves = letterPattern(
  () => `^(?:${inAll('approves')}|${chinese.approves}|${japanese.approves})`,
);

const binds = letterPattern(
  () => `${inAll('binds')}|${CLAUSE}(?:${inAll('forbids')})|${chinese.binds}|${japanese.binds}`,
);

const settles = letterPattern(
  () =>
    `${inAll('settles')}|^(?:no|nah|nope|nein|non|não)[,.]|^(?:nah|nope) |^いいえ|${chinese.settles}|${japanese.settles}`,
);

/** What all languages with spaces between words have of one kind. */
function inAll(part: keyof TellingWords): string {
  return words([english, spanish, german, french, portuguese].flatMap((one) => one[part]));
}

/** Where a clause begins, courtesies passed over. */
const CLAUSE =
  '(?:^|[,;:–—(] ?|(?<!\\p{L})(?:and|but|so|then|also|ok|please|pls|plz|y|pero|por favor|und|aber|bitte|et|mais|e|mas),? )';

/** Whole words in alphabets that have them; `\b` knows ASCII only. */
function words(alternatives: string[]): string {
  return `(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`;
}
