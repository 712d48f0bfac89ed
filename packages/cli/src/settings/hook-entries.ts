import { isRecord } from '../is-record.ts';

/** A hook that carryover registers. */
export type Registration = {
  event: string;
  /** First client version that knows the event; `undefined` for those that every version with hooks has. */
  since?: string;
  /** Seconds after which the client ends the hook: beyond the hook's own budget. */
  timeout: number;
};

/**
 * Before 2.1.110 one unknown event name in the settings silently disables every hook of the file, so
 * an event is registered only with a client that has it (seen with 2.0.77, 2.1.20, 2.1.50, 2.1.76).
 */
export const REGISTRATIONS: Registration[] = [
  { event: 'UserPromptSubmit', timeout: 15 },
  { event: 'PreCompact', timeout: 320 },
  { event: 'SessionStart', timeout: 90 },
  { event: 'PostCompact', since: '2.1.76', timeout: 30 },
];

/** A process for each tool call: only where the person wants it. */
const MID_TURN: Registration = { event: 'PostToolUse', timeout: 15 };

/** What is registered with a client that has every event. */
export function wantedRegistrations({ warnMidTurn }: { warnMidTurn: boolean }): Registration[] {
  return warnMidTurn ? [...REGISTRATIONS, MID_TURN] : REGISTRATIONS;
}

/** The name of the installed bundle. */
export const HOOK_FILE = 'carryover-hook.cjs';

export type HookEntry = { hooks: { type: 'command'; command: string; timeout: number }[] };

/** Absolute paths: hooks must start without help of the PATH. */
export type HookProgram = { node: string; file: string };

/**
 * Silent where the program has gone: another machine has the same settings, a version of Node was
 * removed. `carryover doctor` says so, not an error at every prompt.
 */
export function hookEntry({ event, timeout }: Registration, program: HookProgram): HookEntry {
  const [node, file] = [quote(program.node), quote(program.file)];
  const command = `[ ! -x ${node} ] || [ ! -e ${file} ] || exec ${node} ${file} ${event}`;
  return { hooks: [{ type: 'command', command, timeout }] };
}

/**
 * Of those that are wanted what this client knows; of an unknown version, what all know and what is
 * registered already: the client that was there then knew it.
 */
export function registrationsFor(
  clientVersion: string | undefined,
  wanted: Registration[],
  registered: string[] = [],
): Registration[] {
  return wanted.filter(({ event, since }) => {
    if (since === undefined) return true;
    return clientVersion === undefined
      ? registered.includes(event)
      : isAtLeast(clientVersion, since);
  });
}

/**
 * True for a handler that runs our hooks, whoever wrote it: the installed file, the command, or the
 * built file of the package, or that of the plugin, with the name of an event behind it. What a person
 * puts behind that to silence it (`|| true`, `2>/dev/null`) changes nothing; another command does.
 */
export function isOurs(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { command, args } = value;
  const words = [command, ...(Array.isArray(args) ? args : [])];
  const line = words.filter((word) => typeof word === 'string').join(' ');
  return RUNS_OUR_HOOK.test(line.replace(SHELL_COMMAND, '$2'));
}

/** What a shell is given after `-c`. */
const SHELL_COMMAND = /^\S+\s+-\w*c\s+(['"])([^]*)\1/;

/** Redirections and ends that do no work of their own, to the end of the command. */
export const SILENCED = String.raw`(?:(?:\s*(?:&?>{1,2}|<)|\s+\d>{1,2})\s*(?:&\d|'[^']*'|"[^"]*"|[^\s'"<>&|;]+)|\s*(?:\|\||&&|;)\s*(?:true|:|exit(?:\s+\d+)?))*\s*(?:[;&]\s*)?$`;

const RUNS_OUR_HOOK = new RegExp(
  String.raw`^(?!\s*(?:echo|printf)\s[^;&|]*$)[^]*?(?:(?:[\\/]carryover-hook\.cjs|(?:[\\/]carryover|\$\{CLAUDE_PLUGIN_ROOT\})[\\/]dist[\\/]hook\.cjs)['"]?|(?:[\\/]carryover(?:\.cmd)?['"]?|(?:^|\s)(['"]?)carryover(?:\.cmd)?\1)\s+hook)\s+(['"]?)[A-Z][A-Za-z]+\2(?:\s+plugin)?${SILENCED}`,
);

/** The client runs commands through a POSIX shell; Windows paths are written with slashes there. */
export function quote(path: string): string {
  const slashes = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return `'${slashes.replaceAll("'", `'\\''`)}'`;
}

/** Both as `clientVersion` gives them: three numbers. */
export function isAtLeast(version: string, since: string): boolean {
  return version.localeCompare(since, 'en', { numeric: true }) >= 0;
}
