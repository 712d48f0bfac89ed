import { expect, test } from 'vitest';
import { describeChanges } from '../generate/describe-changes.ts';
import type { Surface } from '../generate/surface.ts';
import surfaceJson from '../generate/surface.json' with { type: 'json' };

/** The committed surface, after an edit of its text. */
function surface(edit = (text: string): string => text): Surface {
  const edited: Surface = JSON.parse(edit(JSON.stringify(surfaceJson)));
  return edited;
}

test('has nothing to say about the same surface', () => {
  expect(describeChanges(surface(), surface())).toStrictEqual([]);
});

test('puts every kind of change into words', () => {
  const now = surface((text) =>
    text
      .replace('"custom_instructions"', '"instructions"')
      .replace('"values":["manual","auto"]', '"values":["manual","auto","lunar"]')
      .replace('"PostCompact"', '"AfterCompact"')
      .replace('{"name":"prompt_id","optional":true', '{"name":"prompt_id"')
      .replace('"name":"updatedToolOutput"', '"name":"replacedToolOutput"')
      .replace('{"name":"disableAllHooks"', '{"name":"pauseAllHooks"')
      .replace(
        '"name":"schedule","type":{"kind":"string"}',
        '"name":"schedule","type":{"kind":"number"}',
      )
      .replace('"name":"asyncRewake"', '"name":"asyncAwake"')
      .replace('"EndConversation"', '"LeaveConversation"'),
  );
  expect(describeChanges(surface(), now)).toMatchInlineSnapshot(`
    [
      "event AfterCompact is new",
      "event PostCompact is gone",
      "every input \`prompt_id\` became required",
      "PostToolUse output lost \`updatedToolOutput?: unknown\`",
      "PostToolUse output gained \`replacedToolOutput?: unknown\`",
      "Stop input \`session_crons\` \`schedule\` changed from \`string\` to \`number\`",
      "PreCompact input lost \`custom_instructions: string | null\`",
      "PreCompact input \`trigger\` gained 'lunar'",
      "PreCompact input gained \`instructions: string | null\`",
      "settings lost \`disableAllHooks?: boolean\`",
      "settings gained \`pauseAllHooks?: boolean\`",
      "the handler 'command' lost \`asyncRewake?: boolean\`",
      "the handler 'command' gained \`asyncAwake?: boolean\`",
      "the built-in tools gained 'LeaveConversation'",
      "the built-in tools lost 'EndConversation'",
    ]
  `);
});
