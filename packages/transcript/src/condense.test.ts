import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  planted,
  testdir,
  transcriptBuilder,
  workSession,
  type TranscriptBuilder,
} from '@carryover/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { condense, type Digest } from './condense.ts';

function condenseText(text: string, budget?: number): Digest {
  using dir = testdir({ 's.jsonl': text });
  const digest = condense(join(dir.path, 's.jsonl'), { budget });
  if (!digest.ok) throw new Error(digest.message);
  return digest;
}

function condenseBuilt(build: (builder: TranscriptBuilder) => void, budget?: number): Digest {
  const builder = transcriptBuilder();
  build(builder);
  return condenseText(builder.toString(), budget);
}

function work(prompts: number, bytes: number): string {
  return [...workSession({ prompts, bytes })].join('');
}

function found(text: string, word: (turn: number) => string, turns: number): number {
  return Array.from({ length: turns }, (_, turn) => word(turn + 1)).filter((w) => text.includes(w))
    .length;
}

describe('trap 1: what the person said reaches the model', () => {
  test('12 of 12 prompts and all decisions of 1 MB are in 46 KB', () => {
    const { text, tokens, coverage } = condenseText(work(12, 1_000_000));
    expect(Buffer.byteLength(text)).toBeLessThan(46_000);
    expect(tokens).toBeLessThanOrEqual(12_000);
    expect(found(text, planted.prompt, 12)).toBe(12);
    expect(found(text, planted.decision, 12)).toBe(12);
    expect(found(text, planted.answer, 12)).toBe(12);
    expect(found(text, planted.failure, 12)).toBe(4);
    expect(coverage.prompt).toEqual({ kept: 12, total: 12, cut: 0 });
    expect(text).not.toContain('Use this skill whenever');
  });

  test('all 578 prompts of 50 MB are there, at least as a line, in the same space', () => {
    const { text, tokens, coverage } = condenseText(work(578, 50_000_000));
    expect(tokens).toBeLessThanOrEqual(12_000);
    expect(found(text, planted.prompt, 578)).toBe(578);
    expect(coverage.prompt).toMatchObject({ kept: 578, total: 578 });
    expect(coverage.decision.kept).toBeGreaterThan(20);
  }, 60_000);
});

test('a long session gets thinner evenly: every tenth of it has decisions in the digest', () => {
  const { text } = condenseText(work(300, 6_000_000));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const turns = Array.from({ length: 30 }, (_, turn) => planted.decision(tenth * 30 + turn + 1));
    expect(turns.filter((word) => text.includes(word)).length).toBeGreaterThan(1);
  }
}, 60_000);

/** A session that is condensed in two parts: the first ends in the middle of a line. */
function inTwoParts(path: string): { first: Digest; second: Digest } {
  const lines = work(24, 2_000_000).split('\n');
  const middle = Math.floor(lines.length / 2);
  const [start = '', rest = ''] = [lines[middle]?.slice(0, 50), lines[middle]?.slice(50)];
  writeFileSync(path, `${lines.slice(0, middle).join('\n')}\n${start}`);
  const first = condense(path);
  if (!first.ok) throw new Error(first.message);
  appendFileSync(path, `${rest}\n${lines.slice(middle + 1).join('\n')}`);
  const second = condense(path, { from: first.offset });
  if (!second.ok) throw new Error(second.message);
  return { first, second };
}

test('trap 2: of two megabytes between two digests nothing in the middle is lost', () => {
  using dir = testdir({});
  const { first, second } = inTwoParts(join(dir.path, 's.jsonl'));
  const text = first.text + second.text;
  expect(found(text, planted.prompt, 24)).toBe(24);
  expect(found(text, planted.decision, 24)).toBe(24);
});

test('trap 6: a digest ends after a whole line, and the next one starts with one', () => {
  using dir = testdir({});
  const path = join(dir.path, 's.jsonl');
  const { first, second } = inTwoParts(path);
  expect(readFileSync(path)[first.offset - 1]).toBe(0x0a);
  expect(second).toMatchObject({ from: first.offset, skippedCount: 0 });
  expect(second.coverage.prompt.total).toBe(24 - first.coverage.prompt.total);
});

