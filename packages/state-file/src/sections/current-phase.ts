import { checkOutcome, isCheck } from '../check-command.ts';
import type { Fact } from '../fact.ts';
import { listRequests, type Request } from '../requests.ts';
import type { SessionEvent, SessionSetting, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';
import { foldTasks } from './task-list.ts';

/** Where the work stands: the last request word for word, what came of it, what is under way. */
export function currentPhase(events: SessionEvent[], setting: SessionSetting): Fact[] {
  const requests = listRequests(events);
  const request = requests.at(-1);
  const since = events.filter(({ at }) => at.offset > (request?.prompt.at.offset ?? -1));
  return [
    ...(request ? [lastRequest(request)] : []),
    ...withdrawn(requests),
    ...finished(events, since),
    ...underWay(events, request?.status === 'interrupted' ? [] : since),
    ...reply(events, request),
    ...(setting.permissionMode === 'plan'
      ? [{ text: 'Permission mode: plan (nothing is edited)' }]
      : []),
  ];
}

const MARKS: Partial<Record<Request['status'], string>> = {
  answered: ' (answered)',
  interrupted: ' (the person stopped the agent)',
};

function lastRequest({ prompt, status }: Request): Fact {
  const what = MARKS[status] ?? '';
  return { text: `Last request, word for word${what}:`, body: prompt.text, at: prompt.at };
}

/** The newest that were taken back: old work must not come back as an order. */
function withdrawn(requests: Request[]): Fact[] {
  return requests
    .filter(({ status }) => status === 'withdrawn')
    .slice(-3)
    .map(({ number, prompt, withdrawnBy }) => ({
      text: `Withdrawn by request ${withdrawnBy}, not to be done: request ${number}, "${clip(oneLine(prompt.text), 160)}"`,
      at: prompt.at,
    }));
}

function finished(events: SessionEvent[], since: SessionEvent[]): Fact[] {
  const newer = new Set(since.map(({ at }) => at.offset));
  const done = foldTasks(events).filter(
    ({ status, at }) => status === 'completed' && newer.has(at.offset),
  );
  const checks = since.filter((event) => event.kind === 'tool' && isCheck(event));
  const check = checks.findLast((event): event is ToolEvent => event.kind === 'tool');
  const outcome = check && checkOutcome(check);
  return [
    ...done.map((task) => ({ text: `Done since: #${task.id} ${task.subject}`, at: task.at })),
    ...(check && outcome !== 'pending'
      ? [
          {
            text: `Last check since: ${describe(check)}: ${outcome === 'ok' ? 'passed' : 'failed'}`,
            at: check.at,
          },
        ]
      : []),
  ];
}

/** A use without a result runs no more once the agent speaks, or the person asks anew or stops it. */
function underWay(events: SessionEvent[], since: SessionEvent[]): Fact[] {
  const tasks = foldTasks(events)
    .filter(({ status }) => status === 'in_progress')
    .map(({ id, subject, at }) => ({ text: `In progress: #${id} ${subject}`, at }));
  const tools = since
    .slice(since.findLastIndex(({ kind }) => kind === 'reply') + 1)
    .filter((event): event is ToolEvent => event.kind === 'tool' && event.outcome === 'pending')
    .map((tool) => ({ text: `Under way: ${describe(tool)}`, at: tool.at }));
  return [...tasks, ...tools];
}

function reply(events: SessionEvent[], request: Request | undefined): Fact[] {
  const last = events.findLast((event) => event.kind === 'reply');
  if (!last) return [];
  const isEarlier = request !== undefined && last.at.offset < request.prompt.at.offset;
  const who = isEarlier ? 'Before it, the agent said' : 'The agent said';
  return [{ text: `${who}: ${clip(oneLine(last.text), 500)}`, at: last.at }];
}

function describe(tool: ToolEvent): string {
  const what = textField(tool.input, 'command', 'file_path', 'description') ?? '';
  return clip(oneLine(`${tool.name} ${what}`), 200);
}
