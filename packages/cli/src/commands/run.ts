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
  const { compat = false } = options;
  const { hooks, problems } = loadHooks({
    cwd,
    compat,
    ...(configDir === undefined ? {} : { configDir }),
    ...settingsOf(options.settings),
    plugins: (options.plugin ?? []).map((root) => ({ root })),
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
  return {
    settings: settings.trimStart().startsWith('{') ? parse(settings, '--settings') : settings,
  };
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
