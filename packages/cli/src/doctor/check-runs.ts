import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '@carryover/hooks-runtime';
import {
  createHookHost,
  type ConfiguredHook,
  type HookResult,
} from '@carryover/hooks-runtime/host';
import { readRuns } from '../run-history.ts';
import { missingProgram } from '../settings/missing-program.ts';
import type { Finding } from './finding.ts';
import { renew } from './renew.ts';
import { SAMPLE_INPUTS, SAMPLE_SESSION, writeSampleTranscript } from './sample-session.ts';
import type { DoctorScene } from './scene.ts';

/**
 * Runs the very commands from the settings as the client does, for a session of two lines, in a home
 * below `temporary`: nothing is written where the person's own states are.
 */
export async function checkRuns(
  scene: DoctorScene,
  temporary: string,
): Promise<{ findings: Finding[]; ran: number; failing: string[] }> {
  const home = join(temporary, 'home');
  mkdirSync(home);
  const transcriptPath = writeSampleTranscript(temporary, scene.folder);
  const { active: hooks, folder: cwd } = scene;
  const env = sampleEnvironment(scene.env, home);
  const host = createHookHost({
    hooks,
    session: { sessionId: SAMPLE_SESSION, transcriptPath, cwd, env },
    spillDir: temporary,
  });
  const hasPlugin = hooks.some(({ scope }) => scope === 'plugin');
  const causes = new Map<string, ConfiguredHook[]>();
  let ran = 0;
  for (const hookInput of SAMPLE_INPUTS) {
    // One after the other, as in a session: each needs what the one before has left.
    // oxlint-disable-next-line no-await-in-loop
    const { results } = await host.executeHooks({ hookInput });
    const [run] = readRuns(home, SAMPLE_SESSION).filter(
      ({ event }) => event === hookInput.hook_event_name,
    );
    ran += results.length;
    for (const result of results) {
      const cause = causeOf(result, { run, hasPlugin });
      if (!cause) continue;
      causes.set(cause, [...(causes.get(cause) ?? []), ...sameAs(result.hook, hooks)]);
    }
  }
  host.dispose();
  const findings = [...causes].map(([cause, failing]) => finding(cause, failing, scene));
  const failing = [...causes.values()].flat().map(({ event }) => event);
  return { findings, ran, failing };
}

/** The client runs a command once, in however many files it stands. */
function sameAs({ event, handler }: ConfiguredHook, hooks: ConfiguredHook[]): ConfiguredHook[] {
  return hooks.filter((hook) => hook.event === event && hook.handler.command === handler.command);
}

const STANDS_BACK = "; the plugin's hook stands back for it, so that none does its work";

/** No model is asked, and not by a mark of ours that says so: then the hooks would do nothing. */
function sampleEnvironment(given: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const { CARRYOVER_CHILD: _mark, ...env } = given;
  return { ...env, CARRYOVER_HOME: home, CARRYOVER_WRITER: 'none' };
}

type Beside = { run: RunRecord | undefined; hasPlugin: boolean };

/** What went wrong; `undefined` where nothing did. */
function causeOf(result: HookResult, { run, hasPlugin }: Beside): string | undefined {
  // Its command is silent then, and the plugin does the work.
  const missing = missingProgram(result.hook.handler);
  if (missing !== undefined) return `${missing} not found`;
  const failure = failureOf(result, run);
  const isWaitedFor = hasPlugin && result.hook.scope !== 'plugin';
  return failure && isWaitedFor ? failure + STANDS_BACK : failure;
}

function failureOf(result: HookResult, run: RunRecord | undefined): string | undefined {
  const { ending, exitCode, stderr, stdout, hook } = result;
  if (ending === 'async') return 'it is async, so Claude Code does not wait for what it says';
  if (ending !== 'exited') return `it ${ending === 'not started' ? 'was not started' : ending}`;
  if (exitCode !== 0) return `exit code ${exitCode}: ${lastWords(stderr)}`;
  if (run === undefined) return 'it ended well, yet no hook of carryover has run';
  if (run.outcome === 'failed') return `it failed: ${run.reason}`;
  if (hook.event !== 'PreCompact' && !isDocument(stdout))
    return `its answer is not one JSON document; it begins with ${JSON.stringify(stdout.slice(0, 40))}`;
  return undefined;
}

/** The line that names the error is not always the last. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /Error:|not found/.test(line)) ?? lines.at(-1) ?? '').slice(0, 300);
}

function isDocument(stdout: string): boolean {
  try {
    return stdout.trim() === '' || typeof JSON.parse(stdout) === 'object';
  } catch {
    return false;
  }
}

function finding(cause: string, hooks: ConfiguredHook[], scene: DoctorScene): Finding {
  const events = [...new Set(hooks.map(({ event }) => event))].join(', ');
  const command = renew(
    hooks.map(({ file }) => file),
    scene,
  );
  const isGone = /Cannot find module|not found|ENOENT|No such file/.test(cause);
  if (isGone)
    return {
      id: 'program-missing',
      says: `The registered command does not start (${events}): ${cause}.`,
      remedy: hooks.every(({ scope }) => scope === 'plugin')
        ? `The plugin starts node by its name: put it on the PATH that Claude Code is started with. ${command} if the plugin's own program has gone; npm install -g carryover where it runs in a folder of that.`
        : `${command}: it puts its program back and records the path of this node.`,
    };
  return {
    id: 'hook-fails',
    says: `Run as Claude Code runs it, the registered command does not work (${events}): ${cause}.`,
    remedy: `If text stands before the answer, take it out of what prints it; else: ${command.charAt(0).toLowerCase()}${command.slice(1)}.`,
  };
}