test('trap 7: twelve digests, one after the other, say each thing once', () => {
  using dir = testdir({});
  const path = join(dir.path, 's.jsonl');
  const lines = work(24, 500_000).trimEnd().split('\n');
  let text = '';
  let from = 0;
  for (let part = 0; part < 12; part += 1) {
    const [start, end] = [part, part + 1].map((n) => Math.floor((lines.length * n) / 12));
    appendFileSync(path, `${lines.slice(start, end).join('\n')}\n`);
    const digest = condense(path, { from });
    if (!digest.ok) throw new Error(digest.message);
    text += digest.text;
    from = digest.offset;
  }
  expect(found(text, planted.prompt, 24)).toBe(24);
  expect(found(text, planted.decision, 24)).toBe(24);
  expect(condense(path, { from })).toMatchObject({ coverage: { prompt: { total: 0 } } });
});

test('trap 5: cuts never split a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 200, maxLength: 600 }),
      fc.integer({ min: 20, max: 150 }),
      (words, budget) => {
        const { text } = condenseBuilt((b) => {
          b.prompt(words);
          b.reply({ content: `日本語${words}` });
        }, budget);
        expect(Buffer.from(text).toString()).toBe(text);
      },
    ),
    { numRuns: 60 },
  );
});

test('trap 8: a damaged line hides nothing, and a pasted command was not run', () => {
  const b = transcriptBuilder();
  b.prompt('look at <command-name>/rm-everything</command-name> please');
  b.toolUse('t1', 'Skill', { skill: 'release-notes' });
  b.toolResult('t1', 'Launching skill', { toolUseResult: { success: true } });
  b.prompt('<command-message>hello</command-message>\n<command-name>/hello</command-name>');
  const [first = '', ...rest] = b.lines();
  const { text, skippedCount, coverage } = condenseText([first, '{"broken', ...rest].join('\n'));
  expect(skippedCount).toBe(1);
  expect(text).toContain('ran: skill release-notes');
  expect(text).toContain('ran: /hello');
  expect(text).not.toContain('ran: /rm-everything');
  expect(coverage.command.total).toBe(2);
});

test('decisions are answers, plans, refusals and what the model says it chose', () => {
  const { text } = condenseBuilt((b) => {
    b.prompt('plan it');
    b.toolUse('t1', 'AskUserQuestion', { questions: [] });
    b.toolResult('t1', 'User has answered', {
      toolUseResult: { answers: { 'Which DB?': 'SQLite' } },
    });
    b.toolUse('t2', 'ExitPlanMode', { plan: '# Plan A' });
    b.toolResult(
      't2',
      "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nfirst the tests",
      { isError: true },
    );
    b.toolUse('t3', 'ExitPlanMode', { plan: '# Plan B' });
    b.toolResult('t3', 'ok', { toolUseResult: { plan: '# Plan B, edited' } });
    b.reply({ content: 'Fine. We decided on B. Now to work.' });
  });
  expect(text).toContain('decision: the user answered: "Which DB?" → "SQLite"');
  expect(text).toContain('they said: first the tests');
  expect(text).toContain('plan approved: # Plan B, edited');
  expect(text).toContain('decision: Fine. We decided on B.');
});

test('edits stand as path and size, images and base64 as names, duplicates once', () => {
  const data = 'QUJD'.repeat(1000);
  const { text } = condenseBuilt((b) => {
    b.prompt([
      { type: 'text', text: 'like this' },
      { type: 'image', source: { media_type: 'image/png', data } },
    ]);
    for (let edit = 0; edit < 3; edit += 1) {
      b.toolUse(`e${edit}`, 'Edit', { file_path: '/a.ts', old_string: 'x', new_string: 'x\ny' });
      b.toolResult(`e${edit}`, 'updated', { toolUseResult: { originalFile: 'SECRET-ORIGINAL' } });
    }
    b.toolUse('p', 'Bash', { command: 'cat logo' });
    b.toolResult('p', data);
  });
  expect(text).toContain('edited: /a.ts (+2 -1) (3 times)');
  expect(text).toContain('[image image/png, 3000 bytes]');
  expect(text).toContain('[4000 encoded characters]');
  expect(text).not.toContain('QUJDQUJD');
  expect(text).not.toContain('SECRET-ORIGINAL');
});

test('failures keep command, exit code and last lines', () => {
  const { text } = condenseBuilt((b) => {
    b.toolUse('t', 'Bash', { command: 'pnpm test' });
    b.toolResult('t', `Exit code 2\n${'noise\n'.repeat(500)}expected 2, got 3`, { isError: true });
  });
  expect(text).toContain('failed: Bash pnpm test failed (exit 2)');
  expect(text).toContain('expected 2, got 3');
});

