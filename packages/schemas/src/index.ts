export type HookEventName =
  | 'UserPromptSubmit'
  | 'PreCompact'
  | 'PostCompact'
  | 'SessionStart'
  | 'SessionEnd'
  | 'Stop';
type Base = {
  session_id: string;
  transcript_path?: string;
  cwd?: string;
  agent_id?: string;
  hook_event_name: string;
};
type Inputs = {
  UserPromptSubmit: Base & { prompt?: string; source?: string };
  PreCompact: Base & { trigger?: string; custom_instructions?: string | null };
  PostCompact: Base & { trigger?: string; compact_summary?: string };
  SessionStart: Base & { source?: string; model?: string };
  SessionEnd: Base & { reason?: string };
  Stop: Base & { stop_hook_active?: boolean };
};
export type HookInputOf<E extends HookEventName> = Inputs[E];
type Context = { systemMessage?: string; hookSpecificOutput?: { additionalContext?: string } };
type Outputs = {
  UserPromptSubmit: Context;
  SessionStart: Context;
  PreCompact: { instructions?: string };
  PostCompact: object;
  SessionEnd: object;
  Stop: object;
};
export type HookOutputOf<E extends HookEventName> = Outputs[E];
