import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { release, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Scratch } from '../client/scratch.ts';
import { projectName } from './project.ts';
import { createScrubber, type TranscriptLine } from './scrub.ts';

type RecordedEvent = { event: string; input: object; transcriptLines: number; at: string };

/**
 * Makes a recorded session fit to be kept: paths of this machine are replaced and the client's own
 * prompts trimmed, while every line stays one line of valid JSON with its ids.
 */
export function packSession(options: {
  sessionId: string;
  scratch: Scratch;
  recorder: string;
  recording: string;
  destination: string;
}): void {
  const { sessionId, scratch, recorder, recording, destination } = options;
  const { home, project, temporary } = scratch;
  const scrub = createScrubber({
    [recorder]: '/home/dev/hooks/record.mjs',
    [recording]: '/home/dev/hooks/events.jsonl',
    [project]: `/home/dev/${projectName}`,
    [home]: '/home/dev',
    [temporary]: '/tmp',
    [slug(project)]: `-home-dev-${projectName}`,
    [`claude-${userInfo().uid}/`]: 'claude-1000/',
    [release()]: '6.8.0',
  });
  const projects = join(scratch.home, '.claude/projects');
  const folder = join(projects, readdirSync(projects)[0] ?? '');

  for (const name of ['transcript.jsonl', 'events.jsonl', 'subagents']) {
    rmSync(join(destination, name), { recursive: true, force: true });
  }
  mkdirSync(destination, { recursive: true });
  const transcript = jsonLines(join(folder, `${sessionId}.jsonl`)).map((line) => scrub(line));
  writeFileSync(join(destination, 'transcript.jsonl'), transcript.join(''));

  const ends = [0];
  for (const line of transcript) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(line));
  const events = jsonLines<RecordedEvent>(recording).map(({ event, input, transcriptLines, at }) =>
    scrub({ event, input, transcriptBytes: ends[transcriptLines] ?? 0, at }),
  );
  writeFileSync(join(destination, 'events.jsonl'), events.join(''));

  const subagents = join(folder, sessionId, 'subagents');
  cpSync(subagents, join(destination, 'subagents'), { recursive: true });
  for (const name of readdirSync(subagents)) {
    const lines = jsonLines(join(subagents, name)).map((line) => scrub(line));
    writeFileSync(join(destination, 'subagents', name), lines.join(''));
  }
}

/** How the client turns a path into the name of a folder. */
function slug(path: string): string {
  return path.replaceAll(/[^a-zA-Z0-9]/g, '-');
}

function jsonLines<Line = TranscriptLine>(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): Line => JSON.parse(line));
}
