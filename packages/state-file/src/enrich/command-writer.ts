import { isRecord } from '@carryover/transcript';
import { cutDetail, silentReply } from './child-reply.ts';
import { runChild } from './run-child.ts';
import { MAX_ANSWER_BYTES, type CallUsage, type Writer } from './writer.ts';

export type CommandWriterOptions = {
  /** The program and its arguments; no shell reads them. */
  command: readonly [string, ...string[]];
  /** Where it runs. */
  folder: string;
  /** Its whole environment. */
  env: Record<string, string>;
};

/**
 * Any program: one JSON object on standard input (`version`, `model`, `instructions`, `document`,
 * `schema`, `budgetMs`), the answer by `schema` on standard output, with `usage` beside it where it knows.
 */
export function commandWriter({ command, folder, env }: CommandWriterOptions): Writer {
  const [file, ...args] = command;
  return {
    name: 'command',
    async ask({ signal, budgetMs, ...request }) {
      const run = await runChild({
        file,
        args,
        cwd: folder,
        env,
        stdin: `${JSON.stringify({ version: 1, ...request, budgetMs })}\n`,
        timeoutMs: budgetMs,
        maxBytes: MAX_ANSWER_BYTES,
        signal,
      });
      if (run.stdout.trim() === '') return silentReply(run);
      return { kind: 'answer', text: run.stdout, usage: usageIn(run.stdout), ...cutDetail(run) };
    },
  };
}

function usageIn(stdout: string): CallUsage {
  try {
    const value: unknown = JSON.parse(stdout);
    const usage = isRecord(value) ? value['usage'] : undefined;
    if (!isRecord(usage)) return {};
    return {
      inputTokens: numberIn(usage, 'inputTokens'),
      outputTokens: numberIn(usage, 'outputTokens'),
      costUsd: numberIn(usage, 'costUsd'),
    };
  } catch {
    // No JSON: the answer may be mended, what it cost is not known.
    return {};
  }
}

/** A count or an amount; nothing for what is none. */
export function numberIn(fields: Record<string, unknown>, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
