import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir, transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { condense, type CondenseOptions, type Digest } from './condense.ts';

const large = 100_000;

function condenseFile(path: string, options: CondenseOptions = {}): Digest {
  const digest = condense(path, { budget: large, ...options });
  if (!digest.ok) throw new Error(digest.message);
  return digest;
}

function condenseText(text: string, options: CondenseOptions & { name?: string } = {}): Digest {
  const { name = 's.jsonl', ...rest } = options;
  using dir = testdir({ [name]: text });
  return condenseFile(join(dir.path, name), rest);
}

function condenseBuilt(build: (b: TranscriptBuilder) => void, options?: CondenseOptions): Digest {
  const b = transcriptBuilder();
  build(b);
  return condenseText(b.toString(), options);
}

function work(b: TranscriptBuilder, id: string): void {
  b.toolUse(`${id}1`, 'Edit', { file_path: '/a.ts', old_string: 'x', new_string: 'y' });
  b.toolResult(`${id}1`, 'ok');
  b.toolUse(`${id}2`, 'AskUserQuestion', {});
  b.toolResult(`${id}2`, 'ok', { toolUseResult: { answers: { 'Which?': 'B' } } });
  b.toolUse(`${id}3`, 'Bash', { command: 'make' });
  b.toolResult(`${id}3`, 'Exit code 1\nboom', { isError: true });
  b.reply({ content: 'All of it is done.' });
}

/** Facts of a digest, whatever their place: a text is an answer or a remark by what follows it. */
const facts = ({ text }: Digest): string[] =>
  text
    .split('\n')
    .slice(1)
    .map((row) => row.replace(/^\[\d+\]( \d\d:\d\d)?/, '[n]').replace('- answer:', '- said:'))
    .filter((row) => !row.endsWith('(no result)'));

describe('what was said on two branches', () => {
  const long = `${'please do exactly this and nothing else, '.repeat(8)}end`;

  test('a prompt sent again after a rewind is live, with what came of it', () => {
    const { text, coverage, rewound } = condenseBuilt((b) => {
      const start = b.prompt('start');
      b.prompt(long);
      b.toolUse('t1', 'Write', { file_path: '/wrong.ts', content: 'x' });
      b.toolResult('t1', 'ok');
      b.continueFrom(start);
      b.prompt(long);
      b.toolUse('t2', 'Write', { file_path: '/right.ts', content: 'x' });
      b.toolResult('t2', 'ok');
    });
    expect(text).not.toContain('(rewound)');
    expect(text).not.toContain('(2 times)');
    expect(text).not.toContain('/wrong.ts');
    expect(text).toMatch(/nothing else, end\n- edited: \/right\.ts/);
    expect(coverage.prompt).toEqual({ kept: 2, total: 2, cut: 0 });
    expect(rewound).toBe(1);
  });

  test('an edit, an answer and a decision made again are live, counted on their branch', () => {
    const { text } = condenseBuilt((b) => {
      const start = b.prompt('start');
      b.prompt('once');
      work(b, 'a');
      b.continueFrom(start);
      b.prompt('twice');
      work(b, 'b');
    });
    expect(text.slice(text.indexOf('twice'))).toContain('- edited: /a.ts');
    expect(text).toContain('- decision: the user answered: "Which?" → "B"');
    expect(text).toContain('- answer: All of it is done.');
    expect(text).toContain('(rewound) once');
    expect(text).not.toMatch(/\(rewound\) (Bash|the user)|times/);
  });

  test('what is only on a left branch stays marked', () => {
    const { text } = condenseBuilt((b) => {
      const start = b.prompt('start');
      b.prompt(long);
      b.reply({ content: 'no' });
      b.prompt(long);
      b.continueFrom(start);
      b.prompt('another way');
    });
    expect(text).toContain(`(rewound) ${long.slice(0, 40)}`);
    expect(text).toContain('(2 times)');
  });
});

