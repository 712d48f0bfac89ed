import { isRecord } from '../unknown.ts';

/** The field of a tool's input that a rule is about. */
const RULE_FIELDS = ['command', 'file_path', 'notebook_path', 'path', 'url', 'pattern'];

/**
 * Whether a handler's `if`, one permission rule such as `Bash(git *)` or `Edit(*.ts)`, holds for a
 * tool call. Events without a tool never fulfil one. A shell command that cannot be taken apart
 * fulfils every rule for it, so that a guard runs once too often rather than once too few.
 */
export function fulfilsRule(rule: string, input: object): boolean {
  const tool: unknown = Reflect.get(input, 'tool_name');
  if (typeof tool !== 'string') return false;
  const { name, pattern } = parseRule(rule);
  if (!wildcard(name).test(tool)) return false;
  if (pattern === undefined || pattern === '*') return true;
  const subject = subjectOf(Reflect.get(input, 'tool_input'));
  if (tool !== 'Bash') return wildcard(pattern).test(subject);
  const commands = splitCommands(subject);
  return commands === undefined || commands.some((command) => matchesCommand(pattern, command));
}

function parseRule(rule: string): { name: string; pattern?: string } {
  const parts = /^([^(]+)\((.*)\)$/s.exec(rule.trim());
  const [, name, pattern] = parts ?? [];
  return name === undefined || pattern === undefined
    ? { name: rule.trim() }
    : { name: name.trim(), pattern };
}

/** `git:*` and `git *` both mean the command itself and the command with anything behind it. */
function matchesCommand(pattern: string, command: string): boolean {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(pattern)?.[1];
  if (prefix !== undefined && command === prefix) return true;
  return wildcard(prefix === undefined ? pattern : `${prefix} *`).test(command);
}

function subjectOf(toolInput: unknown): string {
  if (!isRecord(toolInput)) return '';
  const value = RULE_FIELDS.map((field) => toolInput[field]).find(
    (text) => typeof text === 'string',
  );
  return typeof value === 'string' ? value : '';
}

/** The simple commands of a shell line, without leading assignments; `undefined` where quotes stay open. */
function splitCommands(line: string): string[] | undefined {
  const commands = [''];
  let quote = '';
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? '';
    if (character === '\\' && quote !== "'") {
      append(commands, line.slice(index, index + 2));
      index++;
      continue;
    }
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
    // What a substitution runs is not visible in the words.
    if (quote !== "'" && (character === '`' || line.startsWith('$(', index))) return undefined;
    if (quote === '' && /[;&|\n()]/.test(character)) commands.push('');
    else append(commands, character);
  }
  if (quote !== '') return undefined;
  return commands.map(withoutAssignments).filter((command) => command !== '');
}

function append(commands: string[], text: string): void {
  commands.push(`${commands.pop() ?? ''}${text}`);
}

const withoutAssignments = (command: string): string =>
  command.trim().replace(/^(?:\w+=\S*\s+)+/, '');

/** `*` is any text; the pattern is the whole text. */
export function wildcard(pattern: string): RegExp {
  const source = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`, 's');
}
