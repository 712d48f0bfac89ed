import type { HandlerType } from '../../src/hook-event.ts';
import type { AnswerField } from '../overrides.ts';

export const allHandlers: HandlerType[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];

/** Events on which no model may answer. */
export const plainHandlers: HandlerType[] = ['command', 'http', 'mcp_tool'];

/** Honoured unless the event's documentation says otherwise. */
export const commonAnswer: AnswerField[] = [
  'continue',
  'stopReason',
  'systemMessage',
  'terminalSequence',
];

export const blockingAnswer: AnswerField[] = ['decision', 'reason', ...commonAnswer];

export const toolMatcher = { field: 'tool_name', note: 'tool names; MCP: mcp__<server>__<tool>' };