describe('one part after the other', () => {
  test('a result whose use stands before the part has its name, and is a decision where it is one', () => {
    const b = transcriptBuilder();
    b.prompt('go');
    b.toolUse('t1', 'Bash', { command: 'make all' });
    b.toolUse('t2', 'AskUserQuestion', {});
    b.toolUse('t3', 'Edit', { file_path: '/a.ts', old_string: 'x', new_string: 'y' });
    b.toolUse('t4', 'Bash', { command: 'sleep' });
    const head = b.toString();
    b.toolResult('t1', 'Exit code 2\nboom', { isError: true });
    b.toolResult('t2', 'ok', { toolUseResult: { answers: { 'Which?': 'B' } } });
    b.toolResult('t3', 'ok');
    using dir = testdir({ 's.jsonl': head });
    const path = join(dir.path, 's.jsonl');
    const first = condenseFile(path);
    expect(first.text).toContain('used: Bash make all (no result)');
    writeFileSync(path, b.toString());
    const second = condenseFile(path, { from: first.offset });
    expect(second.from).toBe(first.offset);
    expect(second.text).toContain('failed: Bash make all failed (exit 2): Exit code 2\n  boom');
    expect(second.text).toContain('decision: the user answered: "Which?" → "B"');
    expect(second.text).toContain('edited: /a.ts (+1 -1)');
    expect(second.text).not.toContain('sleep');
  });

  test('a result whose use is nowhere is described by what it says', () => {
    const { text } = condenseBuilt((b) => {
      b.prompt('go');
      b.toolResult('a', 'ok', { toolUseResult: { answers: { 'Which?': 'B' } } });
      b.toolResult('b', 'ok', { toolUseResult: { filePath: '/a.ts', structuredPatch: [] } });
      b.toolResult('c', 'ok', { toolUseResult: { plan: '# Plan' } });
      b.toolResult('d', 'Exit code 1\nboom', { isError: true });
      b.toolResult('e', 'printed words');
    });
    expect(text).toContain('decision: the user answered: "Which?" → "B"');
    expect(text).toContain('edited: /a.ts');
    expect(text).toContain('decision: plan approved: # Plan');
    expect(text).toContain('failed: earlier-tool failed (exit 1): Exit code 1\n  boom');
    expect(text).toContain('printed words');
  });

  type Step = 'prompt' | 'reply' | 'bash' | 'fail' | 'edit' | 'ask' | 'parallel' | 'queued';
  const step = fc.constantFrom<Step>(
    'prompt',
    'reply',
    'bash',
    'fail',
    'edit',
    'ask',
    'parallel',
    'queued',
  );

  function session(steps: readonly Step[]): string[] {
    const b = transcriptBuilder();
    b.prompt('start');
    for (const [number, kind] of steps.entries()) {
      const id = `t${number}`;
      if (kind === 'prompt') b.prompt(`prompt ${number}`);
      if (kind === 'reply') b.reply({ content: `We decided on ${number}.` });
      if (kind === 'queued') {
        const attachment = { type: 'queued_command', prompt: `queued ${number}` };
        b.line({ type: 'attachment', attachment });
      }
      if (kind === 'bash' || kind === 'fail') {
        b.toolUse(id, 'Bash', { command: `run ${number}` });
        b.toolResult(id, `Exit code 1\nout ${number}`, { isError: kind === 'fail' });
      }
      if (kind === 'edit') {
        b.toolUse(id, 'Edit', { file_path: `/${number}.ts`, new_string: 'x' });
        b.toolResult(id, 'ok');
      }
      if (kind === 'ask') {
        b.toolUse(id, 'AskUserQuestion', {});
        b.toolResult(id, 'ok', { toolUseResult: { answers: { Which: `answer ${number}` } } });
      }
      if (kind !== 'parallel') continue;
      b.toolUse(`${id}a`, 'Bash', { command: `first ${number}` });
      b.toolUse(`${id}b`, 'Bash', { command: `second ${number}` });
      b.toolResult(`${id}b`, `late ${number}`);
      b.toolResult(`${id}a`, `Exit code 1\nlater ${number}`, { isError: true });
    }
    return b.lines();
  }

  test('the facts of a part and of the rest are the facts of the whole, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), fc.nat(), (steps, place) => {
        const lines = session(steps);
        const at = 1 + (place % (lines.length - 1));
        using dir = testdir({ 's.jsonl': `${lines.slice(0, at).join('\n')}\n` });
        const path = join(dir.path, 's.jsonl');
        const first = condenseFile(path);
        writeFileSync(path, `${lines.join('\n')}\n`);
        const second = condenseFile(path, { from: first.offset });
        const parts = [...facts(first), ...facts(second)];
        expect(parts.toSorted()).toEqual(facts(condenseFile(path)).toSorted());
      }),
      { numRuns: 150 },
    );
  });

  test('a file that is another one than before is condensed from its start, and says so', () => {
    const b = transcriptBuilder();
    b.prompt('go');
    b.toolUse('t', 'Bash', { command: 'ls' });
    const digest = condenseText(b.toString(), { from: 10 });
    expect(digest.from).toBe(0);
    expect(digest.text).toContain('used: Bash ls (no result)');
  });
});

