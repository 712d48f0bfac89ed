import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** No session of a person's has it. */
export const SAMPLE_SESSION = '00000000-0000-4000-8000-00000000d0c5';

/** Inputs as the client gives them, in the order of a compaction. */
export const SAMPLE_INPUTS = [
  { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
  {
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: 'README.md' },
    tool_response: { type: 'text' },
    tool_use_id: 'toolu_sample',
  },
  { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null },
  { hook_event_name: 'SessionStart', source: 'compact' },
  { hook_event_name: 'PostCompact', trigger: 'manual', compact_summary: 'A sample was tried.' },
];

/** A transcript of two lines with a context that is nearly full. Its path. */
export function writeSampleTranscript(folder: string, cwd: string): string {
  const path = join(folder, `${SAMPLE_SESSION}.jsonl`);
  const common = { sessionId: SAMPLE_SESSION, cwd, isSidechain: false, userType: 'external' };
  const rows = [
    {
      ...common,
      type: 'user',
      uuid: '00000000-0000-4000-8000-000000000001',
      parentUuid: null,
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { role: 'user', content: 'Always try the sample first.' },
    },
    {
      ...common,
      type: 'assistant',
      uuid: '00000000-0000-4000-8000-000000000002',
      parentUuid: '00000000-0000-4000-8000-000000000001',
      timestamp: '2026-01-01T00:00:01.000Z',
      message: {
        id: 'msg_sample',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: 'Tried.' }],
        usage: { input_tokens: 190_000, output_tokens: 10 },
      },
    },
  ];
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}
