import type { Fact } from '../fact.ts';
import type { SessionEvent, SessionSetting, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';
import { foldTasks } from './task-list.ts';

/** Where the work stands: the last request word for word, what was said last, what is under way. */
export function currentPhase(events: SessionEvent[], setting: SessionSetting): Fact[] {
  const prompt = events.findLast((event) => event.kind === 'prompt');
  const reply = events.findLast((event) => event.kind === 'reply');
  const facts: Fact[] = [];
  if (prompt)
    facts.push({ text: 'Last request, word for word:', body: prompt.text, at: prompt.at });
  for (const task of foldTasks(events).filter(({ status }) => status === 'in_progress')) {
    facts.push({ text: `In progress: #${task.id} ${task.subject}`, at: task.at });
  }
  for (const tool of pending(events))
    facts.push({ text: `Under way: ${describe(tool)}`, at: tool.at });
  if (reply) {
    const when = prompt && reply.at.offset < prompt.at.offset ? 'Before it, the' : 'The';
    facts.push({ text: `${when} agent said: ${clip(oneLine(reply.text), 500)}`, at: reply.at });
  }
  if (setting.permissionMode === 'plan')
    facts.push({ text: 'Permission mode: plan (nothing is edited)' });
  return facts;
}

function pending(events: SessionEvent[]): ToolEvent[] {
  return events.filter(
    (event): event is ToolEvent => event.kind === 'tool' && event.outcome === 'pending',
  );
}

function describe(tool: ToolEvent): string {
  const what = textField(tool.input, 'command', 'file_path', 'description') ?? '';
  return clip(oneLine(`${tool.name} ${what}`), 200);
}
