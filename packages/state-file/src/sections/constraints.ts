import type { Fact } from '../fact.ts';
import { tellingSentences } from '../sentence-kind.ts';
import type { SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { isRefusal } from './session-decisions.ts';
import { foldTasks } from './task-list.ts';

/** What binds the work from outside: the person's rules, refused permissions, tasks that wait. */
export function constraints(events: SessionEvent[]): Fact[] {
  const facts: Fact[] = events.flatMap((event) => {
    if (event.kind === 'prompt') return rules(event);
    return event.kind === 'tool' && isDenied(event) ? [denied(event)] : [];
  });
  for (const task of foldTasks(events)) {
    if (task.blockedBy.length === 0 || task.status === 'completed') continue;
    facts.push({ text: `Task #${task.id} waits for #${task.blockedBy.join(', #')}`, at: task.at });
  }
  return facts;
}

/** Not run because of a rule, a mode or a hook. */
export function isDenied(tool: ToolEvent): boolean {
  if (tool.outcome !== 'error' || isRefusal(tool)) return false;
  return tool.denial !== undefined || DENIED_BY_RULE.test(tool.text);
}

/** 2.0.77 says it in these words alone. */
const DENIED_BY_RULE = /^Permission to use \S+.* (has been|was) denied/s;

function rules(prompt: Extract<SessionEvent, { kind: 'prompt' }>): Fact[] {
  return tellingSentences(prompt.text)
    .filter(({ kind }) => kind === 'constraint')
    .map(({ text }) => ({ text: `User: "${clip(oneLine(text), 500)}"`, at: prompt.at }));
}

function denied(tool: ToolEvent): Fact {
  const why = tool.denial ? ` (${tool.denial})` : '';
  return { text: `Denied${why}: ${clip(oneLine(tool.text), 300)}`, at: tool.at };
}
