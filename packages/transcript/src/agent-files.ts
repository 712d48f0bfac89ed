import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAgentPath } from './agent-path.ts';
import { isRecord, type TranscriptEntry } from './entry.ts';
import { parseLine } from './parse-line.ts';
import { messageText } from './content-blocks.ts';
import { readHead } from './read-head.ts';

/** The transcript of a sub-agent. */
export type AgentFile = {
  agentId: string;
  path: string;
  /** `folder`: `<session>/subagents/`, also below `workflows/`. `beside`: next to the session (2.0). */
  layout: 'folder' | 'beside';
  /** From the file's `.meta.json`, where there is one. */
  agentType: string | undefined;
  /**
   * `compaction`: the summariser of `/compact`. `warmup`: started by 2.0 with every session, does
   * nothing. Neither is a worker.
   */
  role: 'worker' | 'compaction' | 'warmup';
};

const headBytes = 64 * 1024;

/**
 * Finds the sub-agents of a session, in both layouts, by name. Empty where there is none or the
 * folders cannot be read. In the old layout the first line of each file tells whose it is.
 */
export function listAgentFiles(transcriptPath: string): AgentFile[] {
  const session = basename(transcriptPath, '.jsonl');
  const folder = dirname(transcriptPath);
  const own = agentNames(join(folder, session, 'subagents'), true).map((path) =>
    describe(path, 'folder'),
  );
  const beside = agentNames(folder, false).filter(
    (path) => firstEntry(path)?.['sessionId'] === session,
  );
  return [...own, ...beside.map((path) => describe(path, 'beside'))].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

function describe(path: string, layout: AgentFile['layout']): AgentFile {
  const agentId = basename(path, '.jsonl').replace(/^agent-/, '');
  return { agentId, path, layout, agentType: agentType(path), role: roleOf(agentId, path, layout) };
}

function roleOf(agentId: string, path: string, layout: AgentFile['layout']): AgentFile['role'] {
  if (agentId.startsWith('acompact')) return 'compaction';
  const first = layout === 'beside' ? firstEntry(path) : undefined;
  return first !== undefined && messageText(first) === 'Warmup' ? 'warmup' : 'worker';
}

function agentNames(folder: string, isDeep: boolean): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isDeep ? agentNames(path, true) : [];
    return isAgentPath(entry.name) ? [path] : [];
  });
}

function agentType(path: string): string | undefined {
  try {
    const meta: unknown = JSON.parse(readFileSync(path.replace(/\.jsonl$/, '.meta.json'), 'utf8'));
    return isRecord(meta) && typeof meta['agentType'] === 'string' ? meta['agentType'] : undefined;
  } catch {
    return undefined;
  }
}

function firstEntry(path: string): TranscriptEntry | undefined {
  let first: TranscriptEntry | undefined;
  readHead(path, headBytes, (line) => {
    const entry = parseLine(line);
    if (typeof entry !== 'string') first = entry;
    return first !== undefined;
  });
  return first;
}
