import type { Fact } from '../fact.ts';
import type { Evidence, SessionEvent, ToolEvent } from '../session-event.ts';
import { oneLine } from '../text.ts';
import { records, textField } from '../unknown.ts';

export type Task = {
  id: string;
  subject: string;
  /** `pending`, `in_progress`, `completed`, or what a newer client writes. */
  status: string;
  owner?: string | undefined;
  /** Ids of the tasks that it waits for, which are not completed. */
  blockedBy: string[];
  at: Evidence;
};

type Tasks = Map<string, Task>;

const BOX: Record<string, string> = { completed: '[x]', pending: '[ ]', in_progress: '[~]' };

export function taskList(events: SessionEvent[]): Fact[] {
  return foldTasks(events).map((task) => {
    const owner = task.owner ? `, owner ${task.owner}` : '';
    const blocked = task.blockedBy.length > 0 ? `, blocked by #${task.blockedBy.join(', #')}` : '';
    const box = BOX[task.status] ?? '[?]';
    return {
      text: `${box} ${task.status} #${task.id} ${oneLine(task.subject)}${owner}${blocked}`,
      at: task.at,
    };
  });
}

/** The final state of the list. The client's own snapshots replace what was folded before them. */
export function foldTasks(events: SessionEvent[]): Task[] {
  let tasks: Tasks = new Map();
  // In the order of the results: tools that run side by side answer in another order than they were used.
  for (const event of events.toSorted((a, b) => a.at.offset - b.at.offset)) {
    if (event.kind === 'task-list') tasks = fromList(event.tasks, event.at);
    else if (event.kind === 'tool' && event.outcome === 'ok') tasks = applyTool(tasks, event);
  }
  return [...tasks.values()].map((task) => ({
    ...task,
    blockedBy: task.blockedBy.filter((id) => tasks.get(id)?.status !== 'completed'),
  }));
}

function applyTool(tasks: Tasks, tool: ToolEvent): Tasks {
  switch (tool.name) {
    case 'TodoWrite':
      return fromList(records(tool.result['newTodos'] ?? tool.input['todos']), tool.at);
    case 'TaskList':
      return fromList(records(tool.result['tasks']), tool.at);
    case 'TaskCreate':
      return create(tasks, tool);
    case 'TaskUpdate':
      return update(tasks, tool);
    default:
      return tasks;
  }
}

function create(tasks: Tasks, tool: ToolEvent): Tasks {
  const [task = {}] = records([tool.result['task']]);
  const id = textField(task, 'id') ?? /#(\w+)/.exec(tool.text)?.[1];
  const subject = textField(tool.input, 'subject') ?? textField(task, 'subject');
  if (!id || !subject) return tasks;
  return tasks.set(id, { id, subject, status: 'pending', blockedBy: [], at: tool.at });
}

function update(tasks: Tasks, tool: ToolEvent): Tasks {
  const { input } = tool;
  const task = tasks.get(textField(input, 'taskId') ?? '');
  if (!task || tool.result['success'] === false) return tasks;
  if (input['status'] === 'deleted') return without(tasks, task.id);
  tasks.set(task.id, {
    ...task,
    status: textField(input, 'status') ?? task.status,
    subject: textField(input, 'subject') ?? task.subject,
    owner: textField(input, 'owner') ?? task.owner,
    at: tool.at,
  });
  block(tasks, task.id, idsIn(input['addBlockedBy']));
  for (const id of idsIn(input['addBlocks'])) block(tasks, id, [task.id]);
  return tasks;
}

function block(tasks: Tasks, id: string, blockers: string[]): void {
  const task = tasks.get(id);
  if (task) tasks.set(id, { ...task, blockedBy: [...new Set([...task.blockedBy, ...blockers])] });
}

/** Nothing waits for what is no longer to be done. */
function without(tasks: Tasks, deleted: string): Tasks {
  tasks.delete(deleted);
  for (const [id, task] of tasks) {
    tasks.set(id, { ...task, blockedBy: task.blockedBy.filter((blocker) => blocker !== deleted) });
  }
  return tasks;
}

function fromList(list: Record<string, unknown>[], at: Evidence): Tasks {
  const tasks: Tasks = new Map();
  for (const [index, item] of list.entries()) {
    const id = textField(item, 'id') ?? String(index + 1);
    const subject = textField(item, 'subject', 'content') ?? '';
    const blockedBy = idsIn(item['blockedBy']);
    const status = textField(item, 'status') ?? 'pending';
    tasks.set(id, { id, subject, status, owner: textField(item, 'owner'), blockedBy, at });
  }
  return tasks;
}

function idsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
