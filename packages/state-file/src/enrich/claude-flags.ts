import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@carryover/transcript';
import { clip, oneLine } from '../text.ts';
import { writeAtomic } from '../store/write-atomic.ts';
import { runChild, type Child } from './run-child.ts';

/** Without these a child would load hooks, tools or servers, or leave a session behind. */
const NEEDED = [
  '--print',
  '--output-format',
  '--model',
  '--system-prompt',
  '--tools',
  '--strict-mcp-config',
  '--setting-sources',
  '--no-session-persistence',
];

const ISOLATION: Record<string, string[]> = {
  '--disable-slash-commands': [],
  // Newer clients: no memory files, skills, plugins, hooks and servers at all.
  '--safe-mode': [],
  '--permission-prompts': ['none'],
};

const PROBE_MS = 20_000;

export type ClaudePlace = Pick<Child, 'file' | 'cwd' | 'env' | 'signal'> & {
  /** carryover's folder. */
  home: string;
};

export type ClaudeFlags = { ok: true; args: string[] } | { ok: false; reason: string };

/**
 * The arguments that isolate this version of the client. What it knows is asked once per version and
 * kept in `claude-flags.json` of its folder. Refuses one that cannot be isolated.
 */
export async function claudeFlags(place: ClaudePlace): Promise<ClaudeFlags> {
  const version = await ask(place, '--version');
  if (!version.ok) return version;
  const cache = join(place.cwd, 'claude-flags.json');
  const known = readCache(cache);
  let flags = known[version.text];
  if (flags === undefined) {
    const help = await ask(place, '--help');
    if (!help.ok) return help;
    flags = flagsIn(help.text);
    writeAtomic(cache, `${JSON.stringify({ ...known, [version.text]: flags })}\n`, place.home);
  }
  const missing = NEEDED.filter((flag) => !flags.includes(flag));
  if (missing.length > 0)
    return { ok: false, reason: `${version.text} cannot be isolated: no ${missing.join(', ')}` };
  const args = Object.entries(ISOLATION).flatMap(([flag, values]) =>
    flags.includes(flag) ? [flag, ...values] : [],
  );
  return { ok: true, args };
}

async function ask(
  { file, cwd, env, signal }: ClaudePlace,
  flag: string,
): Promise<{ ok: true; text: string } | { ok: false; reason: string }> {
  const limits = { timeoutMs: PROBE_MS, maxBytes: 256 * 1024 };
  const run = await runChild({ file, cwd, env, signal, ...limits, args: [flag], stdin: '' });
  const text = run.stdout.trim();
  if (run.ending === 'exited' && run.exitCode === 0 && text !== '') return { ok: true, text };
  const said = clip(oneLine(run.stderr), 200) || run.ending;
  return { ok: false, reason: `${file} ${flag} did not answer: ${said}` };
}

/** Options stand at the start of a line; elsewhere the text only mentions them. */
function flagsIn(help: string): string[] {
  const lines = help.matchAll(/^\s+(?:-\w, )?(--[a-z][\w-]*)(?:, (--[a-z][\w-]*))?/gm);
  return [...new Set([...lines].flatMap(([, first = '', second = '']) => [first, second]))].filter(
    (flag) => flag !== '',
  );
}

function readCache(file: string): Record<string, string[]> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(value)) return {};
    const entries = Object.entries(value).flatMap(([version, flags]) =>
      Array.isArray(flags) ? [[version, flags.filter((flag) => typeof flag === 'string')]] : [],
    );
    return Object.fromEntries(entries);
  } catch {
    // Not there yet, or damaged.
    return {};
  }
}
