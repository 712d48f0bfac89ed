import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

test('says what toISOString says, from 1970 to 9999', () => {
  const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      expect(isoTime(date)).toBe(date.toISOString());
    }),
  );
});
