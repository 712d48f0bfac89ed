import {
  isPinned,
  PINNED,
  type Fact,
  type SectionName,
  type SessionState,
} from '@carryover/state-file';
import { editedPath, isOpenTask, isStanding, isUserWord } from './fact-kinds.ts';
import { mentions, readSummary, type SummaryText } from './mentions.ts';

/** A fact of the state that the summary does not mention. */
export type Gap = { section: SectionName; fact: Fact };

/** What must not be lost, section by section, and the words by which a summary would name it. */
const KINDS: {
  section: SectionName;
  matters: (fact: Fact) => boolean;
  /** Any of them is enough. */
  essence: (fact: Fact) => string[];
}[] = [
  {
    section: 'Recovery Notes',
    matters: isPinned,
    essence: ({ text }) => [text.slice(PINNED.length)],
  },
  { section: 'Session Decisions', matters: isUserWord, essence: decided },
  { section: 'Constraints and Blockers', matters: () => true, essence: bound },
  {
    section: 'TaskList Summary',
    matters: isOpenTask,
    essence: ({ text }) => [
      text.replace(/^\[.\] \S+ #\S+ /, '').replace(/, (?:owner|blocked by) .*$/, ''),
    ],
  },
  { section: 'Failed Attempts', matters: isStanding, essence: failed },
];

/**
 * The decisions, constraints, open tasks, failures and edited files of a state that the summary of a
 * compaction does not mention, the section that matters most first. A fact without a word of its own,
 * such as "Looks good.", is no gap. Each is looked for when it is asked for: a hook stops where its text
 * is full. Pure.
 */
export function* findGaps(state: SessionState, summary: string): Generator<Gap> {
  const read = readSummary(summary);
  for (const { section, matters, essence } of KINDS) {
    for (const fact of state.sections[section]) {
      if (matters(fact) && isLost(essence(fact), read)) yield { section, fact };
    }
  }
  yield* lostFiles(state, read);
}

function isLost(essence: string[], summary: SummaryText): boolean {
  const found = essence.map((text) => mentions(summary, text));
  return found.includes('no') && !found.includes('yes');
}

/** By the end of the path, as long as it has to be to tell the file from the others. */
function lostFiles(state: SessionState, summary: SummaryText): Gap[] {
  const section = 'Editing Files';
  const files = state.sections[section].flatMap((fact) => {
    const path = editedPath(fact);
    return path === undefined ? [] : [{ fact, path: path.replaceAll('\\', '/') }];
  });
  const named = countEnds(new Set(files.map(({ path }) => path)));
  return files
    .filter(({ path }) => !summary.hasPath(shortestEnd(path, named)))
    .map(({ fact }) => ({ section, fact }));
}

/** How many of the paths each end of one is an end of. */
function countEnds(paths: Set<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    for (const end of endsOf(path)) counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return counts;
}

function shortestEnd(path: string, counts: Map<string, number>): string {
  const ends = endsOf(path);
  return ends.find((end) => counts.get(end) === 1) ?? ends.at(-1) ?? path;
}

/** The name of the file, then with the folder before it, and so on. */
function endsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((_, index) => parts.slice(-index - 1).join('/'));
}

function decided({ text }: Fact): string[] {
  const asked = /^Asked "(.*)", user chose: (.*?)(?: \(not: .*\))?$/s.exec(text);
  // "Yes" is an answer that only its question explains.
  if (asked) return mentionable(asked[2] ?? '') ? [asked[2] ?? ''] : [asked[1] ?? ''];
  const said = /^User refused .*?, saying: "(.*)"$/s.exec(text)?.[1];
  return [said ?? text.replace(/^User(?:: | approved the plan: | refused (?:the plan: )?)/, '')];
}

function mentionable(text: string): boolean {
  return mentions(readSummary(''), text) === 'no';
}

function bound({ text }: Fact): string[] {
  return [text.replace(/^(?:User: |Denied(?: \([^)]*\))?: |No access: |Refused by a hook: )/, '')];
}

/** What was tried, or how it ended: a summary may tell either. */
function failed({ text }: Fact): string[] {
  const command = /^\S+ `(.*?)`/s.exec(text)?.[1];
  const end = text.slice(text.indexOf(': ') + 2).replace(/^Exit code \d+,\s*/, '');
  return [...(command === undefined ? [] : [command]), end];
}
