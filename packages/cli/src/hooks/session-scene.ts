import type { HookContext } from '@carryover/hooks-runtime';
import type { HookInputOf } from '@carryover/schemas';
import {
  appendLedger,
  readPins,
  renderInjection,
  snapshotSession,
  statePaths,
  withPins,
  type SessionState,
} from '@carryover/state-file';
import type { Config } from '../config/keys.ts';
import { loadRedact } from './load-redact.ts';

/** A session that starts, and what its hook works with. */
export type SessionScene = {
  home: string;
  project: string;
  input: HookInputOf<'SessionStart'>;
  config: Config;
  context: HookContext;
};

/** Makes the state of a session, by default of the one that starts. */
export async function makeState(
  { home, project, input, context }: SessionScene,
  transcript: string,
  session = input.session_id,
): Promise<SessionState | undefined> {
  const snapshot = await snapshotSession({
    home,
    project,
    session,
    transcript,
    now: new Date(),
    folder: input.cwd,
    redact: loadRedact(context),
    signal: context.signal,
  });
  return snapshot.ok ? snapshot.state : undefined;
}

/** The state for the model, with the notes that are pinned by now. */
export function give({ home, input, context }: SessionScene, state: SessionState) {
  const { session, project, generation } = state;
  const now = new Date();
  const path = statePaths(home, project, session).markdown;
  const pinned = withPins(state, readPins(home, project));
  const additionalContext = renderInjection(pinned, { path, now, session: input.session_id });
  appendLedger(home, input.session_id, {
    type: 'delivered',
    at: now.toISOString(),
    generation,
    of: session,
  });
  context.note(
    `gave state ${generation}${session === input.session_id ? '' : ` of session ${session}`}`,
  );
  return { hookSpecificOutput: { additionalContext } };
}
