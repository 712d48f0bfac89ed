import { readFileSync } from 'node:fs';
import { testdir } from '@carryover/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { RECORDED } from './__fixtures__/session-of.ts';
import { snapshotSession } from './snapshot-session.ts';
import { statePaths } from './store/store-paths.ts';

const schema: unknown = JSON.parse(
  readFileSync(new URL('../state.schema.json', import.meta.url), 'utf8'),
);
if (typeof schema !== 'object' || schema === null) throw new Error('no schema');
const validate = new Ajv2020({ validateFormats: false }).compile(schema);

test('describes the state of the recorded session', async () => {
  using home = testdir();
  const options = { home: home.path, project: 'p', session: 's', transcript: RECORDED };
  await snapshotSession({ ...options, now: new Date() });
  const state: unknown = JSON.parse(readFileSync(statePaths(home.path, 'p', 's').json, 'utf8'));
  validate(state);
  expect(validate.errors).toBeNull();
});

test('refuses what is no state', () => {
  for (const value of [{}, { version: 2 }, []]) expect(validate(value)).toBe(false);
});
