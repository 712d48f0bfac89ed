/**
 * Around everything that Carryover puts into a conversation: `<carryover-state …>…</carryover-state>`.
 * By it our own text is told from the person's when it comes back in the next transcript.
 */
export const injectedTag = 'carryover-state';

/**
 * A tag that starts a line holds all the rest where its end is missing, as in a text that was cut
 * off. In the middle of a line it counts only with its end: there a person may only speak of it.
 */
const injected = new RegExp(
  `(?<![^\\n])[ \\t]*${opening(injectedTag)}[\\s\\S]*?(?:</${injectedTag}>|$)` +
    `|${opening(injectedTag)}(?:(?!<${injectedTag})[\\s\\S])*?</${injectedTag}>`,
  'g',
);

function opening(tag: string): string {
  return `<${tag}(?:\\s[^>]*)?>`;
}

/** The text without what Carryover had injected into it. */
export function withoutInjected(text: string): string {
  return text.includes(`<${injectedTag}`) ? text.replace(injected, '').trim() : text;
}

/** Tags that the client or the editor adds to a message; their content is not the person's. */
const addedTags = [
  'system-reminder',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'local-command-caveat',
  'new-diagnostics',
  'session-start-hook',
  'pre-tool-use-hook',
  'post-tool-use-hook',
  'user-prompt-submit-hook',
];
const tagPattern = addedTags.join('|');
const leading = new RegExp(`^\\s*<(${tagPattern})(?:\\s[^>]*)?>[\\s\\S]*?</\\1>`);
const trailing = new RegExp(`<(${tagPattern})(?:\\s[^>]*)?>(?:(?!</\\1>)[\\s\\S])*</\\1>\\s*$`);

/** A tag that starts a line and is never closed, as in a text that was cut off: the rest is in it. */
const unended = new RegExp(
  `(?:^|\\n)\\s*<(${tagPattern})(?:\\s[^>]*)?>(?![\\s\\S]*</\\1>)[\\s\\S]*$`,
);

/**
 * The person's own words in a text: without our injected state and without the reminders and editor
 * notes that the client writes before and after it. A tag in the middle is the person's.
 */
export function personText(text: string): string {
  let rest = withoutInjected(text);
  if (!rest.includes('<')) return rest.trim();
  while (leading.test(rest)) rest = rest.replace(leading, '');
  while (trailing.test(rest)) rest = rest.replace(trailing, '');
  return rest.replace(unended, '').trim();
}

/** True for texts made of the tags of slash commands and nothing else, also when some are missing. */
export function isCommandTags(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('<command-') && trimmed.replace(commandParts, '').trim() === '';
}

export type SlashCommand = { name: string; args: string };

const commandParts = /<command-(name|message|args)>([\s\S]*?)<\/command-\1>/g;

/**
 * The slash command that a line records. Only a text made of the client's tags and nothing else is
 * one: a tag that somebody pasted into a sentence was never run.
 */
export function parseSlashCommand(text: string): SlashCommand | undefined {
  const trimmed = text.trim();
  if (!/^<command-(name|message)>/.test(trimmed)) return undefined;
  if (trimmed.replace(commandParts, '').trim() !== '') return undefined;
  const parts = new Map([...trimmed.matchAll(commandParts)].map((m) => [m[1], m[2] ?? '']));
  const name = parts.get('name') ?? '';
  // The client always writes name and message together.
  if (!name.startsWith('/') || !parts.has('message')) return undefined;
  return { name: name.trim(), args: (parts.get('args') ?? '').trim() };
}

/** Notices that the client writes with the role of the user when it stops a turn (2.0 to 2.1.333). */
const interruptions = [
  '[Request interrupted',
  '[This turn ended before it finished',
  '[Agent call interrupted',
  '[Tool call did not complete',
  '[Tool call interrupted',
  '[Tool call skipped',
  '[Tool call result not in this copy',
];

/** True for such a notice with nothing after its bracket: what follows, a person typed. */
export function isInterruption(text: string): boolean {
  return /^\[[^\]]*\]?\s*$/.test(text) && interruptions.some((notice) => text.startsWith(notice));
}
