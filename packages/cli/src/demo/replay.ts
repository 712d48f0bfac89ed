import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playHook } from '../play-hook.ts';
import { REGISTRATIONS } from '../settings/hook-entries.ts';
import type { RecordedEvent, RecordedSession } from './recorded-session.ts';

/** One hook of the installed product, run as its own process. */
export type Step = {
  event: string;
  /** What started it: `manual`, `compact`, the prompt's first words, … */
  trigger: string;
  at: string;
  /** Wall time of the whole process, in ms. */
  ms: number;
  exitCode: number | null;
  /** What the hook wrote into its log. */
  outcome: string;
  reason: string;
  /** What the model receives, empty where that is nothing. */
  context: string;
};

export type Replay = {
  /** carryover's folder in the temporary home. */
  home: string;
  project: string;
  play: (session: RecordedSession) => Generator<Step>;
  remove: () => void;
};

type Place = { root: string; home: string; project: string; transcript: string };

/**
 * A temporary home in which a recorded session happens again, event by event.
 *
 * @param kept a new or empty folder to use instead, which stays.
 */
export function prepareReplay(kept?: string): Replay {
  const root = kept ?? mkdtempSync(join(tmpdir(), 'carryover-demo-'));
  const home = join(root, '.claude', 'carryover');
  const project = join(root, 'payment-webhooks');
  const transcript = join(root, 'transcript.jsonl');
  mkdirSync(project, { recursive: true });
  return {
    home,
    project,
    play: (session) => playEvents(session, { root, home, project, transcript }),
    remove: () => {
      if (kept === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

function* playEvents(session: RecordedSession, place: Place): Generator<Step> {
  const registered = new Set(REGISTRATIONS.map(({ event }) => event));
  let onDisk = 0;
  let given = '';
  for (const recorded of session.events) {
    if (!registered.has(recorded.event)) continue;
    const grown = session.transcript.subarray(onDisk, recorded.transcriptBytes);
    // At its first events a session has no transcript yet.
    if (grown.length > 0) {
      appendFileSync(place.transcript, grown);
      appendFileSync(place.transcript, given);
      given = '';
    }
    onDisk = Math.max(onDisk, recorded.transcriptBytes);
    const step = playEvent(recorded, place);
    if (step.context !== '') given += keptByClient(recorded.event, step.context);
    yield step;
  }
}

/** The line in which this client keeps what a hook gave; the recorded session had no such hook. */
function keptByClient(hookEvent: string, context: string): string {
  const attachment = {
    type: 'hook_additional_context',
    content: [context],
    hookName: hookEvent,
    hookEvent,
  };
  return `${JSON.stringify({ type: 'attachment', isSidechain: false, attachment })}\n`;
}

function playEvent({ event, input, at }: RecordedEvent, place: Place): Step {
  const { root, home, project, transcript } = place;
  const { text, ...played } = playHook(
    event,
    { ...input, transcript_path: transcript, cwd: project },
    { home, env: { HOME: root, CLAUDE_PROJECT_DIR: project } },
  );
  // PreCompact speaks to the summariser alone.
  const context = event === 'PreCompact' ? '' : text;
  return { event, trigger: trigger(input), at, ...played, context };
}

function trigger(input: Record<string, unknown>): string {
  const words = [input['trigger'], input['source'], input['prompt']];
  const first = words.find((word) => typeof word === 'string');
  return typeof first === 'string' ? first.replace(/\s+/g, ' ') : '';
}
