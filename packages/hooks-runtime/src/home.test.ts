import { expect, test, vi } from 'vitest';
import { carryoverHome, claudeConfigDir } from './home.ts';

test.each([
  [{ CLAUDE_CONFIG_DIR: '/c', HOME: '/h' }, '/c'],
  [{ CLAUDE_CONFIG_DIR: '  ', HOME: '/h' }, '/h/.claude'],
  [{ CLAUDE_CONFIG_DIR: 'relative' }, `${process.cwd()}/relative`],
  [{ HOME: 'relative' }, undefined],
])("%j means Claude Code's folder %s", (env, folder) => {
  expect(claudeConfigDir(env)).toBe(folder);
});

test.each([
  [{ CARRYOVER_HOME: '/k', HOME: '/h' }, '/k'],
  [{ CARRYOVER_HOME: '', HOME: '/h' }, '/h/.claude/carryover'],
  [{ HOME: 'relative' }, undefined],
])('%j means the home %s', (env, folder) => {
  expect(carryoverHome(env)).toBe(folder);
});

test('a relative folder is unknown where the working directory was deleted', () => {
  using _ = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
  });
  expect(claudeConfigDir({ CLAUDE_CONFIG_DIR: 'relative' })).toBeUndefined();
  expect(carryoverHome({ CARRYOVER_HOME: 'relative' })).toBeUndefined();
  expect(carryoverHome({ CARRYOVER_HOME: '/k/../h' })).toBe('/h');
});
