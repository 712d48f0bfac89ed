import { condense, type Digest } from '@carryover/transcript';
import { NARRATIVE_VERSION, type Narrative } from '../narrative.ts';
import type { Redact } from '../redaction.ts';
import type { SessionState } from '../session-state.ts';
import { loadNarrative } from '../store/narrative-store.ts';
import { loadState } from '../store/state-store.ts';
import { statePaths } from '../store/store-paths.ts';
import { writeAtomic } from '../store/write-atomic.ts';
import { answerSchema } from './answer-schema.ts';
import { askInTurn, type Asked, type Turns } from './ask-in-turn.ts';
import { buildRequest, type ModelRequest } from './build-request.ts';
import { readCalls, recordCall } from './call-ledger.ts';
import { checkClaims } from './check-claims.ts';
import { readAnswer, type Claim } from './read-answer.ts';
import { saveNarrative } from './save-narrative.ts';
import type { Writer } from './writer.ts';

export type EnrichOptions = {
  home: string;
  project: string;
  session: string;
  /** Of the state that is to be enriched. */
  generation: number;
  writer: Writer;
  models: Turns['models'];
  /** Wall time in ms for everything. */
  budgetMs: number;
  /** What the person wrote behind `/compact`. */
  wish?: string | undefined;
  /** Takes secrets out of what is sent and of what comes back. */
  redact: Redact;
  /** Ends the work and all that it has started. */
  signal: AbortSignal;
};

export type Enrichment =
  | { outcome: 'written'; narrative: Narrative }
  /** No call: there is nothing new, or it was made already. */
  | { outcome: 'skipped'; reason: string }
  /** No narrative came of it; the state stands as it is. */
  | { outcome: 'failed'; reason: string };

/** Longest answer that is kept for a look at what went wrong, in UTF-16 units. */
const MAX_KEPT_ANSWER = 256 * 1024;

/**
 * Asks a model for what facts cannot say about a state, and keeps what holds against them beside it.
 * The state itself is not touched. One generation is asked about once, whatever became of it.
 */
export async function enrichSession(options: EnrichOptions): Promise<Enrichment> {
  const began = performance.now();
  const { home, project, session, generation, writer, models, redact, signal } = options;
  const task = findTask(options);
  if ('reason' in task) return { outcome: 'skipped', reason: task.reason };
  const { state, previous, digest } = task;
  const request = await buildRequest({ state, digest, previous, wish: options.wish, redact });
  const { instructions, document } = request;
  const asked = await askInTurn({
    home,
    writer,
    models,
    request: { instructions, document, schema: answerSchema, signal },
    budgetMs: options.budgetMs - (performance.now() - began),
    about: { session, project, generation },
  });
  if (asked.reply.kind !== 'answer')
    return { outcome: 'failed', reason: `${asked.reply.kind}: ${asked.reply.detail}` };
  return keep({ ...task, ...options, asked, text: asked.reply.text, request });
}

type Task = { state: SessionState; previous: Narrative | undefined; digest: Digest };

/** What there is to tell the model, or why it need not be asked. */
function findTask(options: EnrichOptions): Task | { reason: string } {
  const { home, project, session, generation } = options;
  const state = loadState(home, project, session);
  if (state?.generation !== generation) return { reason: 'a newer state has taken its place' };
  const isAsked = readCalls(home).some(
    (call) =>
      call.session === session && call.project === project && call.generation === generation,
  );
  if (isAsked) return { reason: 'a model was asked about it already' };
  const { path, bytes } = state.transcript;
  const before = loadNarrative(home, project, session);
  const previous = before?.transcript.path === path ? before : undefined;
  if (previous && previous.transcript.bytes >= bytes)
    return { reason: 'nothing is new since the last time' };
  const digest = condense(path, { from: previous?.transcript.bytes });
  if (!digest.ok) return { reason: `the transcript is unreadable: ${digest.reason}` };
  if (Object.values(digest.coverage).every(({ total }) => total === 0))
    return { reason: 'nothing is new since the last time' };
  return { state, previous, digest };
}

type Answered = Task & EnrichOptions & { asked: Asked; text: string; request: ModelRequest };

async function keep(answered: Answered): Promise<Enrichment> {
  const { home, project, session, generation, state, digest, asked, request } = answered;
  const read = readAnswer(answered.text);
  const { claims, answer, counts } = await redactAnswer(answered, read?.claims ?? []);
  writeAtomic(statePaths(home, project, session).answer, answer, home);
  const { kept, dropped, sections } = checkClaims(claims, state, request.known);
  const repaired = read?.repaired ?? ['no sections'];
  const createdAt = new Date().toISOString();
  recordCall(home, { time: createdAt, ...asked.call, phase: 'read', kept, dropped, repaired });
  if (kept === 0) return { outcome: 'failed', reason: 'nothing of the answer holds' };
  const { writer, model } = asked.call;
  const narrative: Narrative = {
    version: NARRATIVE_VERSION,
    session,
    project,
    generation,
    createdAt,
    author: { writer, model },
    transcript: { path: state.transcript.path, bytes: digest.offset },
    sections,
    dropped,
    repaired,
    redacted: sum(request.redacted, counts),
  };
  return saveNarrative(home, narrative)
    ? { outcome: 'written', narrative }
    : { outcome: 'skipped', reason: 'a newer narrative is there' };
}

/** The answer is read before: a secret may end where its JSON does. */
async function redactAnswer({ text, redact }: Answered, found: Claim[]) {
  const { texts, counts } = await redact([text, ...found.map((claim) => claim.text)]);
  const [answer = '', ...said] = texts;
  const claims = found.map((claim, index) => ({ ...claim, text: said[index] ?? '' }));
  return { claims, answer: answer.slice(0, MAX_KEPT_ANSWER), counts };
}

function sum(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const total = { ...one };
  for (const [kind, count] of Object.entries(other)) total[kind] = (total[kind] ?? 0) + count;
  return total;
}
