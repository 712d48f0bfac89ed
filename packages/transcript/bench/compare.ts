import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import { contextUsage, describeSession } from '../src/index.ts';

/**
 * Compares the context figure with that of ccusage's status line and, where it was recorded, with what
 * the client itself reported (`context_tokens` of SessionStart). Prints the table of
 * `docs/transcript-format.md`. Run from the package: `pnpm bench:compare`.
 */
const version = '18.0.11';
const cache = resolve('.cache', 'ccusage');
const home = join(cache, 'home');
const program = join(cache, 'node_modules', '.bin', 'ccusage');

type Case = { name: string; path: string; client: string; why: string };

function install(): void {
  mkdirSync(join(home, 'projects'), { recursive: true });
  if (existsSync(program)) return;
  writeFileSync(join(cache, 'package.json'), '{"private":true}');
  const args = ['install', `ccusage@${version}`, '--no-audit', '--no-fund'];
  spawnSync('npm', args, { cwd: cache, stdio: 'inherit' });
}

function ccusage(path: string, model: string): string {
  const input = {
    session_id: 'session-1',
    transcript_path: path,
    cwd: cache,
    model: { id: model, display_name: model },
    workspace: { current_dir: cache, project_dir: cache },
    version: '2.1.332',
    cost: { total_cost_usd: 0, total_duration_ms: 1, total_api_duration_ms: 1 },
  };
  const result = spawnSync(program, ['statusline', '--offline', '--no-cache'], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    env: { ...process.env, CLAUDE_CONFIG_DIR: home },
  });
  return /🧠 (.*)$/m.exec(result.stdout)?.[1]?.trim() ?? 'nothing';
}

function built(name: string, build: (b: TranscriptBuilder) => void): string {
  const builder = transcriptBuilder();
  build(builder);
  const path = join(cache, `${name}.jsonl`);
  writeFileSync(path, builder.toString());
  return path;
}

const model = 'claude-opus-4-5';
const usage = (tokens: number): Record<string, unknown> => ({
  model,
  usage: { input_tokens: 2, cache_read_input_tokens: tokens - 2 },
});

function fixture(path: string): string {
  return resolve('fixtures', 'client-2.1.332', path);
}

function cases(): Case[] {
  const same = 'equal; the client adds the last output';
  return [
    {
      name: 'recorded session with tools, sub-agent, tasks',
      path: fixture('tools/568c7f1d-f261-4fa0-8ec8-3ef1580c6db0.jsonl'),
      client: '',
      why: 'equal',
    },
    {
      name: 'recorded session, `/compact` in the middle',
      path: fixture('status-line/4df1c080-ba49-4094-a3de-df9d02497791.jsonl'),
      client: '120,510 (60 %)',
      why: 'equal; status line and `/context`',
    },
    {
      name: 'recorded session, resumed',
      path: fixture('resume/a981634c-0148-47ce-bb74-b8717964d0d3.jsonl'),
      client: '20,030',
      why: same,
    },
    {
      name: 'recorded session, forked',
      path: fixture('resume/90a9d977-c902-45dc-a2e9-cb83639ff9bf.jsonl'),
      client: '20,030',
      why: same,
    },
    {
      name: 'after a compaction',
      path: built('compaction', (b) => {
        b.reply(usage(180_000));
        b.boundary();
        b.summary('summary');
      }),
      client: '',
      why: 'no boundary check: the figure from before',
    },
    {
      name: 'last reply is a sub-agent’s',
      path: built('agent', (b) => {
        b.reply(usage(120_000));
        b.reply(usage(12_000), { isSidechain: true, agentId: 'a' });
      }),
      client: '',
      why: 'no sub-agent check',
    },
    {
      name: 'last reply made up by the client',
      path: built('synthetic', (b) => {
        b.reply(usage(160_000));
        b.reply({ model: '<synthetic>', usage: { input_tokens: 0, output_tokens: 0 } });
      }),
      client: '',
      why: 'no check for `<synthetic>`',
    },
    {
      name: 'cache creation only in its parts',
      path: built('nested', (b) => {
        b.reply({
          model,
          usage: {
            input_tokens: 5,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 40_000,
            cache_creation: { ephemeral_5m_input_tokens: 1200, ephemeral_1h_input_tokens: 300 },
          },
        });
      }),
      client: '',
      why: 'parts left out',
    },
    {
      name: 'Sonnet 4 with its 1M beta',
      path: built('large', (b) => {
        b.reply({ ...usage(534_859), model: 'claude-sonnet-4-20250514' });
      }),
      client: '',
      why: 'equal',
    },
  ];
}

install();
process.stdout.write(
  `| transcript | here | ccusage ${version} | the client | difference |\n| --- | --- | --- | --- | --- |\n`,
);
for (const { name, path, client, why } of cases()) {
  const own = contextUsage(path, { env: {} });
  const session = describeSession(path);
  const used = session.ok ? (session.models[0]?.model ?? model) : model;
  const percent = own.ok && own.percent !== null ? ` (${Math.round(own.percent)} %)` : '';
  const tokens = own.ok ? (own.tokens?.toLocaleString('en') ?? 'unknown') : own.message;
  process.stdout.write(
    `| ${name} | ${tokens}${percent} | ${ccusage(path, used)} | ${client} | ${why} |\n`,
  );
}
