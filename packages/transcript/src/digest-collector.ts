import { clip, oneLine, withoutEncoded } from './clip.ts';
import { messageText } from './content-blocks.ts';
import { perKind, type DigestItem, type DigestKind, type PerKind } from './digest-item.ts';
import { isSidechain, isSyntheticReply, type TranscriptEntry } from './entry.ts';
import type { TranscriptConsumer } from './entry-reader.ts';
import { createThreadIndex } from './thread-index.ts';
import { createToolCallJoiner, lineRef, type LineRef } from './tool-calls.ts';
import { decisionSentences, describeCall, describeUse } from './tool-lines.ts';
import { classifyUserEntry, type UserEntryKind } from './user-entry.ts';

/** A prompt and what came of it. The first turn of a file may have no prompt. */
export type DigestTurn = { prompt: DigestItem | undefined; items: DigestItem[] };

export type Collected = {
  turns: DigestTurn[];
  /** How many there were, also of those that were thinned out. */
  totals: PerKind<number>;
  /** Items of rewound branches that were left out. */
  rewound: number;
};

/** Characters that are kept of one item, at most. */
const limits: PerKind<number> = {
  prompt: 16_000,
  decision: 4_000,
  summary: 12_000,
  answer: 4_000,
  edit: 400,
  failure: 700,
  command: 300,
  note: 3_000,
  call: 240,
  output: 600,
};

/** Of these kinds every second item is dropped when there are so many: memory stays bounded. */
const thinned: readonly DigestKind[] = ['output', 'call', 'note'];
const mostItems = 6_000;

/** Collects what a digest may say, in one pass; nothing of sub-agents. */
export function createDigestCollector(): TranscriptConsumer & { finish: () => Collected } {
  const index = createThreadIndex();
  const totals = perKind(() => 0);
  const seen = perKind(() => new Map<string, DigestItem>());
  const held = perKind(() => 0);
  const turns: DigestTurn[] = [{ prompt: undefined, items: [] }];
  let isQueued = false;
  const joiner = createToolCallJoiner((call) => {
    for (const line of describeCall(call)) add({ ...line, at: call.usedAt });
  });

  function add(item: Pick<DigestItem, 'kind' | 'text' | 'short' | 'at'>): void {
    const text = detach(clip(withoutEncoded(item.text), limits[item.kind]).trim());
    if (text === '') return;
    const known = seen[item.kind].get(text);
    // Short prompts such as "go on" are said again and again, and mean something each time.
    if (known !== undefined && (item.kind !== 'prompt' || text.length > 200)) {
      known.times += 1;
      return;
    }
    totals[item.kind] += 1;
    const short = item.short === undefined ? undefined : detach(clip(item.short, limits.decision));
    const kept: DigestItem = { ...item, text, short, times: 1 };
    seen[item.kind].set(text, kept);
    if (item.kind === 'prompt') turns.push({ prompt: kept, items: [] });
    else turns.at(-1)?.items.push(kept);
    held[item.kind] += 1;
    if (thinned.includes(item.kind) && held[item.kind] > mostItems) thinOut(item.kind);
  }

  function thinOut(kind: DigestKind): void {
    let number = 0;
    for (const turn of turns) {
      turn.items = turn.items.filter((item) => item.kind !== kind || (number += 1) % 2 === 0);
    }
    held[kind] = Math.floor(number / 2);
    seen[kind].clear();
  }

  function dropUndelivered(text: string): void {
    const last = turns.at(-1);
    if (last?.prompt === undefined || last.items.length > 0 || !isQueued) return;
    if (last.prompt.text !== text) return;
    turns.pop();
    totals.prompt -= 1;
    // Its delivered copy is no repetition of it.
    if (seen.prompt.get(text) === last.prompt) seen.prompt.delete(text);
  }

  function addText(entry: TranscriptEntry, at: LineRef): void {
    if (isSyntheticReply(entry)) return;
    const text = messageText(entry).trim();
    const short = decisionSentences(text);
    add({ kind: short === undefined ? 'note' : 'decision', text, short, at });
  }

  return {
    entry(entry, position) {
      // A copy of a line, as forks and old resumes leave it.
      if (entry.uuid !== undefined && index.has(entry.uuid)) return;
      index.entry?.(entry, position);
      if (isSidechain(entry)) return;
      const at = lineRef(entry, position);
      if (entry.type === 'assistant') addText(entry, at);
      joiner.entry?.(entry, position);
      const user = classifyUserEntry(entry);
      // Input that was not delivered in time comes again as a prompt.
      if (user?.kind === 'prompt') dropUndelivered(user.text);
      if (user !== undefined) for (const line of describeUser(user)) add({ ...line, at });
      if (user?.kind === 'prompt') isQueued = user.isMidTurn;
    },
    finish() {
      for (const open of joiner.open()) {
        add({ kind: 'call', text: `${describeUse(open)} (no result)`, at: open.usedAt });
      }
      const thread = index.finish();
      let rewound = 0;
      const keep = (item: DigestItem): boolean => {
        if (thread.branchOf(item.at.uuid) !== 'rewound') return true;
        if (keptWhenRewound.has(item.kind)) {
          item.text = `(rewound) ${item.text}`;
          return true;
        }
        rewound += 1;
        totals[item.kind] -= 1;
        return false;
      };
      for (const turn of turns) {
        if (turn.prompt) keep(turn.prompt);
        turn.items = turn.items.filter(keep);
        const last = turn.items.findLast(({ kind }) => kind === 'note');
        if (last !== undefined && isLastText(turn.items, last)) moveToAnswers(last, totals);
      }
      return { turns, totals, rewound };
    },
  };
}

/** A piece of a string keeps the whole of it in memory; a copy does not. */
function detach(text: string): string {
  return Buffer.from(text).toString();
}

/** What was tried and failed, or said and withdrawn, is worth knowing; what came of it is not. */
const keptWhenRewound = new Set<DigestKind>(['prompt', 'decision', 'failure']);

function describeUser(user: UserEntryKind): { kind: DigestKind; text: string }[] {
  if (user.kind === 'prompt' || user.kind === 'summary')
    return [{ kind: user.kind, text: user.text }];
  if (user.kind === 'command') {
    return [{ kind: 'command', text: `${user.command.name} ${user.command.args}`.trim() }];
  }
  if (user.kind === 'shell') {
    return [{ kind: 'command', text: `! ${user.text.replace(/<\/?bash-input>/g, '')}` }];
  }
  if (user.kind === 'interruption') return [{ kind: 'note', text: user.text }];
  if (user.kind === 'notification')
    return [{ kind: 'note', text: describeNotification(user.text) }];
  return [];
}

function describeNotification(text: string): string {
  const tag = (name: string): string =>
    new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim() ?? '';
  const parts = ['task-id', 'status', 'summary', 'result'].map(tag).filter(Boolean);
  return parts.length > 0 ? `background task ${parts.join(': ')}` : `notice: ${oneLine(text, 300)}`;
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
