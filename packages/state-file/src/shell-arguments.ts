import type { ShellCommand, ShellWord } from './shell-words.ts';

/** Letters of options that a value follows, by command. */
const WITH_VALUE = new Map(
  Object.entries({
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
    timeout: 'ks',
    npx: 'pcw',
    npm: 'Cw',
    pnpm: 'CF',
    yarn: 'C',
    bun: 'CF',
    turbo: 'CF',
    make: 'Cf',
    cargo: 'p',
  }),
);

const LONG = new Map(
  Object.entries({
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
    prefix: 'C',
    dir: 'C',
    cwd: 'C',
    workspace: 'w',
    filter: 'F',
    package: 'p',
  }),
);

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

/** The name of what a command runs, and its arguments: without assignments and what only starts it. */
export function plainWords({ words }: Pick<ShellCommand, 'words'>): [string?, ...ShellWord[]] {
  const start = words.findIndex(({ text }) => !/^\w+=/.test(text));
  const [first, ...args] = start === -1 ? [] : words.slice(start);
  if (!first) return [];
  if (!WRAPPERS.has(first.text)) return [first.text, ...args];
  const { operands } = readArguments(first.text, args);
  // The time that `timeout` grants stands before the command.
  return plainWords({ words: operands.slice(first.text === 'timeout' ? 1 : 0) });
}
