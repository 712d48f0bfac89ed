import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { workerTopology } from './worker-topology.ts';

const workers = (...args: Parameters<typeof sessionOf>) =>
  texts(workerTopology(sessionOf(...args).events));

test('tells type, id, task and last result of a sub-agent', () => {
  const result = {
    status: 'completed',
    agentId: 'a1',
    content: [{ type: 'text', text: 'Three callers.\nAll in src.' }],
  };
  const input = { subagent_type: 'Explore', description: 'Find callers', prompt: '…' };
  expect(workers((session) => session.tool('Agent', input, { result }))).toEqual([
    'Sub-agent Explore (agent a1), completed: Find callers; last result: Three callers. All in src.',
  ]);
});

test('joins a background agent to the notice of its end', () => {
  const found = workers((session) => {
    const input = { description: 'Review' };
    session.tool('Agent', input, { result: { status: 'async_launched', agentId: 'a2' } });
    session.prompt(
      '<task-notification>\n<task-id>a2</task-id>\n<status>completed</status>\n<result>Fine.</result>\n</task-notification>',
    );
  });
  expect(found).toEqual([
    'Sub-agent general-purpose (agent a2), completed: Review; last result: Fine.',
  ]);
});

test('tells background commands that still run', () => {
  const found = workers((session) =>
    session.tool('Bash', { command: 'npm run dev' }, { result: { backgroundTaskId: 'b1' } }),
  );
  expect(found).toEqual(['Background command (task b1), running: npm run dev']);
});

test('tells the three sub-agents of the recorded session', () => {
  const found = texts(workerTopology(recordedSession().events));
  expect(found).toHaveLength(3);
  expect(found.every((text) => /, completed: .*; last result:/.test(text))).toBe(true);
});

test('tells teammates, where an agent has its transcript, and what was stopped', () => {
  const { events } = sessionOf((session) => {
    session.tool('TeamCreate', { team_name: 'port', description: 'Port the parser' });
    const input = { name: 'ann', team_name: 'port', description: 'Lexer' };
    const result = { status: 'teammate_spawned', agent_id: 'ann@port' };
    session.tool('Agent', input, { result });
    session.prompt(
      '<teammate-message teammate_id="ann" color="red">Lexer is done.</teammate-message>',
    );
    session.tool('Bash', { command: 'sleep 9' }, { result: { backgroundTaskId: 'b9' } });
    session.tool('TaskStop', { task_id: 'b9' });
    const done = { status: 'completed', agentId: 'a7' };
    session.tool('Agent', { description: 'Count' }, { result: done });
  });
  expect(texts(workerTopology(events, new Map([['a7', '/t/agent-a7.jsonl']])))).toEqual([
    'Team port, created: Port the parser',
    'Teammate general-purpose "ann" (agent ann@port), spoke: Lexer; last result: Lexer is done.',
    'Background command (task b9), stopped: sleep 9',
    'Sub-agent general-purpose (agent a7), completed: Count; transcript: /t/agent-a7.jsonl',
  ]);
});
