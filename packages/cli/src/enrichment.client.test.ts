import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerSchema, claudeWriter } from '@carryover/state-file/enrich';
import {
  clientEnvironment,
  createScratch,
  installClient,
  plainText,
  startFakeApi,
  testdir,
} from '@carryover/testing';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const ANSWER = '{"current_phase":[]}';

describe.each(['2.1.332', '2.0.77'])('Claude Code %s as a writer', (version) => {
  test('makes one call without hooks, tools, servers, memory files or a session', async () => {
    using root = testdir();
    const trace = join(root.path, 'trace');
    const command = `echo ran >> '${trace}'; echo MARK-HOOK`;
    const entry = [{ hooks: [{ type: 'command', command }] }];
    const scratch = createScratch(root.path, {
      version,
      projectName: 'greeter',
      files: {},
      settings: {
        permissions: { allow: ['Bash', 'Read'] },
        hooks: { SessionStart: entry, UserPromptSubmit: entry, Stop: entry, SessionEnd: entry },
      },
    });
    const config = join(scratch.home, '.claude');
    writeFileSync(join(config, 'CLAUDE.md'), 'MARK-MEMORY');
    writeFileSync(join(scratch.home, 'CLAUDE.md'), 'MARK-HOME');
    addServer(scratch.home, trace);
    const home = join(config, 'carryover');
    const folder = join(home, 'writer');
    mkdirSync(folder, { recursive: true });
    await using api = await startFakeApi({ fallback: { text: ANSWER }, main: [{ text: ANSWER }] });
    const client = installClient(version, join(repository, '.cache/claude-code'));
    const program = join(scratch.temporary, 'claude');
    const words = [client.file, ...client.args].map((part) => `'${part}'`).join(' ');
    writeFileSync(program, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
    const env = { ...clientEnvironment(scratch, api.url), CARRYOVER_CHILD: '1' };

    const reply = await claudeWriter({ program, home, folder, env }).ask({
      model: 'sonnet',
      instructions: 'You answer with JSON.',
      document: 'The record.',
      schema: answerSchema,
      budgetMs: 60_000,
      signal: new AbortController().signal,
    });

    expect(reply).toMatchObject({
      kind: 'answer',
      usage: { inputTokens: 1_000, outputTokens: 50 },
    });
    expect(api.requests).toHaveLength(1);
    const body = api.requests[0]?.body;
    expect(body?.tools ?? []).toEqual([]);
    expect(plainText(body?.system)).toContain('You answer with JSON.');
    expect(JSON.stringify(body)).not.toMatch(/MARK-|greeter/);
    expect(existsSync(trace)).toBe(false);
    const left = readdirSync(config, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.endsWith('.jsonl'))).toEqual([]);
  }, 120_000);
});

/** A server that leaves a trace when it is started. */
function addServer(home: string, trace: string): void {
  const file = join(home, '.claude.json');
  const known: object = JSON.parse(readFileSync(file, 'utf8'));
  const notes = { command: '/bin/sh', args: ['-c', `echo server >> '${trace}'`] };
  writeFileSync(file, JSON.stringify({ ...known, mcpServers: { notes } }));
}
