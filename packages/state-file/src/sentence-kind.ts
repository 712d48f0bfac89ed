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
  if (/[?？]\s*$/.test(sentence)) return undefined;
  if (APPROVES.test(sentence)) return 'decision';
  if (BINDS.test(sentence)) return 'constraint';
  return SETTLES.test(sentence) ? 'decision' : undefined;
}

function sentences(prompt: string): string[] {
  const prose = prompt.replace(/```[\s\S]*?(```|$)/g, '\n').replace(/^\s*>.*$/gm, '');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return prose
    .split(/\n+/)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment))
    .map((sentence) => sentence.replace(/^\s*([-*•]|\d+[.)])\s+/, '').trim())
    .filter((sentence) => sentence.length > 1);
}

/** Whole words in alphabets that have them; `\b` knows ASCII only. */
function words(...alternatives: string[]): string {
  return `(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`;
}

/** English, Spanish, German, French, Portuguese; then Chinese and Japanese, which have no spaces. */
const APPROVES = new RegExp(
  `^(?:${[
    words(
      'yes',
      'yep',
      'yeah',
      'ok',
      'okay',
      'sure',
      'agreed',
      'approved',
      'go ahead',
      '(?:sounds|looks) good',
      'lgtm',
    ),
    words('sí', 'vale', 'de acuerdo', 'adelante', 'aprobado'),
    words('ja', 'einverstanden', 'in ordnung', 'passt', 'freigegeben', 'mach das'),
    words('oui', "d['’]accord", 'vas-y', 'approuvé'),
    words('sim', 'certo', 'combinado', 'pode fazer', 'aprovado'),
    '好的?[，。！,]|可以[，。！,]|同意|批准|没问题|就这样',
    'はい|了解|承認|いいよ|それで(?:いい|お願い|進めて)',
  ].join('|')})`,
  'iu',
);

const BINDS = new RegExp(
  [
    words(
      'never',
      'must',
      "mustn['’]t",
      'do not',
      "don['’]t",
      'always',
      'at most',
      'at least',
      'no more than',
    ),
    words(
      'only (?:use|touch|change|edit|run|in|with|after|when|if)',
      'under no circumstances',
      'not allowed',
    ),
    words(
      'no (?:credentials|access|api key|token|permission)',
      '(?:missing|without) (?:credentials|access)',
    ),
    words(
      'avoid',
      'make sure',
      'has to',
      'have to',
      'without (?:touching|changing|breaking|using|adding)',
    ),
    words(
      'nunca',
      'jamás',
      'no (?:uses|toques|cambies|modifiques|borres|hagas)',
      'debes?',
      'siempre',
      'solo',
      'sólo',
    ),
    words('niemals', 'nie', 'darfst?', 'muss', 'müssen', 'immer', 'nur', 'auf keinen fall'),
    words('nicht (?:anfassen|ändern|verwenden|benutzen|löschen|verändern)', 'keinesfalls'),
    words(
      'jamais',
      'toujours',
      'uniquement',
      'seulement',
      'doi[ts]',
      'devez',
      'il faut',
      'interdit',
    ),
    `${words('ne', "n['’]")}[^.]{1,40}${words('pas')}`,
    words(
      'não (?:use|mexa|altere|toque|mude|apague|faça)',
      'sempre',
      'somente',
      'apenas',
      'deve',
      'tem que',
    ),
    '不要|不能|不得|禁止|必须|只能|只用|千万别|务必|一定要|绝不',
    '絶対に|しないで|ないでください|てはいけない|てはならない|必ず|禁止|だけ(?:を|に|で)|のみ',
  ].join('|'),
  'iu',
);

const SETTLES = new RegExp(
  [
    words(
      "let['’]s (?:go|use|stick|keep|do|drop|take)",
      'go with',
      'stick with',
      'instead',
      'rather than',
    ),
    words(
      "i(?:['’]d)? (?:prefer|decided|approve|choose|chose)",
      "we(?:['’]ll| will) (?:use|go|keep)",
      'decided',
    ),
    words(
      'approved',
      'drop (?:it|that|the)',
      'forget (?:it|that|about)',
      'no,',
      "that['’]s (?:fine|wrong|right)",
    ),
    words('prefiero', 'en vez de', 'en lugar de', 'vamos con', 'decidid[oa]', 'mejor'),
    words('lieber', 'statt', 'stattdessen', 'nehmen wir', 'wir nehmen', 'entschieden'),
    words('plutôt', 'au lieu de', 'je préfère', 'on (?:prend|utilise|garde)', 'décidé'),
    words('prefiro', 'em vez de', 'vamos (?:usar|com)', 'decidid[oa]'),
    '改用|而不是|决定|就用|还是用',
    'にしよう|にします|ではなく|代わりに|決め(?:た|まし)|にしてください',
  ].join('|'),
  'iu',
);
