import { commandKey, isCheck, skippedCount } from '../check-command.ts';
import type { Fact } from '../fact.ts';
import { sentencesOf } from '../sentence-kind.ts';
import type { SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, count, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';
import { isRefusal } from './session-decisions.ts';
import { foldTasks } from './task-list.ts';

/** What binds the work from outside: the person's rules, what was refused, what is missing or waits. */
export function constraints(events: SessionEvent[]): Fact[] {
  const facts = events.flatMap((event): Fact[] => {
    if (event.kind === 'prompt') return rules(event);
    if (event.kind === 'hook-block')
      return [{ text: `Refused by a hook: ${event.text}`, at: event.at }];
    return event.kind === 'tool' ? obstacles(event) : [];
  });
  return [...newestOfEach(facts), ...skippedTests(events), ...waiting(events)];
}

/** Not run because of a rule, a mode or a hook. */
export function isDenied(tool: ToolEvent): boolean {
  if (tool.outcome !== 'error' || isRefusal(tool)) return false;
  return tool.denial !== undefined || DENIED_BY_RULE.test(tool.text) || isHookRefusal(tool);
}

/** 2.0.77 says it in these words alone. */
const DENIED_BY_RULE = /^Permission to use \S+.* (has been|was) denied/s;

function isHookRefusal({ text }: ToolEvent): boolean {
  return /^(?:Error: )?\w+(?::\w+)? hook (?:blocking )?error\b|\bblocked by (?:a )?\w*hook\b|^Execution stopped by \w+ hook/i.test(
    text,
  );
}

function rules(prompt: Extract<SessionEvent, { kind: 'prompt' }>): Fact[] {
  return sentencesOf(prompt)
    .filter(({ kind }) => kind === 'constraint')
    .map(({ text }) => ({ text: `User: "${clip(oneLine(text), 500)}"`, at: prompt.at }));
}

function obstacles(tool: ToolEvent): Fact[] {
  if (isDenied(tool)) return [denied(tool)];
  const command = textField(tool.input, 'command') ?? '';
  const what = `\`${clip(oneLine(command), 200)}\``;
  if (tool.outcome === 'ok' && SKIPS.test(command)) {
    return [{ text: `Checks were skipped: ${what}`, at: tool.at }];
  }
  if (tool.outcome !== 'error' || tool.name !== 'Bash') return [];
  const line = tool.text.split('\n').find((text) => NO_ACCESS.test(text));
  return line ? [{ text: `No access: ${what}: ${clip(oneLine(line), 200)}`, at: tool.at }] : [];
}

const SKIPS =
  /(?:^|\s)(?:--no-verify|-DskipTests|-Dmaven\.test\.skip|--skip-(?:tests?|checks?|lint))\b|\bHUSKY=0\b/;

const NO_ACCESS =
  /Permission denied \(publickey|Authentication failed|\b401\b.*Unauthorized|\b403\b.*Forbidden|(?:could not read (?:Username|Password))|(?:invalid|missing|no) (?:api[ _-]?key|credentials?|token)|credentials? (?:not found|could not be|are required)|requires authentication|not logged in|ENEEDAUTH|(?:API|ACCESS|AUTH)_?(?:KEY|TOKEN)\w* (?:is )?(?:not set|missing|undefined|required)/i;

function denied(tool: ToolEvent): Fact {
  const by = tool.denial ?? (isHookRefusal(tool) ? 'hook' : undefined);
  const what = textField(tool.input, 'command', 'file_path');
  const named =
    what && !tool.text.includes(what) ? ` ${tool.name} ${clip(oneLine(what), 120)}:` : '';
  return {
    text: `Denied${by ? ` (${by})` : ''}:${named} ${clip(oneLine(tool.text), 300)}`,
    at: tool.at,
  };
}

/** What was met again and again binds once. */
function newestOfEach(facts: Fact[]): Fact[] {
  const byText = new Map<string, Fact>();
  for (const fact of facts) {
    byText.delete(fact.text);
    byText.set(fact.text, fact);
  }
  return [...byText.values()];
}

/** By the last run of each check. */
function skippedTests(events: SessionEvent[]): Fact[] {
  const last = new Map<string, ToolEvent>();
  for (const event of events) {
    if (event.kind !== 'tool' || event.outcome === 'pending' || !isCheck(event)) continue;
    last.set(commandKey(textField(event.input, 'command') ?? ''), event);
  }
  return [...last].flatMap(([command, tool]) => {
    const number = skippedCount(tool.text);
    if (number === 0) return [];
    return [
      { text: `Skipped in \`${clip(command, 200)}\`: ${count(number, 'test')}`, at: tool.at },
    ];
  });
}

function waiting(events: SessionEvent[]): Fact[] {
  return foldTasks(events)
    .filter(({ blockedBy, status }) => blockedBy.length > 0 && status !== 'completed')
    .map(({ id, blockedBy, at }) => ({
      text: `Task #${id} waits for #${blockedBy.join(', #')}`,
      at,
    }));
}