test("a sub-agent's own file is condensed by its lines", () => {
  const b = transcriptBuilder();
  const agent = { isSidechain: true, agentId: 'a1' };
  b.prompt('find the bug', agent);
  b.toolUse('t', 'Read', { file_path: '/a.ts' }, agent);
  b.toolResult('t', 'code', agent);
  b.reply({ content: 'it is in line 3' }, agent);
  const { text, coverage } = condenseText(b.toString(), { name: 'agent-a1.jsonl' });
  expect(text).toContain('find the bug');
  expect(text).toContain('answer: it is in line 3');
  expect(coverage.prompt).toMatchObject({ kept: 1, total: 1 });
  expect(condenseText(b.toString()).coverage.prompt.total).toBe(0);
  expect(condenseText(b.toString(), { agentFile: true }).text).toBe(text);
});

test('coverage counts as cut what was left out while reading, too', () => {
  const { coverage } = condenseBuilt((b) => {
    b.prompt('p'.repeat(100).concat(' words'.repeat(5_000)));
    b.reply({ content: `We decided on this. ${'And so on. '.repeat(1_000)}` });
    b.summary('It went like this. '.repeat(2_000));
    b.toolUse('t1', 'Bash', { command: 'cat' });
    b.toolResult('t1', 'a line of output\n'.repeat(2_000));
    b.toolUse('t2', 'Bash', { command: 'ls' });
    b.toolResult('t2', 'short');
  });
  expect(coverage).toMatchObject({
    prompt: { kept: 1, total: 1, cut: 1 },
    decision: { kept: 1, cut: 1 },
    summary: { kept: 1, cut: 1 },
    output: { kept: 2, cut: 1 },
  });
});

test('lines that could not be read are listed with offset and reason', () => {
  const b = transcriptBuilder();
  b.prompt('go');
  const [line = ''] = b.lines();
  const { skipped, skippedCount } = condenseText(`${line}\n{"torn\n[1]\n`);
  const offset = Buffer.byteLength(line) + 1;
  expect(skippedCount).toBe(2);
  expect(skipped).toEqual([
    { offset, bytes: 6, reason: 'damaged' },
    { offset: offset + 7, bytes: 3, reason: 'not-an-object' },
  ]);
});

/** Condenses what stands after the first `cut` lines, as a second digest. */
function secondPart(b: TranscriptBuilder, cut: number, more = ''): Digest {
  const lines = b.lines();
  using dir = testdir({ 's.jsonl': `${lines.slice(0, cut).join('\n')}\n` });
  const path = join(dir.path, 's.jsonl');
  const { offset } = condenseFile(path);
  writeFileSync(path, `${lines.join('\n')}\n${more}`);
  return condenseFile(path, { from: offset });
}

describe('what a part hangs on', () => {
  test.each([2, 3])(
    'results of parallel tools are live, though %i lines stand before the cut',
    (cut) => {
      const b = transcriptBuilder();
      b.prompt('run both');
      const use = (id: string, command: string) =>
        b.reply({
          id: 'm1',
          content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }],
        });
      const first = use('t1', 'one');
      use('t2', 'two');
      b.toolResult('t1', 'Exit code 1', { isError: true, parentUuid: first });
      b.toolResult('t2', 'fine');
      b.reply({ content: 'both done' });
      const { text, rewound } = secondPart(b, cut);
      expect(rewound).toBe(0);
      expect(text).toContain('failed: Bash one failed');
    },
  );

  test('copies of the turn before, as an old resume leaves them, are not said again', () => {
    const b = transcriptBuilder();
    b.prompt('first prompt');
    b.reply({ content: 'first answer' });
    b.prompt('second prompt');
    b.reply({ content: 'second answer' });
    const copies = `${b.lines().slice(0, 2).join('\n')}\n`;
    const { text, coverage } = secondPart(b, 2, copies);
    expect(coverage.prompt.total).toBe(1);
    expect(text).toContain('second answer');
    expect(text).not.toContain('(rewound)');
  });
});

describe('long prompts', () => {
  test('that differ only in the middle stay apart, however many there are', () => {
    const half = 'do this for the next file, as before. '.repeat(38);
    const { coverage } = condenseBuilt((b) => {
      for (let n = 0; n < 400; n += 1) b.prompt(`${half} file-${n}.ts ${half}`);
    });
    expect(coverage.prompt).toMatchObject({ kept: 400, total: 400 });
  });

  test('that end in half a character are said once', () => {
    const prompt = `${'the same words '.repeat(20)}\ud83d`;
    const { coverage } = condenseBuilt((b) => {
      b.prompt(prompt);
      b.prompt(prompt);
    });
    expect(coverage.prompt).toMatchObject({ kept: 1, total: 1 });
  });
});
