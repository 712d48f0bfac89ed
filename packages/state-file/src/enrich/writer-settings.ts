import { isRecord } from '@carryover/transcript';
import { WRITERS, type WriterName } from './writer.ts';

/** `writer` and `writerOptions` of `config.json`. */
export type WriterSettings = {
  writer: WriterName;
  /** Default: the newest Sonnet, then the newest Haiku; for `command` none. */
  models: readonly [primary: string | undefined, fallback?: string];
  /** Wall time in ms for both models. */
  budgetMs: number;
  /** `anthropic`: the environment variable that holds the key. There is no default. */
  keyVariable?: string | undefined;
  baseUrl?: string | undefined;
  /** US dollars for a million tokens, by model. */
  prices: Record<string, { input: number; output: number }>;
  /** `claude`: the program. */
  program?: string | undefined;
  /** Environment variables that a child gets beside the harmless ones, by name. */
  passOn: string[];
  /** `command`: the program and its arguments. */
  command?: [string, ...string[]] | undefined;
};

const DEFAULT_MODELS: Record<WriterName, WriterSettings['models']> = {
  none: [undefined],
  // The client's own names for the newest that the account may use.
  claude: ['sonnet', 'haiku'],
  anthropic: ['claude-sonnet-5-5', 'claude-haiku-5-5'],
  command: [undefined],
};

const DEFAULT_BUDGET_S = 180;
/** A detached job has ten minutes. */
const MAX_BUDGET_S = 540;

/**
 * Reads the settings of a person, of whatever shape: what is wrong is named and its default taken.
 * Which writer may come from the environment (`CARRYOVER_WRITER`); what it runs and whose key it uses
 * may not, because projects can set environment variables.
 */
export function readWriterSettings(
  config: unknown,
  environmentWriter?: string,
): WriterSettings & { problems: string[] } {
  const fields = isRecord(config) ? config : {};
  const options = isRecord(fields['writerOptions']) ? fields['writerOptions'] : {};
  const problems: string[] = [];
  const take = <Value>(name: string, read: (value: unknown) => Value | undefined) => {
    const value = options[name];
    const result = value === undefined ? undefined : read(value);
    if (value !== undefined && result === undefined) problems.push(`writerOptions.${name}`);
    return result;
  };
  const named = environmentWriter?.trim() || fields['writer'];
  const writer = WRITERS.find((name) => name === named) ?? 'none';
  if (named !== undefined && writer !== named) problems.push('writer');
  return {
    writer,
    models: take('models', readModels) ?? DEFAULT_MODELS[writer],
    budgetMs: 1_000 * (take('budgetSeconds', readBudget) ?? DEFAULT_BUDGET_S),
    keyVariable: take('keyVariable', readText),
    baseUrl: take('baseUrl', readUrl),
    prices: take('prices', readPrices) ?? {},
    program: take('program', readText),
    passOn: take('passOn', readTexts) ?? [],
    command: take('command', readCommand),
    problems,
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function readTexts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.flatMap((item) => readText(item) ?? []);
  return texts.length === value.length ? texts : undefined;
}

function readCommand(value: unknown): [string, ...string[]] | undefined {
  const [program, ...args] = readTexts(value) ?? [];
  return program === undefined ? undefined : [program, ...args];
}

function readModels(value: unknown): WriterSettings['models'] | undefined {
  const [primary, fallback, ...more] = readTexts(value) ?? [];
  if (primary === undefined || more.length > 0) return undefined;
  return fallback === undefined ? [primary] : [primary, fallback];
}

function readBudget(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 5 && value <= MAX_BUDGET_S ? value : undefined;
}

function readUrl(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && URL.canParse(text) && /^https?:/.test(text) ? text : undefined;
}

function readPrices(value: unknown): WriterSettings['prices'] | undefined {
  if (!isRecord(value)) return undefined;
  const prices: WriterSettings['prices'] = {};
  for (const [model, price] of Object.entries(value)) {
    if (!isRecord(price)) return undefined;
    const { input, output } = price;
    if (typeof input !== 'number' || typeof output !== 'number') return undefined;
    prices[model] = { input, output };
  }
  return prices;
}
