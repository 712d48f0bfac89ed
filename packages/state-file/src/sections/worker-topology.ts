import type { Fact } from '../fact.ts';
import type { NotificationEvent, SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';

/** Where the transcript of an agent is, by its id. */
export type AgentFiles = ReadonlyMap<string, string>;

type Notices = Map<string, NotificationEvent>;

/** Sub-agents, teammates and background commands, in the order in which they were started. */
export function workerTopology(events: SessionEvent[], files: AgentFiles = new Map()): Fact[] {
  const notices: Notices = new Map();
  for (const event of events) if (event.kind === 'notification') notices.set(event.taskId, event);
  const stopped = stoppedTasks(events);
  return events.flatMap((event) => {
    if (event.kind !== 'tool') return [];
    // Of what a rule or a person refused nothing was started.
    if (event.outcome === 'error') return [];
    if (event.name === 'Agent' || event.name === 'Task') return [agent(event, notices, files)];
    if (event.name === 'Workflow') return [workflow(event, notices)];
    if (event.name === 'TeamCreate') return [team(event)];
    return background(event, notices, stopped);
  });
}

function agent(tool: ToolEvent, notices: Notices, files: AgentFiles): Fact {
  const { result, input } = tool;
  const id = textField(result, 'agentId', 'agent_id', 'teammate_id');
  const name = textField(input, 'name');
  const end = notices.get(id ?? '') ?? notices.get(name ?? '');
  const isTeammate = result['status'] === 'teammate_spawned' || input['team_name'] !== undefined;
  const type = textField(input, 'subagent_type') ?? 'general-purpose';
  const who = [type, name && `"${name}"`, id && `(agent ${id})`].filter(Boolean).join(' ');
  const report = end?.result || textField(result, 'report');
  const file = files.get(id ?? '');
  const parts = [
    `${isTeammate ? 'Teammate' : 'Sub-agent'} ${who}, ${end?.status ?? launchStatus(tool)}: ${oneLine(textField(input, 'description') ?? '')}`,
    report && `last result: ${clip(oneLine(report), 300)}`,
    file && `transcript: ${file}`,
  ];
  return { text: parts.filter(Boolean).join('; '), at: (end ?? tool).at };
}

function launchStatus(tool: ToolEvent): string {
  if (tool.outcome === 'pending') return 'running';
  const status = textField(tool.result, 'status') ?? 'completed';
  if (status === 'teammate_spawned') return 'spawned';
  return status === 'async_launched' ? 'running in the background' : status;
}

function workflow(tool: ToolEvent, notices: Notices): Fact {
  const id = textField(tool.result, 'taskId', 'runId') ?? '';
  const name = textField(tool.result, 'workflowName') ?? textField(tool.input, 'name') ?? '';
  const end = notices.get(id);
  const status = end?.status ?? textField(tool.result, 'status') ?? 'running';
  return { text: `Workflow ${name} (task ${id}), ${status}`, at: (end ?? tool).at };
}

function team(tool: ToolEvent): Fact {
  const name = textField(tool.input, 'team_name', 'name') ?? '';
  const what = textField(tool.input, 'description');
  return { text: `Team ${name}, created${what ? `: ${oneLine(what)}` : ''}`, at: tool.at };
}

function background(tool: ToolEvent, notices: Notices, stopped: Set<string>): Fact[] {
  const id = textField(tool.result, 'backgroundTaskId', 'taskId');
  if (id === undefined || (tool.name !== 'Bash' && tool.name !== 'Monitor')) return [];
  const end = notices.get(id);
  const command = clip(oneLine(textField(tool.input, 'command', 'description') ?? ''), 200);
  const status = end?.status ?? (stopped.has(id) ? 'stopped' : 'running');
  const text = `Background command (task ${id}), ${status}: ${command}`;
  return [{ text, at: (end ?? tool).at }];
}

function stoppedTasks(events: SessionEvent[]): Set<string> {
  const ids = events.flatMap((event) => {
    if (event.kind !== 'tool' || event.outcome !== 'ok') return [];
    if (event.name !== 'TaskStop' && event.name !== 'KillShell') return [];
    return textField(event.input, 'task_id', 'shell_id', 'taskId') ?? [];
  });
  return new Set(ids);
}
