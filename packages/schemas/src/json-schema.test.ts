import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../json-schema/hook-input.json' with { type: 'json' };
import { recordedInputs } from './fixtures/index.ts';

const validate = new Ajv2020({ strict: false }).compile(schema);

test('the schema of all inputs needs no other file, and takes what clients sent', () => {
  const refused = recordedInputs.filter(({ input }) => !validate(input));
  expect(refused.map(({ client, name }) => `${client} ${name}`)).toStrictEqual([]);
  expect(validate({ hook_event_name: 'Stop' })).toBe(false);
});
