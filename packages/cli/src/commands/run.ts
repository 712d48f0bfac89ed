import { statSync } from 'node:fs';
import { hookEvents, isHookEventName } from '@carryover/schemas';
import { claudeConfigDir } from '@carryover/hooks-runtime';
import { createHookHost, loadHooks } from '@carryover/hooks-runtime/host';
import { CliError } from '../cli-error.ts';
import { isRecord } from '../is-record.ts';
import { runReport } from './run-report.ts';

export type RunCommandOptions = {
  /** What matchers are compared with: the trigger, the source, the tool's name, … */
  trigger?: string;
  /** JSON with further fields of the input. */
  input?: string;
  /** A settings file, or settings as JSON. */
  settings?: string;
  plugin?: string[];
  compat?: boolean;
  json?: boolean;
};

/** Runs the hooks that are configured for an event and shows what Claude Code would make of them. */
export async function run(event: string, options: RunCommandOptions): Promise<void> {
  if (!isHookEventName(event))
    throw new CliError(
      `Claude Code has no event ${JSON.stringify(event)}. One of: ${Object.keys(hookEvents).join(', ')}.`,
    );
  const cwd = process.cwd();
  const configDir = claudeConfigDir();
  const { compat = false, plugin: plugins = [] } = options;
  for (const root of plugins) refuseMissing(root);
  const { hooks, problems } = loadHooks({
    cwd,
    compat,
    ...(configDir === undefined ? {} : { configDir }),
    ...settingsOf(options.settings),
    plugins: plugins.map((root) => ({ root })),
  });
  const session = { sessionId: SESSION, transcriptPath: '/dev/null', cwd };
  const host = createHookHost({ hooks, session, compat });
  const { matcher } = hookEvents[event];
  const trigger = options.trigger ?? matcher?.values?.[0];
  const execution = await host.executeHooks({
    hookInput: {
      ...(matcher && trigger !== undefined ? { [matcher.field]: trigger } : {}),
      ...inputOf(options.input),
      hook_event_name: event,
    },
  });
  host.dispose();
  const report = { event, trigger, problems, execution };
  console.log(options.json ? JSON.stringify(report, null, 2) : runReport(report));
}

/** No session has it. */
const SESSION = '00000000-0000-4000-8000-000000000000';

function settingsOf(settings: string | undefined): { settings?: string | object } {
  if (settings === undefined) return {};
  if (settings.trimStart().startsWith('{')) return { settings: parse(settings, '--settings') };
  if (isFolder(settings) !== false)
    throw new CliError(
      `--settings ${settings}: no such file. Name one, or give the settings as a JSON object.`,
    );
  return { settings };
}

/** Claude Code passes over a plugin that is not there; who asks for it here mistyped its name. */
function refuseMissing(plugin: string): void {
  if (!isFolder(plugin))
    throw new CliError(`--plugin ${plugin}: no such folder. Name the folder of a plugin.`);
}

/** `undefined` where nothing is there. */
function isFolder(path: string): boolean | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory();
}

function inputOf(input: string | undefined): object {
  return input === undefined ? {} : parse(input, '--input');
}

function parse(text: string, option: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Said below, as for JSON that is no object.
  }
  throw new CliError(`${option} needs a JSON object, such as '{"tool_name":"Bash"}'.`);
}
