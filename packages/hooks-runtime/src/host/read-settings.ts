import { isHookEventName } from '@carryover/schemas';
import { isRecord } from '../unknown.ts';
import type {
  CommandHandler,
  ConfiguredHook,
  HookProblem,
  HookScope,
  OtherHandler,
  Plugin,
} from './configured-hook.ts';

type Origin = { file: string; scope: HookScope; plugin?: Plugin };

export type ReadHooks = { hooks: ConfiguredHook[]; problems: HookProblem[] };

/**
 * The hooks of a `hooks` block. What is malformed is reported and left out, the rest is read: as the
 * client does from 2.1.110 on for settings, while older ones dropped the whole file.
 */
export function readHooksBlock(block: unknown, origin: Origin): ReadHooks {
  const found: ReadHooks = { hooks: [], problems: [] };
  const report = (where: string, problem: string): void => {
    found.problems.push({ file: origin.file, where, problem });
  };
  if (block === undefined) return found;
  if (!isRecord(block)) {
    report('hooks', 'is no object');
    return found;
  }
  for (const [event, groups] of Object.entries(block)) {
    if (!isHookEventName(event)) report(`hooks.${event}`, 'is no event that Claude Code has');
    else if (!Array.isArray(groups)) report(`hooks.${event}`, 'is no list');
    else
      for (const [index, group] of groups.entries())
        found.hooks.push(...readGroup(group, event, `hooks.${event}[${index}]`, origin, report));
  }
  return found;
}

type Report = (where: string, problem: string) => void;

function readGroup(
  group: unknown,
  event: string,
  where: string,
  origin: Origin,
  report: Report,
): ConfiguredHook[] {
  if (!isRecord(group) || !Array.isArray(group['hooks'])) {
    report(where, 'has no list of hooks');
    return [];
  }
  const { matcher, hooks } = group;
  if (matcher !== undefined && typeof matcher !== 'string') {
    report(`${where}.matcher`, 'is no text');
    return [];
  }
  return hooks.flatMap((entry: unknown, index) => {
    const handler = readHandler(entry);
    if (typeof handler !== 'string') return [{ event, matcher, handler, ...origin }];
    report(`${where}.hooks[${index}]`, handler);
    return [];
  });
}

/** A handler, or what is wrong with it. */
function readHandler(entry: unknown): CommandHandler | OtherHandler | string {
  if (!isRecord(entry)) return 'is no object';
  const problem = fieldProblem(entry);
  if (problem !== undefined) return problem;
  if (isOtherHandler(entry)) return otherProblem(entry) ?? entry;
  if (entry['type'] !== 'command') return `has the unknown type ${JSON.stringify(entry['type'])}`;
  return isCommandHandler(entry) ? entry : 'has no command';
}

function fieldProblem(entry: Record<string, unknown>): string | undefined {
  const { timeout, args, shell, async: isAsync } = entry;
  if (entry['if'] !== undefined && typeof entry['if'] !== 'string')
    return 'has an if that is no text';
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0))
    return 'has a timeout that is no positive number';
  if (args !== undefined && !isTexts(args)) return 'has args that are no list of texts';
  if (shell !== undefined && shell !== 'bash' && shell !== 'powershell')
    return 'has a shell that is neither bash nor powershell';
  if (isAsync !== undefined && typeof isAsync !== 'boolean')
    return 'has an async that is no boolean';
  return undefined;
}

/** What the client's schema of settings asks of it (Agent SDK 0.3.333). */
function otherProblem(entry: OtherHandler): string | undefined {
  if (entry.type === 'mcp_tool')
    return isText(entry['server']) && isText(entry['tool']) ? undefined : 'has no server and tool';
  if (entry.type !== 'http') return isText(entry['prompt']) ? undefined : 'has no prompt';
  const { url, headers, allowedEnvVars } = entry;
  if (!isHttpUrl(url)) return 'has no http(s) url';
  if (headers !== undefined && !(isRecord(headers) && isTexts(Object.values(headers))))
    return 'has headers that are no texts by name';
  if (allowedEnvVars !== undefined && !isTexts(allowedEnvVars))
    return 'has allowedEnvVars that are no list of texts';
  return undefined;
}

const isHttpUrl = (url: unknown): boolean =>
  typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url);

function isOtherHandler(entry: Record<string, unknown>): entry is OtherHandler {
  const { type } = entry;
  return type === 'http' || type === 'mcp_tool' || type === 'prompt' || type === 'agent';
}

function isCommandHandler(entry: Record<string, unknown>): entry is CommandHandler {
  return typeof entry['command'] === 'string' && entry['command'].trim() !== '';
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
