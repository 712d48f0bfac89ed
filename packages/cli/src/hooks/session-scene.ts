import { existsSync } from 'node:fs';
import type { HookContext } from '@carryover/hooks-runtime';
import {
  appendLedger,
  failureOf,
  isAsSaved,
  MAX_INJECTION_UNITS,
  readPins,
  renderInjection,
  statePaths,
  withPins,
  type SessionState,
} from '@carryover/state-file';
import { retentionOf, type Config } from '../config/keys.ts';
import { failureCode } from './failure-code.ts';
import { loadFacts } from './load-facts.ts';
import { loadRedact } from './load-redact.ts';
import { narrativeOf } from './narrative.ts';
import type { SessionInput } from './session-files.ts';

/** A session that starts or goes on, and what its hook works with. */
export type SessionScene = {
  home: string;
  project: string;
  input: SessionInput;
  config: Config;
  context: HookContext;
};

/** Makes the state of a session, by default of the one that starts. */
export async function makeState(
  { home, project, input, config, context }: SessionScene,
  transcript: string,
  session = input.session_id,
): Promise<SessionState | undefined> {
  const snapshot = await loadFacts().snapshotSession({
    home,
    project,
    session,
    transcript,
    now: new Date(),
    folder: input.cwd,
    redact: loadRedact(context),
    retention: retentionOf(config),
    signal: context.signal,
  });
  return snapshot.ok ? snapshot.state : undefined;
}

/** The state for the model, with the notes that are written into it or pinned by now. */
export async function give({ home, input, context }: SessionScene, given: SessionState) {
  const state = isAsSaved(home, given)
    ? given
    : await loadFacts().takeNotes(home, given, () => loadRedact(context));
  const { session, project, generation } = state;
  const now = new Date();
  const { markdown } = statePaths(home, project, session);
  const path = existsSync(markdown) ? markdown : undefined;
  const pinned = withPins(state, readPins(home, project));
  // A client that kept no text of hooks has lost the narrative too, and nobody makes one on resume.
  const orEarlier = input.source === 'resume';
  const narrative = narrativeOf(home, state, context, { orEarlier });
  const room = narrative === '' ? {} : { maxUnits: MAX_INJECTION_UNITS - narrative.length - 2 };
  const injection = renderInjection(pinned, { path, now, session: input.session_id, ...room });
  const additionalContext = [injection, narrative].filter(Boolean).join('\n\n');
  const at = now.toISOString();
  // A home that takes nothing does not cost the model its state.
  const unnoted = failureOf(() =>
    appendLedger(home, input.session_id, { type: 'delivered', at, generation, of: session }),
  );
  context.note(
    `gave state ${generation}${session === input.session_id ? '' : ` of session ${session}`}` +
      (narrative === '' ? '' : ' with its narrative') +
      (unnoted === undefined ? '' : `, not written down: ${failureCode(unnoted)}`),
  );
  return { hookSpecificOutput: { additionalContext } };
}
