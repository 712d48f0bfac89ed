import { expect, test, vi } from 'vitest';
import { print } from './print.ts';

test('words that are not ours do not steer the terminal; colours and layout stay', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  print({}, {}, () => 'a\u001B[2Jb\u009Bc\u0007d\n\t\u001B[31mred\u001B[39m\u001B[8m');
  expect(log).toHaveBeenCalledWith('a[2Jbcd\n\t\u001B[31mred\u001B[39m[8m');
  print({ json: true }, 'a\u009Bb', () => '');
  expect(log).toHaveBeenLastCalledWith(String.raw`"a\u009bb"`);
  log.mockRestore();
});
