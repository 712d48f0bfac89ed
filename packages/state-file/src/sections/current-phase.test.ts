import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { currentPhase } from './current-phase.ts';

test('gives the last request word for word, whatever rows follow it', () => {
  const { events, setting } = sessionOf((session) => {
    session.prompt('Rename the module.\n\n  Keep the indentation.');
    session.prompt('This session is being continued', { isCompactSummary: true });
    session.prompt('Caveat', { isMeta: true });
    session.prompt('<command-name>/model</command-name>');
    session.prompt('<local-command-stdout>ok</local-command-stdout>');
    session.prompt('[Request interrupted by user]');
    session.prompt('an agent asks', { isSidechain: true, agentId: 'a1' });
    session.tool('Bash', { command: 'ls' });
  });
  const [request] = currentPhase(events, setting);
  expect(request?.body).toBe('Rename the module.\n\n  Keep the indentation.');
});

test('tells tasks and tool uses that are under way', () => {
  const { events, setting } = sessionOf((session) => {
    session.prompt('go');
    session.tool('TodoWrite', { todos: [{ content: 'Split it', status: 'in_progress' }] });
    session.toolUse('open', 'Bash', { command: 'sleep 60' });
  });
  expect(texts(currentPhase(events, setting))).toEqual([
    'Last request, word for word:',
    'In progress: #1 Split it',
    'Under way: Bash sleep 60',
  ]);
});

test('says when the last reply came before the last request', () => {
  const { events, setting } = sessionOf((session) => {
    session.reply({ content: [{ type: 'text', text: 'Done.' }] });
    session.prompt('Next');
  });
  expect(texts(currentPhase(events, setting)).at(-1)).toBe('Before it, the agent said: Done.');
});

test('marks the last request as answered once nothing follows the reply', () => {
  const answered = sessionOf((session) => {
    session.prompt('Explain it.');
    session.reply({ content: [{ type: 'text', text: 'It caches.' }] });
  });
  expect(texts(currentPhase(answered.events, answered.setting))[0]).toBe(
    'Last request, word for word (answered):',
  );
});

test('marks a request that was withdrawn, so that it does not come back as an order', () => {
  const { events, setting } = sessionOf((session) => {
    session.prompt('Build the cron sweep.');
    session.prompt('Forget the cron sweep, use a queue.');
  });
  expect(texts(currentPhase(events, setting))).toEqual([
    'Last request, word for word:',
    'Withdrawn by request 2, not to be done: request 1, "Build the cron sweep."',
  ]);
});

test('tells plan mode, since nothing may be edited then', () => {
  const { events, setting } = sessionOf((session) =>
    session.prompt('plan it', { permissionMode: 'plan' }),
  );
  expect(texts(currentPhase(events, setting)).at(-1)).toContain('Permission mode: plan');
});

test('gives the last request of the recorded session', () => {
  const { events, setting } = recordedSession();
  expect(currentPhase(events, setting)[0]?.body).toBe(
    'Good morning. Where were we, and what can we do before Thursday?',
  );
});

const told = (...args: Parameters<typeof sessionOf>) => {
  const { events, setting } = sessionOf(...args);
  return texts(currentPhase(events, setting)).filter((text) => text.startsWith('Under way'));
};

test('what was left without a result runs no more after a reply, a new request or a stop', () => {
  const lost = told((session) => {
    session.prompt('go');
    session.toolUse('a', 'Bash', { command: 'sleep 1' });
    session.reply({ content: [{ type: 'text', text: 'That was lost, again.' }] });
    session.toolUse('b', 'Bash', { command: 'sleep 2' });
    session.prompt('go on');
    session.toolUse('c', 'Bash', { command: 'sleep 3' });
  });
  expect(lost).toEqual(['Under way: Bash sleep 3']);
  const stopped = told((session) => {
    session.prompt('go');
    session.toolUse('a', 'Bash', { command: 'sleep 1' });
    session.prompt('[Request interrupted by user]');
  });
  expect(stopped).toEqual([]);
});
