import { defineHook, type HookContext } from '@carryover/hooks-runtime';
import {
  appendLedger,
  findRecentState,
  injectionMark,
  MAX_INJECTION_UNITS,
  readLedger,
  renderInjection,
  resumedContext,
  snapshotSession,
  statePaths,
  takeNotes,
  type SessionState,
} from '@carryover/state-file';
import { loadRedact } from './load-redact.ts';
import { narrativeOf } from './narrative.ts';
import {
  ownState,
  projectOf,
  recordCompaction,
  transcriptOf,
  type SessionInput,
} from './session-files.ts';

/** Hours for which another session's state of the project is worth giving to a resumed one. */
const RESUME_MAX_AGE_HOURS = 72;

/** A state that PreCompact made longer ago was not made for this compaction. */
const COMPACTION_MINUTES = 30;

type Place = { home: string; project: string; input: SessionInput };

/** Gives the state back before the person speaks. */
export const sessionStart = defineHook('SessionStart', {}, async (input, context) => {
  if (input.agent_id) return context.skip('a sub-agent starts');
  const { home } = context;
  if (!home) return context.skip('no home folder');
  const place = { home, project: projectOf(input), input };
  if (input.source === 'compact') return afterCompaction(place, context);
  if (input.source === 'resume') return onResume(place, context);
  return context.skip(`nothing to give back at ${String(input.source)}`);
});

/** Gives the state of the compaction that just was. */
export async function afterCompaction(place: Place, context: HookContext) {
  const { home, input } = place;
  const state = await stateOfCompaction(place, context);
  recordCompaction(home, input);
  return state
    ? give(place, state, context)
    : context.skip('no state and no transcript to make one from');
}

/** What PreCompact made; where the client did not run it, the state is made here. */
async function stateOfCompaction(
  place: Place,
  context: HookContext,
): Promise<SessionState | undefined> {
  const { home, input } = place;
  const newest = readLedger(home, input.session_id).findLast(({ type }) => type !== 'delivered');
  const now = new Date();
  const oldest = now.getTime() - COMPACTION_MINUTES * 60_000;
  const state = ownState(home, input);
  if (state && newest?.type === 'state' && Date.parse(newest.at) >= oldest) return state;
  const transcript = transcriptOf(input);
  if ('missing' in transcript) return state;
  return (await makeState(place, transcript.path, context)) ?? state;
}

function onResume(place: Place, context: HookContext) {
  const own = ownState(place.home, place.input);
  return own ? giveOwn(place, own, context) : giveRecent(place, context);
}

/** What the resumed context holds anyway is not given again. */
async function giveOwn(place: Place, own: SessionState, context: HookContext) {
  const transcript = transcriptOf(place.input);
  if ('missing' in transcript) return give(place, own, context);
  const held = resumedContext(transcript.path, injectionMark(own.session));
  if (held === 'marked') return context.skip('the resumed context still holds the state');
  if (held === 'whole') return context.skip('the resumed context holds the whole conversation');
  // The session went on after that state: old work must not come back as the last request.
  return give(place, (await makeState(place, transcript.path, context)) ?? own, context);
}

function giveRecent(place: Place, context: HookContext) {
  const { home, project, input } = place;
  const options = { except: input.session_id, maxAgeHours: RESUME_MAX_AGE_HOURS, now: new Date() };
  const state = findRecentState(home, project, options);
  if (!state) return context.skip('no state of this session, none of the project within 72 h');
  const transcript = transcriptOf(input);
  const mark = injectionMark(state.session);
  if ('path' in transcript && resumedContext(transcript.path, mark) === 'marked') {
    return context.skip('the resumed context still holds the state');
  }
  return give(place, state, context);
}

async function makeState(
  { home, project, input }: Place,
  transcript: string,
  context: HookContext,
): Promise<SessionState | undefined> {
  const session = input.session_id;
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

async function give({ home, input }: Place, given: SessionState, context: HookContext) {
  const state = await takeNotes(home, given, () => loadRedact(context));
  const { session, project, generation } = state;
  const now = new Date();
  const path = statePaths(home, project, session).markdown;
  const narrative = narrativeOf(home, state, context);
  const room = narrative === '' ? {} : { maxUnits: MAX_INJECTION_UNITS - narrative.length - 2 };
  const injection = renderInjection(state, { path, now, session: input.session_id, ...room });
  const additionalContext = [injection, narrative].filter(Boolean).join('\n\n');
  appendLedger(home, input.session_id, {
    type: 'delivered',
    at: now.toISOString(),
    generation,
    of: session,
  });
  context.note(
    `gave state ${generation}${session === input.session_id ? '' : ` of session ${session}`}` +
      (narrative === '' ? '' : ' with its narrative'),
  );
  return { hookSpecificOutput: { additionalContext } };
}
