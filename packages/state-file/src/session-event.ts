import type { ShellLine } from './shell-line.ts';

/** Where a fact stands in the transcript. */
export type Evidence = {
  uuid?: string | undefined;
  /** Bytes from the start of the transcript to the start of the line. */
  offset: number;
  /** ISO 8601, as the client wrote it. */
  timestamp?: string | undefined;
};

/**
 * Where an event does not belong to the work as it stands: `rewound` for a branch that the person
 * went back from, `agent <id>` for a sub-agent.
 */
export type Aside = 'rewound' | `agent ${string}`;

type Origin = { at: Evidence; aside?: Aside | undefined };

/** What the person typed, between turns or while the agent worked. */
export type PromptEvent = Origin & { kind: 'prompt'; text: string };

type ReplyEvent = Origin & { kind: 'reply'; text: string };

/** A tool use joined to its result, wherever that stands. Large inputs and outputs are left out. */
export type ToolEvent = Origin & {
  kind: 'tool';
  /** The line of the result, or of the tool use while there is none. */
  at: Evidence;
  id: string;
  name: string;
  input: Record<string, unknown>;
  /** What a shell command does, by its words. */
  shell?: ShellLine | undefined;
  /** Where the session worked then. */
  folder?: string | undefined;
  /** `pending`: no result so far. */
  outcome: 'ok' | 'error' | 'pending';
  /** The start and the end of what the model got back. */
  text: string;
  result: Record<string, unknown>;
  /** Why the tool use was not run: `user-rejected`, `permission-rule`, … as the client names it. */
  denial?: string | undefined;
  /** The person was asked and said yes; `always` when that holds from then on. */
  granted?: 'once' | 'always' | undefined;
};

/** A slash command of the project, the person or a plugin; the client's own are left out. */
type CommandEvent = Origin & { kind: 'command'; name: string; args: string };

/** A background command, agent or teammate that ended or spoke. */
export type NotificationEvent = Origin & {
  kind: 'notification';
  taskId: string;
  status: string;
  /** What it handed back; empty for a command. */
  result: string;
};

/** The person stopped the agent. */
type InterruptionEvent = Origin & { kind: 'interruption' };

/** A hook kept a prompt or a tool use from happening. */
type HookBlockEvent = Origin & { kind: 'hook-block'; text: string };

/** The client's own list of tasks at that moment. */
type TaskListEvent = Origin & { kind: 'task-list'; tasks: Record<string, unknown>[] };

type CompactionEvent = Origin & { kind: 'compaction'; trigger: string };

/** What the lines of a transcript say, in their order, without what no fact needs. */
export type SessionEvent =
  | PromptEvent
  | ReplyEvent
  | ToolEvent
  | CommandEvent
  | NotificationEvent
  | InterruptionEvent
  | HookBlockEvent
  | TaskListEvent
  | CompactionEvent;

/** Last values seen on the main line; they change within one file. */
export type SessionSetting = {
  cwd?: string | undefined;
  gitBranch?: string | undefined;
  permissionMode?: string | undefined;
};

export type SessionRecord = {
  /** The work as it stands. */
  events: SessionEvent[];
  /** What sub-agents did, and what was done on branches that the person went back from. */
  asides: SessionEvent[];
  setting: SessionSetting;
};
