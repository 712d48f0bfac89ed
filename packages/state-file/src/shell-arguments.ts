import type { ShellCommand, ShellWord } from './shell-words.ts';

/** Letters of options that a value follows, by command. */
const WITH_VALUE = table(
  'touch:rdt truncate:sr cp:tS mv:tS sed:efli gsed:efli perl:eEMmICxFi ' +
    'curl:AbcCdDeEFHKmoPQrtTuUwxXyYz wget:oaetOTwQPUlARDIXB git:Cc sudo:ugpCh env:uCS nice:n ' +
    'time:fo timeout:ks npx:pcw npm:Cw pnpm:CF yarn:C bun:CF turbo:CF make:Cf cargo:p',
);

/** The letter that says the same as a long option. */
const LONG = table(
  'output:o output-document:O expression:e file:f target-directory:t size:s reference:r date:d ' +
    'user:u append:a in-place:i prefix:C dir:C cwd:C workspace:w filter:F package:p',
);

/** Without what every object has: a command may be named `constructor`. */
function table(entries: string): Map<string, string> {
  return new Map(
    Array.from(entries.matchAll(/(\S+):(\S+)/g), ([, name = '', letters = '']) => [name, letters]),
  );
}

type Arguments = { operands: ShellWord[]; options: Map<string, ShellWord> };

/** Of options that a value follows the value, of others an empty word; by letter, or long name. */
export function readArguments(name: string, args: ShellWord[]): Arguments {
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

/** They run the command that follows them. */
const WRAPPERS = new Set(
  'sudo env nice time timeout command nohup exec npx pnpx bunx uvx'.split(' '),
);

/** Nobody wraps a command so often; of one that is, the name is not found. */
const MAX_WRAPPERS = 9;

/** The name of what a command runs, and its arguments: without assignments and what only starts it. */
export function plainWords({ words }: Pick<ShellCommand, 'words'>): [string?, ...ShellWord[]] {
  let rest = words;
  for (let wrappers = 0; wrappers <= MAX_WRAPPERS; wrappers += 1) {
    const start = rest.findIndex(({ text }) => !/^\w+=/.test(text));
    const [first, ...args] = start === -1 ? [] : rest.slice(start);
    if (!first) return [];
    if (!WRAPPERS.has(first.text)) return [first.text, ...args];
    const { operands } = readArguments(first.text, args);
    // The time that `timeout` grants stands before the command.
    rest = operands.slice(first.text === 'timeout' ? 1 : 0);
  }
  return [];
}
