import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import {
  loadState,
  parseState,
  pinsFile,
  projectId,
  SECTIONS,
  statePaths,
  writeAtomic,
  type SectionName,
} from '@carryover/state-file';
import { describeSession } from '@carryover/transcript';
import { userConfigFile } from '../config/read-config.ts';
import { playHook, type PlayedHook } from '../play-hook.ts';

export type SimulatedSession = {
  session: string;
  steps: SimulatedStep[];
  /** Bytes of the Markdown; `characters` as the facts stand there. */
  state: { bytes: number; sections: { name: SectionName; facts: number; characters: number }[] };
  /** What the model would receive after the compaction; empty where that is nothing. */
  injection: string;
  /** Facts that stand in the state file alone. */
  omitted: { name: SectionName; facts: number }[];
};

type SimulatedStep = PlayedHook & { event: string };

const EVENTS = [
  { hook_event_name: 'UserPromptSubmit', prompt: '' },
  { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null },
  { hook_event_name: 'SessionStart', source: 'compact' },
];

/**
 * Runs the built hooks of a compaction on a transcript, in a temporary home with the configuration and the
 * pinned notes of `home`. Paths in the texts are those that the real home would have.
 */
export function simulateSession(
  transcript: string,
  home: string,
): SimulatedSession | { problem: string } {
  const path = resolve(transcript);
  const described = describeSession(path);
  if (!described.ok) return { problem: described.message };
  const session = basename(path, '.jsonl');
  const folder =
    described.cwd !== undefined && existsSync(described.cwd) ? described.cwd : process.cwd();
  const temporary = mkdtempSync(join(tmpdir(), 'carryover-simulate-'));
  try {
    const config = userConfigFile(home);
    if (existsSync(config)) cpSync(config, userConfigFile(temporary));
    const project = projectId(folder);
    const pins = pinsFile(home, project);
    if (existsSync(pins)) writeAtomic(pinsFile(temporary, project), readFileSync(pins), temporary);
    const env = { ...process.env, CLAUDE_PROJECT_DIR: folder };
    const input = { session_id: session, transcript_path: path, cwd: folder };
    const steps = EVENTS.map((event) => ({
      event: event.hook_event_name,
      ...playHook(event.hook_event_name, { ...input, ...event }, { home: temporary, env }),
    }));
    const { markdown } = statePaths(temporary, project, session);
    const text = loadState(temporary, project, session) ? readFileSync(markdown, 'utf8') : '';
    const asThere = (words: string): string => words.replaceAll(temporary, home);
    const injection = asThere(steps.at(-1)?.text ?? '');
    return {
      session,
      steps: steps.map((step) => ({
        ...step,
        text: asThere(step.text),
        reason: asThere(step.reason),
      })),
      state: { bytes: Buffer.byteLength(asThere(text)), sections: sectionSizes(asThere(text)) },
      injection,
      omitted: omittedFacts(text, injection),
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function sectionSizes(markdown: string): SimulatedSession['state']['sections'] {
  const parsed = parseState(markdown);
  return SECTIONS.map((name) => {
    const facts = parsed?.sections[name] ?? [];
    const characters = facts.reduce(
      (sum, { text, body = '' }) => sum + text.length + body.length,
      0,
    );
    return { name, facts: facts.length, characters };
  });
}

/** What is given back has the form of the state file, with fewer facts. */
function omittedFacts(markdown: string, injection: string): SimulatedSession['omitted'] {
  const [whole, given] = [parseState(markdown), parseState(injection)];
  return SECTIONS.map((name) => ({
    name,
    facts: (whole?.sections[name].length ?? 0) - (given?.sections[name].length ?? 0),
  })).filter(({ facts }) => facts > 0);
}
