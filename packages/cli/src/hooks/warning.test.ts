import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { startSession } from './start-session.ts';

const prompt = { prompt: 'go on' };
const compact = { trigger: 'auto', custom_instructions: null };

type Session = ReturnType<typeof startSession>;

function approves(session: Session, plan: string): void {
  const id = `toolu_${plan.length}`;
  session.append({
    type: 'assistant',
    message: {
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'ExitPlanMode', input: { plan } }],
    },
  });
  session.append({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'User has approved your plan.' }],
    },
    toolUseResult: { plan },
  });
}

function isCompacted(session: Session): void {
  session.run('PreCompact', compact);
  session.append({
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 170_000 },
  });
  session.run('SessionStart', { source: 'compact' });
  session.run('PostCompact', { ...compact, compact_summary: 'Short.' });
}

/** The record within the warning of the next prompt, beside which other things may be told. */
function recordOf(session: Session): string {
  const { context } = session.run('UserPromptSubmit', prompt);
  return /<carryover-warning>([\s\S]*)<\/carryover-warning>/.exec(context)?.[1] ?? '';
}

/** Some megabytes of answers, which say nothing of the work. */
function talksFor(session: Session, megabytes: number): void {
  for (let count = 0; count < megabytes * 4; count += 1)
    session.answers(40_000, 'So it goes. '.repeat(21_000));
}

test('tells what was before the last compaction from the state of then', () => {
  using root = testdir();
  const session = startSession(root);
  session.says('Yes, use SQLite for the cache. Never touch the migrations.');
  approves(session, '# Cache in SQLite\n\n1. schema');
  session.answers(50_000);
  isCompacted(session);
  session.says('Let us go with WAL mode.');
  session.answers(130_000);
  const record = recordOf(session);
  expect(record).toContain('- Cache in SQLite (approved');
  expect(record).toContain('- The request before this one: Let us go with WAL mode.');
  expect(record).toMatch(/use SQLite for the cache[\s\S]*go with WAL mode/);
});

test('tells the phase of the state where nobody has typed since, and numbers no requests', () => {
  using root = testdir();
  const session = startSession(root);
  session.says('Add a cache.');
  session.says('Drop the cache, write the docs instead.');
  session.says('Add a queue.');
  session.says('Drop the queue, test the reader instead.');
  session.answers(50_000);
  isCompacted(session);
  session.answers(130_000);
  const record = recordOf(session);
  const [, phase = ''] = /Current Phase:\n((?:- .*\n)*)/.exec(record) ?? [];
  expect(phase).toContain('Drop the queue, test the reader instead.');
  expect(phase).toContain('- Withdrawn: "Add a cache."');
  expect(phase.trim().split('\n')).toHaveLength(3);
});

test('keeps an approved plan before steps that were typed since', () => {
  using root = testdir();
  const session = startSession(root);
  session.says('Make a plan.');
  approves(session, '# Cache in SQLite\n\n1. schema');
  isCompacted(session);
  session.says('Plan:\n1. write the schema\n2. run the tests\n3. commit');
  session.answers(130_000);
  const record = recordOf(session);
  expect(record).toMatch(/Active Plan:\n- Cache in SQLite \(approved/);
});

test('reads the end of a long transcript alone, and what a state holds of the rest', () => {
  using root = testdir();
  const session = startSession(root);
  session.says('Yes, use SQLite for the cache.');
  approves(session, '# Cache in SQLite\n\n1. schema');
  talksFor(session, 5);
  session.says('Let us go with WAL mode.');
  session.answers(130_000);
  const without = recordOf(session);
  expect(without).toContain('- The request before this one: Let us go with WAL mode.');
  expect(without).not.toContain('SQLite');
  isCompacted(session);
  session.says('Now the reader.');
  session.answers(130_000);
  const record = recordOf(session);
  expect(record).toContain('- Cache in SQLite (approved');
  expect(record).toMatch(/use SQLite for the cache[\s\S]*go with WAL mode/);
});

test('gives the last three decisions, not what tool uses were allowed', () => {
  using root = testdir();
  const session = startSession(root);
  session.says('Yes, use SQLite for the cache. We take the second layout.');
  session.append({
    type: 'assistant',
    message: {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test' } }],
    },
  });
  session.append({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }],
    },
    permissionDecision: { decision: 'accept', source: 'user_permanent' },
  });
  session.answers(50_000);
  isCompacted(session);
  session.says('Let us go with WAL mode. Yes, ship it.');
  session.answers(130_000);
  expect(recordOf(session)).toContain(
    'Last decisions:\n- User: "We take the second layout."\n- User: "Let us go with WAL mode."\n- User: "Yes, ship it."',
  );
});

test('S09: quotes no secret of the conversation', () => {
  using root = testdir();
  const session = startSession(root);
  const token = `ghp_${'a1B2'.repeat(9)}`;
  session.says(`Let us go with the token ${token} and password=hunter2Secret9.`);
  session.answers(130_000);
  const record = recordOf(session);
  expect(record).toContain('Let us go with the token [secret:');
  expect(record).not.toContain(token);
  expect(record).not.toContain('hunter2Secret9');
});
