import { isAbsolute, join, normalize } from 'node:path';
import { shellCommands, type ShellCommand, type ShellWord } from './shell-words.ts';

export type FileChange = { path: string; change: 'created' | 'edited' | 'removed' };

type Target = { target: ShellWord | undefined; change: FileChange['change'] };

/** Folders that a command line is in one after the other; `undefined` for one that is not known. */
type Place = { folder: string | undefined; before?: string | undefined };

/**
 * Files that a shell command writes, moves or removes, as far as its words tell: names that the
 * shell would still expand are left out. Relative names are taken from `folder`. Of a line that
 * `failed` only what ran whatever failed after it.
 */
export function shellFileChanges(
  source: string,
  folder: string | undefined,
  failed = false,
): FileChange[] {
  const commands = shellCommands(source);
  const ran = failed ? surelyRan(commands) : undefined;
  return changesIn(commands, { folder }, ran);
}

function changesIn(commands: ShellCommand[], place: Place, ran?: Set<ShellCommand>): FileChange[] {
  return commands.flatMap((command) => {
    // A subshell starts in the folder of the moment, and leaves it as it was.
    const inner = changesIn(command.inner, { ...place });
    const [name = '', ...args] = plainWords(command);
    if (name === 'cd' || name === 'pushd' || name === 'popd') changeFolder(place, args[0]);
    const own = [...outputTargets(command), ...commandTargets(name, args)];
    const changes = own.flatMap(({ target, change }) => {
      if (!target || target.isOpen || !isFile(target.text)) return [];
      return [{ path: resolveIn(place.folder, target.text), change }];
    });
    return ran && !ran.has(command) ? [] : [...inner, ...changes];
  });
}

function changeFolder(place: Place, target: ShellWord | undefined): void {
  const { folder, before } = place;
  place.before = folder;
  if (target === undefined || target.text === '-') place.folder = before;
  else place.folder = target.isOpen ? undefined : resolveIn(folder, target.text);
}

/** The first command of each chain but the last; what follows a `cd` alone is first too. */
function surelyRan(commands: ShellCommand[]): Set<ShellCommand> {
  const ran = new Set<ShellCommand>();
  let isSure = true;
  let stopsAtErrors = false;
  let before = '';
  for (const [index, command] of commands.entries()) {
    const { link, isBranch, words } = command;
    if (link === '||') isSure = false;
    else if (link === '&&' || stopsAtErrors) isSure &&= before === 'cd' || before === 'set';
    else if (!link.startsWith('|')) isSure = true;
    before = words[0]?.text ?? '';
    stopsAtErrors ||= before === 'set' && /^-\w*e/.test(words[1]?.text ?? '');
    const after = commands[index + 1]?.link;
    if (isSure && !isBranch && after !== undefined && after !== '||') ran.add(command);
  }
  return ran;
}

function outputTargets({ outputs }: ShellCommand): Target[] {
  return outputs.flatMap(({ operator, target }) => {
    // Of errors alone a log is kept, not work.
    if (operator.startsWith('2')) return [];
    return [{ target, change: operator.includes('>>') ? 'edited' : 'created' } as const];
  });
}

/** Letters of options that a value follows, by command. */
const WITH_VALUE = table({
  touch: 'rdt',
  truncate: 'sr',
  cp: 'tS',
  mv: 'tS',
  sed: 'efli',
  gsed: 'efli',
  perl: 'eEMmICxFi',
  curl: 'AbcCdDeEFHKmoPQrtTuUwxXyYz',
  wget: 'oaetOTwQPUlARDIXB',
  git: 'Cc',
  sudo: 'ugpCh',
  env: 'uCS',
  nice: 'n',
  time: 'fo',
});

const LONG = table({
  output: 'o',
  'output-document': 'O',
  expression: 'e',
  file: 'f',
  'target-directory': 't',
  size: 's',
  reference: 'r',
  date: 'd',
  user: 'u',
  append: 'a',
  'in-place': 'i',
});

/** Without what every object has: a command may be named `constructor`. */
function table(entries: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(entries));
}