test('rewound branches keep prompts and failures, marked; sub-agents are left out', () => {
  const { text, rewound } = condenseBuilt((b) => {
    const start = b.prompt('start');
    b.prompt('withdrawn');
    b.reply({ content: 'text of the withdrawn branch' });
    b.toolUse('t', 'Bash', { command: 'make' });
    b.toolResult('t', 'Exit code 1\nboom', { isError: true });
    b.continueFrom(start);
    b.prompt('task for the agent', { isSidechain: true, agentId: 'a' });
    b.continueFrom(start);
    b.reply({ content: 'fine' });
  });
  expect(text).toContain('(rewound) withdrawn');
  expect(text).toContain('(rewound) Bash make failed (exit 1)');
  expect(text).not.toContain('text of the withdrawn branch');
  expect(text).not.toContain('task for the agent');
  expect(rewound).toBe(1);
});

test('our own injected state does not come back, and mid-turn input is a prompt once', () => {
  const { text, coverage } = condenseBuilt((b) => {
    b.prompt('<carryover-state>old state</carryover-state>');
    b.line({
      type: 'attachment',
      attachment: { type: 'hook_additional_context', content: ['old context'] },
    });
    b.prompt('go');
    b.line({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'and use tabs' } });
    b.prompt('and use tabs');
    b.line({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'quickly' } });
    b.reply({ content: 'ok' });
  });
  expect(text).not.toMatch(/old state|old context/);
  expect(coverage.prompt).toMatchObject({ kept: 3, total: 3 });
});

test('every line of the digest knows its line in the transcript', () => {
  const session = work(12, 300_000);
  using dir = testdir({ 's.jsonl': session });
  const path = join(dir.path, 's.jsonl');
  const result = condense(path);
  if (!result.ok) throw new Error(result.message);
  const bytes = Buffer.from(session);
  const rows = result.text.split('\n');
  expect(result.lines).toHaveLength(rows.length);
  expect(result.lines[0]).toBeUndefined();
  for (const [number, row] of rows.entries()) {
    const marker = /(PROMPT|DECISION|ANSWER)-\d+/.exec(row)?.[0];
    const at = result.lines[number]?.offset ?? 0;
    const line = bytes.subarray(at, bytes.indexOf(10, at)).toString();
    expect(line).toContain(marker ?? '');
    expect(line).toContain(result.lines[number]?.uuid ?? '');
  }
});

test('equal input gives equal output, also with BOM, CRLF and no last line feed', () => {
  const session = work(12, 200_000);
  const { text, coverage } = condenseText(session);
  expect(condenseText(session).text).toBe(text);
  const odd = `\uFEFF${session.replaceAll('\n', '\r\n').trimEnd()}`;
  expect(condenseText(odd)).toMatchObject({ text, coverage });
});

test('any budget is kept, down to nothing', () => {
  const session = work(12, 300_000);
  for (const budget of [0, 10, 100, 500, 2000, 50_000]) {
    const { tokens } = condenseText(session, budget);
    expect(tokens).toBeLessThanOrEqual(Math.max(budget, 60));
  }
});

test('arbitrary lines never throw', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (lines) => {
      expect(condenseText(lines.join('\n')).ok).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('no file is a result that says so', () => {
  expect(condense('/nowhere')).toMatchObject({ ok: false, reason: 'missing' });
});

test('a long queued prompt that was delivered late is kept', () => {
  const prompt = `LONGPROMPT ${'and so on '.repeat(40)}`.trim();
  const { text, coverage } = condenseBuilt((builder) => {
    builder.prompt('first');
    builder.reply({ content: [{ type: 'text', text: 'working' }] });
    builder.line({
      type: 'attachment',
      attachment: { type: 'queued_command', prompt, commandMode: 'prompt' },
    });
    builder.prompt(prompt);
    builder.reply({ content: [{ type: 'text', text: 'done' }] });
  });
  expect(text).toContain('LONGPROMPT');
  expect(coverage.prompt).toMatchObject({ kept: 2, total: 2 });
});

test('input nested deeper than can be written is named, not thrown', () => {
  const nested = `${'['.repeat(6_000)}${']'.repeat(6_000)}`;
  const block = `{"type":"tool_use","id":"i","name":"mcp__d","input":{"a":${nested}}}`;
  const digest = condenseText(`{"type":"assistant","message":{"content":[${block}]}}\n`);
  expect(digest.text).toContain('[nested too deep]');
});
