/** Where a fact stands in the transcript. */
export type Evidence = {
  uuid?: string | undefined;
  /** Bytes from the start of the transcript to the start of the line. */
  offset: number;
  /** ISO 8601, as the client wrote it. */
  timestamp?: string | undefined;
};

/** What the person typed, between turns or while the agent worked. */
export type PromptEvent = { kind: 'prompt'; at: Evidence; text: string };

export type ReplyEvent = { kind: 'reply'; at: Evidence; text: string };

/** A tool use joined to its result, wherever that stands. Large inputs and outputs are left out. */
export type ToolEvent = {
  kind: 'tool';
  /** The line of the result, or of the tool use while there is none. */
  at: Evidence;
  id: string;
  name: string;
  input: Record<string, unknown>;
  /** `pending`: no result so far. */
  outcome: 'ok' | 'error' | 'pending';
  /** The start and the end of what the model got back. */
  text: string;
  result: Record<string, unknown>;
  /** Why the tool use was not run: `user-rejected`, `permission-rule`, … as the client names it. */
  denial?: string | undefined;
};

/** A slash command of the project, the person or a plugin; the client's own are left out. */
export type CommandEvent = { kind: 'command'; at: Evidence; name: string; args: string };

/** A background command or agent that ended. */
export type NotificationEvent = {
  kind: 'notification';
  at: Evidence;
  taskId: string;
  status: string;
  /** What it handed back; empty for a command. */
  result: string;
};

/** The client's own list of tasks at that moment. */
export type TaskListEvent = { kind: 'task-list'; at: Evidence; tasks: Record<string, unknown>[] };

export type CompactionEvent = { kind: 'compaction'; at: Evidence; trigger: string };

/** The main line of a session in the order of the transcript, without what no fact needs. */
export type SessionEvent =
  | PromptEvent
  | ReplyEvent
  | ToolEvent
  | CommandEvent
  | NotificationEvent
  | TaskListEvent
  | CompactionEvent;

/** Last values seen on the main line; they change within one file. */
export type SessionSetting = {
  cwd?: string | undefined;
  gitBranch?: string | undefined;
  permissionMode?: string | undefined;
};

export type SessionRecord = { events: SessionEvent[]; setting: SessionSetting };