type Arguments = { operands: ShellWord[]; options: Map<string, ShellWord> };

function readArguments(name: string, args: ShellWord[]): Arguments {
  const operands: ShellWord[] = [];
  const options = new Map<string, ShellWord>();
  const withValue = WITH_VALUE.get(name) ?? '';
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (!arg) continue;
    const [, long, given] = /^--([\w-]+)(?:=([^]*))?$/.exec(arg.text) ?? [];
    // The suffix of a copy stands in the same word, if at all.
    const value = (letter: string, own: string | undefined): void => {
      const follows = own === undefined && withValue.includes(letter) && letter !== 'i';
      options.set(
        letter,
        (follows ? args[(index += 1)] : undefined) ?? { ...arg, text: own ?? '' },
      );
    };
    if (arg.text === '--') return { operands: [...operands, ...args.slice(index + 1)], options };
    if (long !== undefined) value(LONG.get(long) ?? long, given);
    else if (/^-./.test(arg.text)) {
      for (let at = 1; at < arg.text.length; at += 1) {
        const letter = arg.text.charAt(at);
        const takes = withValue.includes(letter);
        value(letter, takes ? arg.text.slice(at + 1) || undefined : '');
        if (takes) break;
      }
    } else if (WRAPPERS.has(name)) return { operands: args.slice(index), options };
    else operands.push(arg);
  }
  return { operands, options };
}

function commandTargets(name: string, args: ShellWord[]): Target[] {
  const { operands, options } = readArguments(name, args);
  const all = (change: Target['change'], targets: (ShellWord | undefined)[]): Target[] =>
    targets.map((target) => ({ target, change }));
  switch (name) {
    case 'tee':
      return all(options.has('a') ? 'edited' : 'created', operands);
    case 'touch':
      return all('created', operands);
    case 'truncate':
      return all('edited', operands);
    case 'rm':
    case 'unlink':
      return all('removed', operands);
    case 'mv':
    case 'cp': {
      const folder = options.get('t');
      const sources = folder ? operands : operands.slice(0, -1);
      const target = folder ?? operands.at(-1);
      const created =
        target && (folder || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target.text))
          ? sources.map((source) => inFolder(target, source))
          : sources.map(() => target);
      return [...all('removed', name === 'mv' ? sources : []), ...all('created', created)];
    }
    case 'sed':
    case 'gsed':
    case 'perl': {
      const hasScript = ['e', 'E', 'f'].some((letter) => options.has(letter));
      return options.has('i') ? all('edited', operands.slice(hasScript ? 0 : 1)) : [];
    }
    case 'curl':
      return all('created', [options.get('o')]);
    case 'wget':
      return all('created', [options.get('O')]);
    case 'git': {
      const [verb, ...rest] = operands;
      return /^(?:mv|rm)$/.test(verb?.text ?? '') ? commandTargets(verb?.text ?? '', rest) : [];
    }
    default:
      return [];
  }
}

function inFolder(folder: ShellWord, { text, isOpen }: ShellWord): ShellWord {
  const name = text.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return { text: `${folder.text}/${name}`, isOpen: isOpen || folder.isOpen };
}

/** They run the command that follows them. */
const WRAPPERS = new Set(['sudo', 'env', 'nice', 'time', 'command', 'nohup', 'exec']);

/** The name of what a command runs, and its arguments: without assignments and what only starts it. */
function plainWords({ words }: Pick<ShellCommand, 'words'>): [string?, ...ShellWord[]] {
  const start = words.findIndex(({ text }) => !/^\w+=/.test(text));
  const [first, ...args] = start === -1 ? [] : words.slice(start);
  if (!first) return [];
  if (!WRAPPERS.has(first.text)) return [first.text, ...args];
  return plainWords({ words: readArguments(first.text, args).operands });
}

function isFile(path: string): boolean {
  return path !== '' && !/^\/dev\/|^[-.]$|\/$/.test(path);
}

function resolveIn(folder: string | undefined, path: string): string {
  if (isAbsolute(path) || folder === undefined) return normalize(path);
  return join(folder, path);
}
