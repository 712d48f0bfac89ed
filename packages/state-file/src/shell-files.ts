import { isAbsolute, join, normalize } from 'node:path';
import { plainWords, readArguments } from './shell-arguments.ts';
import type { ShellCommand, ShellWord } from './shell-words.ts';

export type FileChange = { path: string; change: 'created' | 'edited' | 'removed' };

type Target = { target: ShellWord | undefined; change: FileChange['change'] };

/** Folders that a command line is in one after the other; `undefined` for one that is not known. */
type Place = { folder: string | undefined; before?: string | undefined };

/** A change by a command; `isSure` where it was made whatever failed after it. */
export type ShellChange = FileChange & { isSure: boolean };

/**
 * Files that shell commands write, move or remove, as far as their words tell: names that the shell
 * would still expand are left out. Relative names are taken from `folder`.
 */
export function shellFileChanges(
  commands: ShellCommand[],
  folder: string | undefined,
): ShellChange[] {
  return changesIn(commands, { folder });
}

function changesIn(commands: ShellCommand[], place: Place): ShellChange[] {
  const ran = surelyRan(commands);
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
    return [...inner, ...changes].map((change) => ({ ...change, isSure: ran.has(command) }));
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

function isFile(path: string): boolean {
  return path !== '' && !/^\/dev\/|^[-.]$|\/$/.test(path);
}

function resolveIn(folder: string | undefined, path: string): string {
  if (isAbsolute(path) || folder === undefined) return normalize(path);
  return join(folder, path);
}
