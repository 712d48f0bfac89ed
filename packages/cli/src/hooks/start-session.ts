import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBuiltHook, type HookRun } from './run-built-hook.ts';

/** Test support: a session whose transcript grows as the test tells it. */
export function startSession(root: { path: string }, session = 's1') {
  const transcript = join(root.path, `${session}.jsonl`);
  const home = join(root.path, '.claude', 'carryover');
  let count = 0;
  const append = (entry: object): void => {
    const common = {
      uuid: `${session}-${count++}`,
      timestamp: '2026-12-01T10:00:00.000Z',
      isSidechain: false,
    };
    appendFileSync(transcript, `${JSON.stringify({ ...common, ...entry })}\n`);
  };
  return {
    home,
    transcript,
    says: (content: string) => append({ type: 'user', message: { role: 'user', content } }),
    answers: (tokens: number, text = 'Done.') =>
      append({
        type: 'assistant',
        message: {
          id: `msg-${count}`,
          model: 'claude-opus-4-5-20251101',
          role: 'assistant',
          content: [{ type: 'text', text }],
          usage: {
            input_tokens: tokens,
            output_tokens: 10,
            cache_read_input_tokens: 0,
            cache_creation_input_tokens: 0,
          },
        },
      }),
    append,
    run: (event: string, fields: object = {}, env: Record<string, string> = {}): HookRun =>
      runBuiltHook(
        event,
        {
          session_id: session,
          transcript_path: transcript,
          cwd: root.path,
          hook_event_name: event,
          ...fields,
        },
        { home: root.path, env: { CLAUDE_PROJECT_DIR: root.path, ...env } },
      ),
  };
}
