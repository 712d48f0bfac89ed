import { expect, test } from 'vitest';
import { createScrubber } from './scrub.ts';

const scrub = createScrubber({ '/tmp/run/project': '/home/dev/project' });

test('replaces paths wherever they stand, in keys too', () => {
  const line = { cwd: '/tmp/run/project', answers: { '/tmp/run/project/a.js?': 'yes' } };
  expect(scrub(line)).toBe(
    '{"cwd":"/home/dev/project","answers":{"/home/dev/project/a.js?":"yes"}}\n',
  );
});

test('trims what the client says about itself, not what the session says', () => {
  const text = 'x'.repeat(1000);
  expect(scrub({ type: 'user', message: text })).toContain(text);
  const trimmed = `${'x'.repeat(80)}…[trimmed 920 chars]`;
  expect(scrub({ type: 'attachment', attachment: { type: 'skill_listing' }, text })).toContain(
    trimmed,
  );
});
