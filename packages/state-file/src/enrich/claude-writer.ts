import { isRecord } from '@carryover/transcript';
import { clip, oneLine } from '../text.ts';
import { cutDetail, silentReply } from './child-reply.ts';
import { claudeFlags } from './claude-flags.ts';
import { numberIn } from './command-writer.ts';
import { runChild } from './run-child.ts';
import { MAX_ANSWER_BYTES, type CallUsage, type Writer, type WriterReply } from './writer.ts';

export type ClaudeWriterOptions = {
  /** Default: `claude` of the PATH. */
  program?: string | undefined;
  /** carryover's folder. */
  home: string;
  /** Where it runs: an empty folder of its own. */
  folder: string;
  /** Its whole environment but for what keeps it to one call. */
  env: Record<string, string>;
};

/** What the client would otherwise do beside the one call, or do again (2.0.77 to 2.1.332). */
const ONE_CALL = {
  CLAUDE_CODE_MAX_RETRIES: '0',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_RETRY: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: '1',
  CLAUDE_CODE_DISABLE_MODEL_ACCESS_FALLBACK: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // With it 2.0.77 warms up three sub-agents at each start, and a single call only pays for it.
  DISABLE_PROMPT_CACHING: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_MAX_OUTPUT_TOKENS: '8192',
  MAX_THINKING_TOKENS: '0',
};

/** No tools, no servers, no settings and so no hooks, nothing to resume. */
const BARE = ['--tools=', '--strict-mcp-config', '--setting-sources=', '--no-session-persistence'];

/**
 * The command-line client in print mode: no tools, servers, hooks, settings, memory files or session
 * files. Whoever it is logged in as pays.
 */
export function claudeWriter(options: ClaudeWriterOptions): Writer {
  const { program = 'claude', home, folder: cwd } = options;
  const env = { ...options.env, ...ONE_CALL };
  return {
    name: 'claude',
    async ask({ model, instructions, document, budgetMs, signal }) {
      const deadline = performance.now() + budgetMs;
      const flags = await claudeFlags({ file: program, cwd, env, home, signal });
      if (!flags.ok) return { kind: 'unavailable', detail: flags.reason };
      const run = await runChild({
        file: program,
        args: [
          '--print',
          '--output-format=json',
          `--system-prompt=${instructions}`,
          ...BARE,
          ...flags.args,
          ...(model === undefined ? [] : [`--model=${model}`]),
        ],
        cwd,
        env,
        stdin: document,
        timeoutMs: deadline - performance.now(),
        maxBytes: MAX_ANSWER_BYTES,
        signal,
      });
      if (run.stdout.trim() === '') return silentReply(run);
      return resultReply(run.stdout) ?? answer(run.stdout, {}, cutDetail(run));
    },
  };
}

/** The client's `result` object; `undefined` for anything else that it printed. */
function resultReply(stdout: string): WriterReply | undefined {
  const result = parse(stdout);
  if (result?.['type'] !== 'result') return undefined;
  const text = typeof result['result'] === 'string' ? result['result'] : '';
  const usage = usageOf(result);
  const isPaid = (usage.outputTokens ?? 0) > 0 || (usage.costUsd ?? 0) > 0;
  if (result['is_error'] === true && !isPaid)
    return { kind: 'refused', detail: clip(oneLine(text), 200) };
  return answer(text, usage, {});
}

function answer(text: string, usage: CallUsage, detail: { detail?: string }): WriterReply {
  return { kind: 'answer', text, usage, ...detail };
}

function usageOf(result: Record<string, unknown>): CallUsage {
  const usage = isRecord(result['usage']) ? result['usage'] : {};
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  return {
    inputTokens: input.reduce((sum, name) => sum + (numberIn(usage, name) ?? 0), 0),
    outputTokens: numberIn(usage, 'output_tokens'),
    costUsd: numberIn(result, 'total_cost_usd'),
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
