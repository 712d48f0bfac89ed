import { messageText, toolUses } from './content-blocks.ts';
import { createCandidates, type Candidate } from './digest-candidates.ts';
import type { DigestItem, DigestKind, PerKind } from './digest-item.ts';
import { isSidechain, isSyntheticReply, type TranscriptEntry } from './entry.ts';
import type { TranscriptConsumer } from './entry-reader.ts';
import { createThreadIndex, type ThreadIndex } from './thread-index.ts';
import { createToolCallJoiner, lineRef, type LineRef, type ToolCall } from './tool-calls.ts';
import { decisionSentences, describeCall, describeUse, guessUse } from './tool-lines.ts';
import { classifyUserEntry } from './user-entry.ts';
import { describeUser } from './user-lines.ts';

/** A prompt and what came of it. The first turn of a file may have no prompt. */
export type DigestTurn = { prompt: DigestItem | undefined; items: DigestItem[] };

export type Collected = {
  turns: DigestTurn[];
  /** How many there were, also of those that were thinned out. */
  totals: PerKind<number>;
  /** Items of rewound branches that were left out. */
  rewound: number;
};

export type DigestCollector = {
  entry: NonNullable<TranscriptConsumer['entry']>;
  /**
   * Takes a line from before the part that is condensed: nothing is said of it, but it is known for the
   * lines that hang on it and the results of its tools.
   */
  before: NonNullable<TranscriptConsumer['entry']>;
  /** What was found; the same again when called again. */
  finish: () => Collected;
};

/** Collects what a digest may say, in one pass; nothing of sub-agents. */
export function createDigestCollector(): DigestCollector {
  const index = createThreadIndex();
  const candidates = createCandidates();
  const usedBefore = new Set<string>();
  let isBefore = false;
  /** Input typed while the model worked, which nobody has answered yet. */
  let waiting: { text: string; at: LineRef }[] = [];
  let collected: Collected | undefined;

  const joiner = createToolCallJoiner((call) => {
    if (!isBefore) addCall(call);
  });

  function addCall(call: ToolCall): void {
    const at = usedBefore.has(call.use.id) ? call.resultAt : call.usedAt;
    for (const line of describeCall(call)) candidates.add(line, at);
  }

  function addReply(entry: TranscriptEntry, at: LineRef): void {
    if (isSyntheticReply(entry)) return;
    waiting = [];
    const text = messageText(entry).trim();
    const short = decisionSentences(text);
    candidates.add({ kind: short === undefined ? 'note' : 'decision', text, short }, at);
  }

  function addUser(entry: TranscriptEntry, at: LineRef): void {
    const user = classifyUserEntry(entry);
    if (user === undefined) return;
    if (user.kind === 'prompt') {
      // Input that was not delivered in time comes again as a prompt.
      const queued = waiting.findIndex(({ text }) => text === user.text);
      for (const { text, at: place } of queued === -1 ? [] : waiting.splice(queued, 1)) {
        candidates.remove('prompt', text, place);
      }
      if (user.isMidTurn) waiting.push({ text: user.text, at });
    } else if (user.kind === 'tool-results') {
      waiting = [];
    }
    for (const line of describeUser(user)) candidates.add(line, at);
  }

  return {
    entry(entry, position) {
      const isCopy = entry.uuid !== undefined && index.has(entry.uuid);
      index.entry?.(entry, position);
      // A copy of a line, as forks and old resumes leave it, is said once.
      if (isCopy || isSidechain(entry)) return;
      const at = lineRef(entry, position);
      if (entry.type === 'assistant') addReply(entry, at);
      joiner.entry?.(entry, position);
      addUser(entry, at);
    },
    before(entry, position) {
      index.entry?.(entry, position);
      if (isSidechain(entry)) return;
      isBefore = true;
      joiner.entry?.(entry, position);
      isBefore = false;
      for (const { id } of toolUses(entry)) usedBefore.add(id);
    },
    finish() {
      if (collected !== undefined) return collected;
      for (const { use, usedAt } of joiner.open()) {
        if (usedBefore.has(use.id)) continue;
        candidates.add(
          { kind: 'call', text: `${describeUse({ use, usedAt })} (no result)` },
          usedAt,
        );
      }
      for (const orphan of joiner.orphans()) {
        addCall({ ...orphan, use: guessUse(orphan), usedAt: orphan.resultAt });
      }
      collected = arrange(candidates.list(), index.finish(), candidates.totals());
      return collected;
    },
  };
}

/** What was tried and failed, or said and withdrawn, is worth knowing; what came of it is not. */
const keptWhenRewound = new Set<DigestKind>(['prompt', 'decision', 'failure']);

/** Branch by branch: what was said on the main line counts there, whatever was said on a rewound one. */
function arrange(
  candidates: readonly Candidate[],
  thread: ThreadIndex,
  totals: PerKind<number>,
): Collected {
  const items: DigestItem[] = [];
  let rewound = 0;
  for (const { seenAt, ...candidate } of candidates) {
    const main = seenAt.filter(({ uuid }) => thread.branchOf(uuid) !== 'rewound');
    const [at] = main.length > 0 ? main : seenAt;
    if (at === undefined) continue;
    if (main.length > 0) {
      items.push({ ...candidate, at, times: main.length });
    } else if (keptWhenRewound.has(candidate.kind)) {
      const text = `(rewound) ${candidate.text}`;
      items.push({ ...candidate, text, at, times: seenAt.length });
    } else {
      rewound += 1;
      totals[candidate.kind] -= 1;
    }
  }
  return { turns: toTurns(items, totals), totals, rewound };
}

/** In the order of the file: a call stands where its tool was used. */
function toTurns(items: readonly DigestItem[], totals: PerKind<number>): DigestTurn[] {
  const turns: DigestTurn[] = [{ prompt: undefined, items: [] }];
  for (const item of items.toSorted((a, b) => a.at.offset - b.at.offset)) {
    if (item.kind === 'prompt') turns.push({ prompt: item, items: [] });
    else turns.at(-1)?.items.push(item);
  }
  for (const turn of turns) {
    const last = turn.items.findLast(({ kind }) => kind === 'note');
    if (last !== undefined && isLastText(turn.items, last)) moveToAnswers(last, totals);
  }
  return turns;
}

function isLastText(items: readonly DigestItem[], note: DigestItem): boolean {
  const after = items.slice(items.indexOf(note) + 1);
  return !after.some(({ kind }) => kind === 'decision' || kind === 'call' || kind === 'edit');
}

function moveToAnswers(item: DigestItem, totals: PerKind<number>): void {
  item.kind = 'answer';
  totals.note -= 1;
  totals.answer += 1;
}
