import { statSync } from 'node:fs';
import { appendLedger, projectId, rearmWarning } from '@carryover/state-file';

type SessionInput = { session_id: string; transcript_path?: string; cwd?: string };

/**
 * Where the client was started: its `CLAUDE_PROJECT_DIR` stays there, while `cwd` follows the agent
 * through folders and worktrees.
 */
export function projectFolder(input: { cwd?: string }): string {
  return process.env['CLAUDE_PROJECT_DIR']?.trim() || input.cwd || process.cwd();
}

/** The project of a session, by the name that its files are kept under. */
export function projectOf(input: SessionInput): string {
  return projectId(projectFolder(input));
}

/** Writes down that the context was replaced: the warning is re-armed, and older usage is void. */
export function recordCompaction(home: string, input: SessionInput): void {
  rearmWarning(home, input.session_id);
  const transcript = transcriptOf(input);
  const transcriptBytes = 'path' in transcript ? statSync(transcript.path).size : 0;
  const at = new Date().toISOString();
  appendLedger(home, input.session_id, { type: 'compacted', at, transcriptBytes });
}

/**
 * The transcript to read, or why there is none. Never another file: the newest one beside it may be
 * another session's. The client creates it after the first prompt.
 */
export function transcriptOf(input: SessionInput): { path: string } | { missing: string } {
  const path = input.transcript_path;
  if (typeof path !== 'string' || path === '')
    return { missing: 'the payload names no transcript' };
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    return { missing: 'the transcript does not exist' };
  return { path };
}
