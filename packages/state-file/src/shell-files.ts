import { isAbsolute, join, normalize } from 'node:path';
import { shellCommands, type ShellCommand, type ShellWord } from './shell-words.ts';

export type FileChange = { path: string; change: 'created' | 'edited' | 'removed' };

/**
 * Files that a shell command writes, moves or removes, as far as its words tell: names that the
 * shell would still expand are left out. Relative names are taken from `folder`.
 */
export function shellFileChanges(source: string, folder: string | undefined): FileChange[] {
  let current = folder;
  return shellCommands(source).flatMap((command) => {
    const [name = '', ...args] = plainWords(command);
    if (name === 'cd') {
      current = args[0] === undefined ? undefined : resolveIn(current, args[0]);
      return [];
    }
    return [...outputChanges(command), ...commandChanges(name, args)].flatMap((change) => {
      const path = isFile(change.path) ? resolveIn(current, change.path) : undefined;
      return path === undefined ? [] : [{ ...change, path }];
    });
  });
}

function outputChanges({ outputs }: ShellCommand): FileChange[] {
  return outputs.flatMap(({ operator, target }) => {
    // Of errors alone a log is kept, not work.
    if (target.isOpen || operator.startsWith('2')) return [];
    return [{ path: target.text, change: operator.includes('>>') ? 'edited' : 'created' } as const];
  });
}

function commandChanges(name: string, args: string[]): FileChange[] {
  const files = args.filter((arg) => !arg.startsWith('-'));
  const all = (change: FileChange['change'], paths: (string | undefined)[]): FileChange[] =>
    paths.flatMap((path) => (path === undefined ? [] : [{ path, change }]));
  switch (name) {
    case 'tee':
      return all(args.includes('-a') ? 'edited' : 'created', files);
    case 'touch':
    case 'truncate':
      return all('created', files);
    case 'rm':
    case 'unlink':
      return all('removed', files);
    case 'mv':
      return [...all('removed', files.slice(0, -1)), ...all('created', files.slice(1).slice(-1))];
    case 'cp':
      return all('created', files.slice(1).slice(-1));
    case 'sed':
    case 'gsed':
    case 'perl':
      return editsInPlace(args) ? all('edited', inPlaceFiles(args)) : [];
    case 'curl':
      return all('created', [optionValue(args, '-o', '--output')]);
    case 'wget':
      return all('created', [optionValue(args, '-O', '--output-document')]);
    case 'git': {
      const [verb = '', ...rest] = args;
      return verb === 'mv' || verb === 'rm' ? commandChanges(verb, rest) : [];
    }
    case 'sudo':
    case 'command':
      return commandChanges(args[0] ?? '', args.slice(1));
    default:
      return [];
  }
}

function editsInPlace(args: string[]): boolean {
  return args.some((arg) => /^(-[a-zA-Z]*i|--in-place)/.test(arg));
}

/** Without `-e` or `-f` the first word is the script. */
function inPlaceFiles(args: string[]): string[] {
  const files: string[] = [];
  let hasScript = args.some((arg) => /^-(?:[a-zA-Z]*e|f)$/.test(arg));
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (/^-(?:[a-zA-Z]*e|f)$/.test(arg)) index += 1;
    else if (arg.startsWith('-') || arg === '') continue;
    else if (hasScript) files.push(arg);
    else hasScript = true;
  }
  return files;
}

function optionValue(args: string[], ...names: string[]): string | undefined {
  const index = args.findIndex((arg) => names.includes(arg));
  return index === -1 ? undefined : args[index + 1];
}

/** Assignments before a command are not part of it. */
function plainWords({ words }: ShellCommand): string[] {
  const start = words.findIndex(({ text }) => !/^\w+=/.test(text));
  return start === -1
    ? []
    : words
        .slice(start)
        .filter(isKnown)
        .map(({ text }) => text);
}

function isKnown(word: ShellWord): boolean {
  return !word.isOpen;
}

function isFile(path: string): boolean {
  return path !== '' && !/^\/dev\/|^[-.]$|\/$/.test(path);
}

function resolveIn(folder: string | undefined, path: string): string {
  if (isAbsolute(path) || folder === undefined) return normalize(path);
  return join(folder, path);
}
