import { isAgentPath } from './agent-path.ts';
import {
  asMainLine,
  isCompactBoundary,
  isRecord,
  isSidechain,
  type TranscriptEntry,
} from './entry.ts';
import type { LinePosition, ScanSummary, TranscriptConsumer } from './entry-reader.ts';
import type { ReadFailure } from './open-transcript.ts';
import { createReplyJoiner, type Reply } from './replies.ts';
import { scanTranscript } from './scan-transcript.ts';
import { createThreadIndex } from './thread-index.ts';
import { createToolCallJoiner } from './tool-calls.ts';
import { classifyUserEntry } from './user-entry.ts';

/** A session in numbers, for people. Times are ISO 8601. */
export type SessionDescription = {
  sessionId: string | undefined;
  title: string | undefined;
  /** The last ones: they change when a session is resumed or moves to another folder. */
  version: string | undefined;
  cwd: string | undefined;
  gitBranch: string | undefined;
  startedAt: string | undefined;
  endedAt: string | undefined;
  /** Genuine prompts, without those of rewound branches and those typed while the model worked. */
  turns: number;
  midTurnPrompts: number;
  rewoundPrompts: number;
  /** Main line and sub-agents inside the file; most used first. `outputTokens` in tokens. */
  models: { model: string; replies: number; outputTokens: number }[];
  /** Most used first. */
  tools: { name: string; calls: number; failures: number }[];
  compactions: { at: string | undefined; trigger: string; preTokens: number | undefined }[];
  /** Tokens in the context of the main line, reply by reply; evenly thinned to 200 points. */
  context: { at: string | undefined; tokens: number }[];
};

const mostPoints = 200;

export type DescribeOptions = {
  /** Whether this is the file of a sub-agent: its lines count then. Default: by the name of the file. */
  agentFile?: boolean | undefined;
};

/** Reads a transcript once and counts. A missing or unreadable file is `{ ok: false, reason }`. */
export function describeSession(
  path: string,
  { agentFile = isAgentPath(path) }: DescribeOptions = {},
): ({ ok: true; size: number } & SessionDescription & ScanSummary) | ReadFailure {
  const describer = createSessionDescriber({ agentFile });
  const result = scanTranscript(path, [describer]);
  return result.ok ? { ...result, ...describer.finish() } : result;
}

/** The same as a consumer, for a pass that serves others too. */
export function createSessionDescriber({
  agentFile = false,
}: DescribeOptions = {}): TranscriptConsumer & {
  finish: () => SessionDescription;
} {
  const index = createThreadIndex();
  const replies = createReplyJoiner();
  const tools: ToolCounts = new Map();
  const calls = createToolCallJoiner(({ use, result }) =>
    countCall(tools, use.name, result.isError),
  );
  const prompts: { uuid: string | undefined; isMidTurn: boolean }[] = [];
  const compactions: SessionDescription['compactions'] = [];
  const last = createLastValues();

  function addMainLine(entry: TranscriptEntry): void {
    const user = classifyUserEntry(entry);
    if (user?.kind === 'prompt') prompts.push({ uuid: entry.uuid, isMidTurn: user.isMidTurn });
    if (!isCompactBoundary(entry)) return;
    const metadata = isRecord(entry['compactMetadata']) ? entry['compactMetadata'] : {};
    const { trigger, preTokens } = metadata;
    compactions.push({
      at: entry.timestamp,
      trigger: typeof trigger === 'string' ? trigger : 'unknown',
      preTokens: typeof preTokens === 'number' ? preTokens : undefined,
    });
  }

  return {
    entry(line: TranscriptEntry, position: LinePosition) {
      const entry = agentFile ? asMainLine(line) : line;
      const isCopy = entry.uuid !== undefined && index.has(entry.uuid);
      index.entry?.(entry, position);
      // A copy of a line, as forks and old resumes leave it, counts once.
      if (isCopy) return;
      for (const consumer of [replies, calls]) consumer.entry?.(entry, position);
      last.take(entry);
      if (!isSidechain(entry)) addMainLine(entry);
    },
    finish() {
      const used = new Map([...tools].map(([name, tool]) => [name, { ...tool }]));
      for (const { use } of calls.open()) countCall(used, use.name, false);
      const thread = index.finish();
      const kept = prompts.filter(({ uuid }) => thread.branchOf(uuid) !== 'rewound');
      const all = replies.replies().filter(({ isSynthetic }) => !isSynthetic);
      const midTurnPrompts = kept.filter(({ isMidTurn }) => isMidTurn).length;
      return {
        ...last.values(),
        turns: kept.length - midTurnPrompts,
        midTurnPrompts,
        rewoundPrompts: prompts.length - kept.length,
        models: countModels(all),
        tools: [...used]
          .map(([name, tool]) => ({ name, ...tool }))
          .toSorted((a, b) => b.calls - a.calls),
        compactions,
        context: contextOverTime(all),
      };
    },
  };
}

type ToolCounts = Map<string, { calls: number; failures: number }>;

function countCall(tools: ToolCounts, name: string, isFailure: boolean): void {
  const tool = tools.get(name) ?? { calls: 0, failures: 0 };
  tool.calls += 1;
  if (isFailure) tool.failures += 1;
  tools.set(name, tool);
}

type LastValues = Pick<
  SessionDescription,
  'sessionId' | 'title' | 'version' | 'cwd' | 'gitBranch' | 'startedAt' | 'endedAt'
>;

/** Metadata can come again with each resume: the last value counts. */
function createLastValues(): { take: (entry: TranscriptEntry) => void; values: () => LastValues } {
  const values: LastValues = {
    sessionId: undefined,
    title: undefined,
    version: undefined,
    cwd: undefined,
    gitBranch: undefined,
    startedAt: undefined,
    endedAt: undefined,
  };
  return {
    take(entry) {
      for (const field of ['sessionId', 'version', 'cwd', 'gitBranch'] as const) {
        const value = entry[field];
        if (typeof value === 'string') values[field] = value;
      }
      const title = titleOf(entry);
      if (title !== undefined) values.title = title;
      values.startedAt ??= entry.timestamp;
      values.endedAt = entry.timestamp ?? values.endedAt;
    },
    values: () => values,
  };
}

function titleOf(entry: TranscriptEntry): string | undefined {
  const fields: Record<string, unknown> = {
    'custom-title': entry['customTitle'],
    'ai-title': entry['aiTitle'],
    summary: entry['summary'],
  };
  const title = fields[entry.type ?? ''];
  return typeof title === 'string' ? title : undefined;
}

function countModels(replies: readonly Reply[]): SessionDescription['models'] {
  const models = new Map<string, { replies: number; outputTokens: number }>();
  for (const { model = 'unknown', outputTokens } of replies) {
    const counted = models.get(model) ?? { replies: 0, outputTokens: 0 };
    counted.replies += 1;
    counted.outputTokens += outputTokens;
    models.set(model, counted);
  }
  const list = [...models].map(([model, counted]) => ({ model, ...counted }));
  return list.toSorted((a, b) => b.replies - a.replies);
}

function contextOverTime(replies: readonly Reply[]): SessionDescription['context'] {
  const points = replies
    .filter(({ at, tokens }) => !at.isSidechain && tokens > 0)
    .map(({ at, tokens }) => ({ at: at.timestamp, tokens }));
  if (points.length <= mostPoints) return points;
  const step = (points.length - 1) / (mostPoints - 1);
  const places = new Set(
    Array.from({ length: mostPoints }, (_, number) => Math.round(number * step)),
  );
  return points.filter((_, place) => places.has(place));
}
