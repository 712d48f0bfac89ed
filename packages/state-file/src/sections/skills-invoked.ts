import type { Fact } from '../fact.ts';
import type { Evidence, SessionEvent } from '../session-event.ts';
import { textField } from '../unknown.ts';

/** Skills and slash commands that really ran: a name that was only written does not count. */
export function skillsInvoked(events: SessionEvent[]): Fact[] {
  const runs = new Map<string, { count: number; last: Evidence }>();
  for (const event of events) {
    const label = runLabel(event);
    if (label) runs.set(label, { count: (runs.get(label)?.count ?? 0) + 1, last: event.at });
  }
  return [...runs].map(([label, { count, last }]) => {
    const times = count > 1 ? `, ${count} times` : '';
    return { text: `${label}${times} (a record: invoke it again to have its text)`, at: last };
  });
}

function runLabel(event: SessionEvent): string | undefined {
  if (event.kind === 'command') return `Command ${event.name}${event.args ? ` ${event.args}` : ''}`;
  if (event.kind !== 'tool' || event.name !== 'Skill' || event.outcome !== 'ok') return undefined;
  const name = textField(event.result, 'commandName') ?? textField(event.input, 'skill', 'command');
  const args = textField(event.input, 'args');
  return name && `Skill ${name}${args ? ` ${args}` : ''}`;
}
