export type ModelWindow = {
  /** Ids as the API writes them, without date and without a provider's prefixes and suffixes. */
  models: readonly string[];
  /** Tokens. */
  window: number;
  /** Tokens at Bedrock, Vertex, Foundry and gateways without `[1m]`, where it differs. */
  thirdParty?: number;
  /** True where plan or `[1m]` decide between 200k and 1M and the id does not tell. */
  isAmbiguous?: boolean;
  /** Where the figure is from, and when it was read. */
  source: string;
  date: string;
};

const large = 1_000_000;
const standard = 200_000;
const overview = 'platform.claude.com/docs/en/about-claude/models/overview';

/** Context windows by model. */
export const modelWindows: readonly ModelWindow[] = [
  {
    models: [
      'claude-fable-5',
      'claude-fable-5-1',
      'claude-fable-5-2',
      'claude-mythos-5',
      'claude-mythos-5-1',
      'claude-mythos-5-2',
      'claude-mythos-preview',
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
    ],
    window: large,
    source: overview,
    date: '2026-11-30',
  },
  {
    models: ['claude-opus-5', 'claude-opus-4-8', 'claude-sonnet-5'],
    window: large,
    thirdParty: standard,
    source: 'code.claude.com/docs/en/model-config; 452,735 to 559,279 seen in public sessions',
    date: '2026-11-30',
  },
  {
    models: ['claude-opus-4-7'],
    window: large,
    source: 'Claude Code changelog 2.1.117; 625,949 seen in public sessions',
    date: '2026-11-30',
  },
  {
    models: ['claude-opus-4-6', 'claude-sonnet-4-6'],
    window: standard,
    isAmbiguous: true,
    source: 'Claude Code changelog 2.1.75 (1M on Max, Team, Enterprise); 425,822 seen',
    date: '2026-11-30',
  },
  {
    models: ['claude-sonnet-4-5', 'claude-sonnet-4'],
    window: standard,
    isAmbiguous: true,
    source: '1M beta (context-1m-2025-08-07); 534,859 seen in public sessions',
    date: '2026-11-30',
  },
  {
    models: [
      'claude-opus-4-5',
      'claude-opus-4-1',
      'claude-opus-4',
      'claude-haiku-4-5',
      'claude-3-7-sonnet',
      'claude-3-5-sonnet',
      'claude-3-5-haiku',
      'claude-3-opus',
      'claude-3-sonnet',
      'claude-3-haiku',
    ],
    window: standard,
    source: overview,
    date: '2026-11-30',
  },
];

/** What is assumed of a model that the table does not have, in tokens. */
export const defaultWindow = standard;

/** The window of models that have more than 200k, in tokens. */
export const largeWindow = large;

/** The row of a model id as the API, Bedrock, Vertex or a gateway writes it. */
export function findModelWindow(model: string): ModelWindow | undefined {
  const name = plainModelName(model);
  return modelWindows.find((row) => row.models.includes(name));
}

/** Without `us.anthropic.`, `anthropic/`, `-20250929`, `@20250929`, `-v1:0`, `-latest`, `[1m]`. */
export function plainModelName(model: string): string {
  return model
    .toLowerCase()
    .replace(/\[1m\]$/, '')
    .replace(/^.*?(?=claude-)/, '')
    .replace(/@.*$/, '')
    .replace(/(-v\d+)?(:\d+)?$/, '')
    .replace(/-(\d{8}|latest)$/, '');
}
