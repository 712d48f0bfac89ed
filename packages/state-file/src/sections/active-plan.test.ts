import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { activePlan } from './active-plan.ts';

const approved = (plan: string) => ({ result: { plan, filePath: '/home/dev/.claude/plans/p.md' } });

test('tells title, steps, file and status of the plan approved last', () => {
  const { events } = sessionOf((session) => {
    session.tool('ExitPlanMode', { plan: '# First\n\n1. a' }, approved('# First\n\n1. a'));
    session.tool('ExitPlanMode', { plan: '# Second\n\n1. b' }, approved('# Second\n\n1. b'));
  });
  const [plan, ...others] = activePlan(events);
  expect(plan?.text).toBe('Second (approved; file: /home/dev/.claude/plans/p.md)');
  expect(plan?.body).toBe('1. b');
  expect(others).toEqual([]);
});

test('tells a newer refused plan beside the approved one, an older one not', () => {
  const { events } = sessionOf((session) => {
    session.tool('ExitPlanMode', { plan: '# Zero' }, { isError: true });
    session.tool('ExitPlanMode', { plan: '# One' }, approved('# One'));
    session.tool('ExitPlanMode', { plan: '# Two' }, { isError: true });
  });
  expect(texts(activePlan(events))).toEqual([
    'One (approved; file: /home/dev/.claude/plans/p.md)',
    'Two (proposed, refused)',
  ]);
});

test('takes the steps that the person laid out where no plan was proposed', () => {
  const { events } = sessionOf((session) => {
    session.prompt('Please do:\n1. split the file\n2. add tests');
    session.prompt('thanks');
  });
  expect(texts(activePlan(events))).toEqual(['Please do: (laid out by the user)']);
});

test('says nothing about a plan that is still shown to the person', () => {
  const { events } = sessionOf((session) => session.toolUse('p1', 'ExitPlanMode', { plan: '# P' }));
  expect(activePlan(events)).toEqual([]);
});

test('finds the approved plan of the recorded session', () => {
  const [plan] = activePlan(recordedSession().events);
  expect(plan?.text).toContain('Stop double bookings and lost events (approved');
  expect(plan?.body).toContain('4. After the last attempt the event becomes a dead letter');
});
