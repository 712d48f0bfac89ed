export type ShellWord = {
  text: string;
  /** Has a variable, a command or a pattern in it: what it stands for is not known. */
  isOpen: boolean;
};

export type ShellCommand = {
  words: ShellWord[];
  /** Files that its output goes to, with `>>` for those that are appended to. */
  outputs: { operator: string; target: ShellWord }[];
};

const OPERATOR = /^(?:&&|\|\||;;|[;|&\n()]|[0-9&]*>>?\|?(?:&[0-9-]+)?|[0-9]*<<<|<<-?|[0-9]*<)/;
const SEPARATOR = /^(?:&&|\|\||;;|[;|&\n()])$/;

/** The simple commands of a shell line, in order. Bodies of here-documents are passed over. */
export function shellCommands(source: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let command: ShellCommand = { words: [], outputs: [] };
  let operator: string | undefined;
  const hereDocuments: string[] = [];
  const flush = (): void => {
    if (command.words.length > 0 || command.outputs.length > 0) commands.push(command);
    command = { words: [], outputs: [] };
  };
  for (let rest = source; rest !== '';) {
    const space = /^(?:[ \t\r]|\\\n)+/.exec(rest)?.[0].length ?? 0;
    if (space > 0) {
      rest = rest.slice(space);
      continue;
    }
    if (rest.startsWith('#')) {
      rest = rest.slice(lineEnd(rest));
      continue;
    }
    const found = OPERATOR.exec(rest)?.[0];
    if (found) {
      rest = rest.slice(found.length);
      if (SEPARATOR.test(found)) flush();
      if (found === '\n') rest = skipDocuments(rest, hereDocuments);
      operator = SEPARATOR.test(found) || /&[0-9-]+$/.test(found) ? undefined : found;
      continue;
    }
    const { word, length } = readWord(rest);
    rest = rest.slice(length);
    if (operator === undefined) command.words.push(word);
    else if (operator.startsWith('<<') && operator !== '<<<') hereDocuments.push(word.text);
    else if (operator.includes('>')) command.outputs.push({ operator, target: word });
    operator = undefined;
  }
  flush();
  return commands;
}

function readWord(source: string): { word: ShellWord; length: number } {
  const word: ShellWord = { text: '', isOpen: false };
  let index = 0;
  for (; index < source.length; index += 1) {
    const char = source[index] ?? '';
    if (/[\s;|&<>()]/.test(char)) break;
    if (char === "'") {
      const end = endOf(source, "'", index + 1);
      word.text += source.slice(index + 1, end);
      index = end;
    } else if (char === '"') {
      const end = closingQuote(source, index + 1);
      const inside = source.slice(index + 1, end);
      word.isOpen ||= /[$`]/.test(inside);
      word.text += inside.replace(/\\(["\\$`])/g, '$1');
      index = end;
    } else if (char === '\\') {
      word.text += source[index + 1] ?? '';
      index += 1;
    } else {
      word.isOpen ||= /[$`*?[\]{}~]/.test(char);
      word.text += char;
    }
  }
  // An operator character that starts no operator must not stop the reading for good.
  return { word, length: Math.max(1, index) };
}

function skipDocuments(source: string, ends: string[]): string {
  let rest = source;
  for (const end of ends.splice(0)) {
    let line: string;
    do {
      line = rest.slice(0, lineEnd(rest));
      rest = rest.slice(line.length + 1);
    } while (rest !== '' && line.trim() !== end);
  }
  return rest;
}

function closingQuote(source: string, from: number): number {
  for (let index = from; index < source.length; index += 1) {
    if (source[index] === '\\') index += 1;
    else if (source[index] === '"') return index;
  }
  return source.length;
}

function endOf(source: string, text: string, from: number): number {
  const index = source.indexOf(text, from);
  return index === -1 ? source.length : index;
}

function lineEnd(source: string): number {
  return endOf(source, '\n', 0);
}
