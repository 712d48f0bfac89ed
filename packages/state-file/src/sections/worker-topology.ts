import type { Fact } from '../fact.ts';
import type { NotificationEvent, SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';

/** Sub-agents and background commands, in the order in which they were started. */
export function workerTopology(events: SessionEvent[]): Fact[] {
  const ended = new Map<string, NotificationEvent>();
  for (const event of events) if (event.kind === 'notification') ended.set(event.taskId, event);
  return events.flatMap((event) => {
    if (event.kind !== 'tool' || event.outcome === 'error') return [];
    if (event.name === 'Agent' || event.name === 'Task') return [agent(event, ended)];
    return background(event, ended);
  });
}

function agent(tool: ToolEvent, ended: Map<string, NotificationEvent>): Fact {
  const id = textField(tool.result, 'agentId', 'agent_id');
  const end = id === undefined ? undefined : ended.get(id);
  const type = textField(tool.input, 'subagent_type') ?? 'general-purpose';
  const name = textField(tool.input, 'name');
  const who = [type, name && `"${name}"`, id && `(agent ${id})`].filter(Boolean).join(' ');
  const task = oneLine(textField(tool.input, 'description') ?? '');
  const report = end?.result || textField(tool.result, 'report');
  const said = report ? `; last result: ${clip(oneLine(report), 300)}` : '';
  const status = end?.status ?? launchStatus(tool);
  return { text: `Sub-agent ${who}: ${task} — ${status}${said}`, at: (end ?? tool).at };
}

function launchStatus(tool: ToolEvent): string {
  if (tool.outcome === 'pending') return 'running';
  const status = textField(tool.result, 'status') ?? 'completed';
  return status === 'async_launched' ? 'running in the background' : status;
}

function background(tool: ToolEvent, ended: Map<string, NotificationEvent>): Fact[] {
  const id = textField(tool.result, 'backgroundTaskId');
  if (id === undefined) return [];
  const end = ended.get(id);
  const command = clip(oneLine(textField(tool.input, 'command') ?? ''), 200);
  const text = `Background command (task ${id}): ${command} — ${end?.status ?? 'running'}`;
  return [{ text, at: (end ?? tool).at }];
}
