export type SecretRange = { kind: string; start: number; end: number };

/**
 * Values that stand where a credential stands, whoever issued it: in a header of a request, behind
 * the name of a password, or in a key block. The rule set knows tokens by their shape; these have none.
 */
export function credentialRanges(text: string): SecretRange[] {
  return PATTERNS.flatMap(([kind, pattern, isSecret]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const secret = match.groups?.['secret'] ?? '';
      const end = endOf(match);
      return isSecret(secret, match) ? [{ kind, start: end - secret.length, end }] : [];
    }),
  );
}

type Match = RegExpExecArray;
/** Its group `secret` ends the match. */
type Pattern = [kind: string, pattern: RegExp, isSecret: (secret: string, match: Match) => boolean];

// In strings, so that the bundle gets the letters as escapes.
const NAME = `(?:${[
  'passw(?:or)?d|(?<=_)pass|passphrase|passwort|kennwort|contrase(?:ñ|n\u0303?)a|senha|пароль',
  '密码|密碼|パスワード|비밀번호|mot de passe|secret|(?:api|access)[_-]?key|token',
].join('|')})`;

/** In quotes to the end of them, else a word. A quote that closes a text before begins no value. */
const VALUE =
  /(?:["'`](?![\s+,)}\]]))?(?<secret>(?<=")[^"\n]{1,500}(?=")|(?<=')[^'\n]{1,500}(?=')|[^\s"'`,;&\uff0c\u3002\uff1b\u3001]+)/
    .source;

/** Keys that are known by their beginning, and that the rules of secretlint leave out. */
const KNOWN_START =
  /(?<![\w-])(?<secret>(?:[sr]k_live_|sk-ant-|whsec_|glpat-|AIza|hf_|dop_v1_|pypi-)[\w-]{16,250}|eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}|(?<=AccountKey=)[\w+/]{40,200}={0,2})/g;

// Texts are joined by empty lines: blanks but no line ends, or a name would reach into the next text.
const PATTERNS: Pattern[] = [
  ['key', KNOWN_START, (secret) => /\d/.test(secret)],
  [
    'header',
    /\b(?:proxy-)?authorization["']?[^\S\n]*[:=][^\S\n]*["']?(?:(?:bearer|basic|token|digest|apikey)[^\S\n]+)?(?<secret>[^\s"',;]{6,})/gi,
    isMixed,
  ],
  [
    'header',
    /\b(?:x-api-key|x-auth-token|(?:set-)?cookie)["']?[^\S\n]*:[^\S\n]*["']?(?<secret>[^\s"';]{2,}(?:(?<==)"[^"\n]{0,500}")?(?:;[^\S\n]*[^\s"';]+(?:(?<==)"[^"\n]{0,500}")?)*)/gi,
    isMixed,
  ],
  ['header', /\bbearer[^\S\n]+(?<secret>[\w.~+/-]{16,}=*)/gi, isMixed],
  [
    'password',
    // Not in one of our own placeholders: what was redacted once stays as it is.
    named(/(?!secret:[\w-]+-\d+\])/, /["']?(?<separator>[^\S\n]*(?:=(?![=>~])|[:\uff1a])[^\S\n]*)/),
    isNamed,
  ],
  [
    'password',
    // One blank: behind more of them a list of options says what the option is for.
    named(/(?<=(?<![\w-])--?[\w-]{0,30})/, /[^\S\n](?!-)/),
    (secret) => isLiteral(secret) && !FUNCTION_WORD.test(secret),
  ],
  [
    'password',
    // What is ahead is looked at first: to look back at every character is slow.
    /(?=-u|--user)(?<=\bcurl\b(?:\\\n|[^\n]){0,300}\s)(?:-u|--user)[^\S\n=]*=?["']?[^\s:"']{1,100}:(?<secret>[^\s"']+)/g,
    isLiteral,
  ],
  // Without slashes: the shell calls its folder PWD.
  ['password', /(?<![a-z\d-])pwd=(?<secret>[^\s"'`,;&/\\]+)(?![^\s"'`,;&])/gi, isLiteral],
  [
    'privatekey',
    // Also one that was cut off before its end, shown with line numbers, or in a string of JSON.
    /(?<secret>-----BEGIN [A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[rn]|\s){1,9}(?:\d{1,6}[\u2192:|\t]\s?|[>+|-] ?)?(?:[A-Z][\w-]{1,30}: [^\n\\]{1,200}|[a-z\d+/]{16,}={0,2}|[a-z\d+/]+=))+=?(?:(?:\\[rn]|\s){1,9}=?[a-z\d+/]{0,63}(?:\\[rn]|\s){0,9}-----END [A-Z\d ]{0,40}-----)?)/gi,
    () => true,
  ],
];

function named(before: RegExp, after: RegExp): RegExp {
  return new RegExp(before.source + NAME + after.source + VALUE, 'giu');
}

/** A tight `=` assigns; around anything else people also write prose and types. */
function isNamed(secret: string, match: Match): boolean {
  const separator = match.groups?.['separator'] ?? '';
  if (separator === '=') return isLiteral(secret);
  return isMixed(secret) || (!separator.includes('=') && isAloneOnLine(secret, match));
}

/** Not a variable, an example in brackets, a mask, a call, a type, or a sentence without blanks. */
function isLiteral(secret: string): boolean {
  return /[\p{L}\p{N}]/u.test(secret) && !STAND_IN.test(secret) && !TYPE_WORD.test(secret);
}

const STAND_IN = /^(?:[$<{[(?]|%[sdv@({]|\*\*|\.{3}|x{4}|process\.env|\p{Lo}|[a-z_][\w.]*\()/iu;

const TYPE_WORD =
  /^(?:string|str|text|number|int|bool|boolean|bytes|any|unknown|null|undefined|none|nil|true|false|required|optional|empty|hidden)(?![\w-])/i;

const FUNCTION_WORD =
  /^(?:an?|and|are|as|by|can|does|flag|for|from|has|if|in|is|may|must|needs|not|of|on|option|or|should|takes|that|the|then|to|was|when|which|will|with)\b/i;

/** Like nothing that people write in sentences. */
function isMixed(secret: string): boolean {
  const word = secret.replace(/[.,:!?)\]}]{1,9}$/, '');
  return (
    isLiteral(secret) &&
    /^(?!\d{1,7}$).{4}/su.test(word) &&
    /\d|[a-z][A-Z]|[^\p{L}\p{M}\p{N}_]/u.test(word)
  );
}

/** `password: hunter` and nothing else, but for what marks an item of a list. */
function isAloneOnLine(secret: string, match: Match): boolean {
  const { input, index } = match;
  const end = endOf(match);
  return (
    isLiteral(secret) &&
    /^[\w.!-]+$/.test(secret) &&
    /(?:^|\n)[\s>*-]*["']?(?:[\w.-]+ )?[\w.-]*$/.test(
      input.slice(Math.max(0, index - 60), index),
    ) &&
    /^["'`]?[,;]?[^\S\n]*(?:\n|$)/.test(input.slice(end, end + 9))
  );
}

function endOf(match: Match): number {
  return match.index + match[0].length;
}
