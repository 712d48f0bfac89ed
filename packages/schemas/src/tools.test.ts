import { readdirSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { parseHookInput } from './index.ts';
import { type BashInput, builtinTools, toolSchemas } from './tools/index.ts';

const fixtures = new URL('../fixtures/', import.meta.url);

const isStable = (name: string): name is keyof typeof toolSchemas => name in toolSchemas;

const calls = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\/(?:Pre|Post)ToolUse\./.test(name))
  .flatMap((name) => {
    const parsed = parseHookInput(readFileSync(new URL(name, fixtures)));
    if (!parsed.ok || !parsed.known) return [];
    if (parsed.event !== 'PreToolUse' && parsed.event !== 'PostToolUse') return [];
    const tool = parsed.input.tool_name;
    return isStable(tool) ? [{ name, tool, input: parsed.input }] : [];
  });

test('has recorded calls of most stable tools', () => {
  expect(new Set(calls.map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(10);
});

test.each(calls)('accepts the recorded call in $name', ({ tool, input }) => {
  const schemas = toolSchemas[tool];
  expect(schemas.input.safeParse(input.tool_input).error).toBeUndefined();
  const isAfter = input.hook_event_name === 'PostToolUse';
  const response = isAfter ? schemas.response.safeParse(input.tool_response) : undefined;
  expect(response?.error).toBeUndefined();
});

test('types what a hook reads', () => {
  expectTypeOf<BashInput['command']>().toEqualTypeOf<string>();
});

test('names the built-in tools', () => {
  expect(builtinTools).toContain('Bash');
});
