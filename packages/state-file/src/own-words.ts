/**
 * Lines of a prompt that the person wrote. Fenced code, quotations, diffs and mails that were pasted are
 * left out: they mention rules without meaning them. A mail ends with the prompt or at a line that
 * divides it, such as `---`.
 */
export function ownLines(prompt: string): string[] {
  return prompt
    .replace(FENCED, '\n')
    .replace(DIFF, '\n')
    .replace(MAIL, '\n')
    .replace(/^\s*>.*$/gm, '')
    .split(/\n+/);
}

/** Tildes fence only at the start of a line: elsewhere people draw out a word with them. */
const FENCED = /```[\s\S]*?(?:```|(?![\s\S]))|^[ \t]*~~~[\s\S]*?(?:^[ \t]*~~~|(?![\s\S]))/gm;

/** Up to the first line that is none of a diff; its empty lines may have lost their space. */
const DIFF =
  /^(?:diff --git .*|--- \S.*\n\+\+\+ .*|@@ -\d.*)\n(?:(?:[-+ @\\]|(?:diff|index|new|deleted|old|similarity|rename) ).*(?:\n|$)|\n(?=[+ @]))*/gm;

const HEADER =
  '(?:from|to|cc|date|sent|von|an|datum|gesendet|de|à|para|fecha|date|data):[ \\t]*\\S.*\\n';
const SUBJECT = '(?:subject|betreff|asunto|objet|assunto):.*\\n';
const QUOTES =
  '(?:on|am|le|el|em) .{6,100} (?:wrote|schrieb|a écrit|escribió|escreveu).{0,60}:[ \\t]*$';

const MAIL = new RegExp(
  `^(?:(?:${HEADER}){1,9}${SUBJECT}|${SUBJECT}${HEADER}|-+ ?(?:original|forwarded) message|${QUOTES})` +
    String.raw`[\s\S]*?(?:^(?:-{3,}|={3,}|\*{3,})[ \t]*$|(?![\s\S]))`,
  'gim',
);

/** How a line of a log, an error, a shell or a comment in code begins; what follows in its line is no order. */
export function isPasted(start: string): boolean {
  return PASTED.test(start);
}

const LEVEL = '(?:error|warn|warning|info|debug|trace|fatal|notice)';

const PASTED = new RegExp(
  '^(?:' +
    [
      String.raw`\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d|\[?\d\d:\d\d:\d\d`,
      String.raw`\[${LEVEL}\]|${LEVEL}(?: \w*\d)?:|(?:\w*(?:error|exception)|fatal|warning) code `,
      String.raw`\w*(?:error|exception|warning):|npm (?:err!|error|warn)`,
      String.raw`[$❯] |at (?:\S+ \()?[^\s\d]\S*:\d+:\d+|\S+(?::\d+:\d+|\(\d+,\d+\))(?::| -)|//|/\*|<!--`,
    ].join('|') +
    ')',
  'i',
);
