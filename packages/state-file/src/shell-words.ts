export type ShellWord = {
  text: string;
  /** Has a variable, a command or a pattern in it: what it stands for is not known. */
  isOpen: boolean;
};

export type ShellCommand = {
  /** The operator before it: `&&`, `||`, `|`, `;`, …; empty for the first one. */
  link: string;
  /** Inside of `if`, `for`, `while`, …: it may not have run. */
  isBranch: boolean;
  words: ShellWord[];
  /** Files that its output goes to, with `>>` for those that are appended to. */
  outputs: { operator: string; target: ShellWord }[];
  /** What a subshell of it runs: `( … )` and `$( … )`, with a folder of their own. */
  inner: ShellCommand[];
};

type Reader = { source: string; index: number; depth: number; commands: number };

/** Nobody nests lists so deep, or writes so many commands; the rest of a line that does is not read. */
const [MAX_DEPTH, MAX_COMMANDS] = [50, 1_000];

const BLANK = /(?:[ \t\r]|\\\n)+|#[^\n]*/y;
/** Their `<` and `>` compare. */
const EXPRESSION = /\(\([^]{0,999}?\)\)|\[\[\s[^]{0,999}?\s\]\]/y;
const DUPLICATE = /[0-9]*[<>]&(?:[0-9]+|-)(?![\w.])/y;
const REDIRECT = /(?:&|[0-9]*)>[>|&]?|<<<|<<-?|[0-9]*<[>&]?/y;
const SEPARATOR = /&&|\|\||;;|\|&|[;|&\n]/y;
/** A command follows these words. */
const KEYWORD = /^(?:if|then|elif|else|fi|while|until|do|done|esac|[{}!])$/;

/** The simple commands of a shell line, in order. Bodies of here-documents are passed over. */
export function shellCommands(source: string): ShellCommand[] {
  const reader = { source, index: 0, depth: 0, commands: 0 };
  const commands: ShellCommand[] = [];
  // The `)` of a pattern of `case` ends a list too.
  while (reader.index < source.length) commands.push(...readList(reader));
  return commands;
}

/** Up to the `)` that closes the list, or the end. */
function readList(reader: Reader): ShellCommand[] {
  const commands: ShellCommand[] = [];
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) reader.index = reader.source.length;
  const documents: string[] = [];
  let branches = 0;
  let redirect: string | undefined;
  let command = emptyCommand('');
  const next = (link: string): void => {
    const { words, outputs, inner } = command;
    const isEmpty = words.length + outputs.length + inner.length === 0;
    if (!isEmpty) commands.push(command);
    reader.commands += 1;
    if (reader.commands > MAX_COMMANDS) reader.index = reader.source.length;
    // A line may end after its `&&`.
    command = emptyCommand(isEmpty && link === '\n' ? command.link : link);
    redirect = undefined;
  };
  while (reader.index < reader.source.length && !take(reader, /\)/y)) {
    if (take(reader, BLANK) || take(reader, DUPLICATE)) continue;
    if (take(reader, EXPRESSION)) {
      command.words.push({ text: '[[', isOpen: true });
      continue;
    }
    const found = take(reader, REDIRECT);
    const link = found ? undefined : take(reader, SEPARATOR);
    if (found) redirect = found;
    else if (link) {
      next(link);
      if (link === '\n') skipDocuments(reader, documents);
    } else if (take(reader, /\(/y)) command.inner.push(...readList(reader));
    else {
      const word = readWord(reader, command);
      const isFirst = command.words.length === 0 && redirect === undefined;
      if (isFirst && /^(?:if|for|while|until|case|select)$/.test(word.text)) branches += 1;
      if (isFirst && /^(?:fi|done|esac)$/.test(word.text)) branches -= 1;
      command.isBranch = branches > 0;
      if (redirect === undefined) {
        if (!isFirst || !KEYWORD.test(word.text)) command.words.push(word);
      } else if (/^<<-?$/.test(redirect)) documents.push(word.text);
      else if (redirect.includes('>')) command.outputs.push({ operator: redirect, target: word });
      redirect = undefined;
    }
  }
  next('');
  reader.depth -= 1;
  return commands;
}

function emptyCommand(link: string): ShellCommand {
  return { link, isBranch: false, words: [], outputs: [], inner: [] };
}

/** What `pattern` finds at this place, which is then passed; empty where it finds nothing. */
function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.index;
  const found = pattern.exec(reader.source)?.[0] ?? '';
  reader.index += found.length;
  return found;
}

function readWord(reader: Reader, command: ShellCommand): ShellWord {
  const { source } = reader;
  const word: ShellWord = { text: '', isOpen: false };
  let isQuoted = false;
  for (; reader.index < source.length; reader.index += 1) {
    const char = source[reader.index] ?? '';
    if (!isQuoted && /[ \t\r\n;|&<>()]/.test(char)) break;
    if (char === '"') isQuoted = !isQuoted;
    else if (char === '\\') word.text += escaped(source[(reader.index += 1)] ?? '', isQuoted);
    else if (char === '`' || (char === "'" && !isQuoted)) {
      const end = endOf(source, char, reader.index + 1);
      if (char === '`') word.isOpen = true;
      word.text += source.slice(reader.index + 1, end);
      reader.index = end;
    } else if (char === '$' && source[reader.index + 1] === '(') {
      word.isOpen = true;
      reader.index += 1;
      if (!take(reader, EXPRESSION)) {
        reader.index += 1;
        command.inner.push(...readList(reader));
      }
      reader.index -= 1;
    } else {
      word.isOpen ||= isQuoted ? char === '$' : /[$*?[\]{}~]/.test(char);
      word.text += char;
    }
  }
  return word;
}

function escaped(char: string, isQuoted: boolean): string {
  return isQuoted && !/["\\$`]/.test(char) ? `\\${char}` : char;
}

function skipDocuments(reader: Reader, ends: string[]): void {
  for (const end of ends.splice(0)) {
    let line: string;
    do {
      const lineEnd = endOf(reader.source, '\n', reader.index);
      line = reader.source.slice(reader.index, lineEnd);
      reader.index = lineEnd + 1;
    } while (reader.index < reader.source.length && line.trim() !== end);
  }
}

function endOf(source: string, text: string, from: number): number {
  const index = source.indexOf(text, from);
  return index === -1 ? source.length : index;
}
