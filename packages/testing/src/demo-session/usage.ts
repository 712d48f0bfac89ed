import type { ScriptedTurn, Usage } from '../fake-api/script.ts';

/** Lets the reported context grow over these turns, unevenly as it does when files are read. */
export function growing(turns: ScriptedTurn[], size: { from: number; to: number }): ScriptedTurn[] {
  const weights = turns.map((_, index) => 1 + ((index * 7) % 5));
  const total = weights.slice(1).reduce((sum, weight) => sum + weight, 0);
  let context = size.from;
  let cached = Math.round(size.from * 0.6);
  return turns.map((turn, index) => {
    if (index > 0) context += Math.round(((size.to - size.from) * (weights[index] ?? 0)) / total);
    const usage = usageOf(context, cached);
    cached = context;
    return typeof turn === 'function'
      ? (request) => ({ ...turn(request), usage })
      : { ...turn, usage };
  });
}

function usageOf(context: number, cached: number): Usage {
  const fresh = 6;
  return {
    input_tokens: fresh,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: context - cached - fresh,
    output_tokens: 180 + (context % 400),
  };
}
