import * as classic from 'zod';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { payload } from './fixtures/index.ts';
import { HookInput, PreCompactInput, StopInput } from './index.ts';

test('nests in the schemas of classic Zod', () => {
  const record = classic.object({ at: classic.number(), input: PreCompactInput });
  const value = { at: 1, input: { ...payload('PreCompact'), extra: { deep: true } } };
  expect(record.parse(value)).toStrictEqual(value);
  expect(record.safeParse({ at: 1, input: {} }).success).toBe(false);
});

test('is an option of a discriminated union, extended or not', () => {
  const mine = z.extend(StopInput, { mine: z.string() });
  const union = classic.discriminatedUnion('hook_event_name', [PreCompactInput, mine]);
  expect(union.parse(payload('PreCompact')).hook_event_name).toBe('PreCompact');
  expect(union.safeParse(payload('Stop')).success).toBe(false);
  expect(union.safeParse({ ...payload('Stop'), mine: 'x' }).success).toBe(true);
});

test('takes every event in the union of all inputs', () => {
  const input = payload('ConfigChange', { source: 'moon' });
  expect(HookInput.parse(input)).toStrictEqual(input);
  expect(HookInput.safeParse({ ...input, hook_event_name: 'EventOfTheFuture' }).success).toBe(
    false,
  );
});

test('becomes JSON Schema, alone and inside another schema', () => {
  const alone = classic.toJSONSchema(PreCompactInput);
  expect(alone.required).toContain('trigger');
  const nested = classic.toJSONSchema(classic.object({ input: PreCompactInput }));
  expect(nested.properties?.['input']).toMatchObject({ required: alone.required });
});

test('is a Standard Schema', async () => {
  const { validate, version } = PreCompactInput['~standard'];
  expect(version).toBe(1);
  expect(await validate(payload('PreCompact'))).toHaveProperty('value');
  expect(await validate({})).toHaveProperty('issues');
});
