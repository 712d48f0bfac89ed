import { recordCall, type Call } from './call-ledger.ts';
import type { Writer, WriterReply, WriterRequest } from './writer.ts';

export type Turns = {
  home: string;
  writer: Writer;
  /** The primary model and, where it says nothing, the fallback. */
  models: readonly [primary: string | undefined, fallback?: string];
  request: Omit<WriterRequest, 'model' | 'budgetMs'>;
  /** Wall time in ms for both. */
  budgetMs: number;
  about: Pick<Call, 'session' | 'project' | 'generation'>;
};

/** The reply that counts, and the call that it came from. */
export type Asked = { reply: WriterReply; call: Call };

/** Of the budget, while there is a fallback: it is the faster model. */
const PRIMARY_SHARE = 2 / 3;

/** With less there is no point in asking, in ms. */
const SHORTEST = 1_000;

/**
 * Asks the primary model and, only where it said nothing at all, the fallback: one call each at most.
 * Whatever was said ends it, for it is paid for. Each call is written down before it is made.
 */
export async function askInTurn(turns: Turns): Promise<Asked> {
  const [primary, fallback] = turns.models;
  const deadline = performance.now() + turns.budgetMs;
  const share = fallback === undefined ? 1 : PRIMARY_SHARE;
  const first = await ask(turns, 'primary', primary, turns.budgetMs * share);
  const said = first.reply.kind === 'refused' || first.reply.kind === 'timeout';
  const left = deadline - performance.now();
  if (!said || fallback === undefined || left < SHORTEST || turns.request.signal.aborted)
    return first;
  return ask(turns, 'fallback', fallback, left);
}

async function ask(
  { home, writer, request, about }: Turns,
  role: Call['role'],
  model: string | undefined,
  budgetMs: number,
): Promise<Asked> {
  const call: Call = { ...about, writer: writer.name, model, role };
  recordCall(home, { time: now(), ...call, phase: 'started' });
  const began = performance.now();
  const reply = await writer.ask({ ...request, model, budgetMs: Math.floor(budgetMs) });
  recordCall(home, {
    time: now(),
    ...call,
    phase: 'ended',
    outcome: reply.kind,
    ms: Math.round(performance.now() - began),
    detail: reply.detail,
    ...(reply.kind === 'answer' ? reply.usage : {}),
  });
  return { reply, call };
}

function now(): string {
  return new Date().toISOString();
}
