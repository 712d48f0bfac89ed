import { choice, flag, inFileOnly, type Kind, list, number, perModel } from './value-kinds.ts';

export type Key<Value> = {
  kind: Kind<Value>;
  fallback: Value;
  /**
   * Not read from a project's file: that comes with a repository, and what costs money, starts a
   * program or deletes files is for the person alone to switch on.
   */
  userOnly: boolean;
};

const DELIVERY = choice('offer', 'inject', 'off');

/** Every key of the configuration; what each does is told in `about.ts`, which no hook loads. */
export const CONFIG_KEYS = {
  enabled: forAll(flag, true),
  warnThreshold: forAll(perModel(number(1, 100)), 60),
  warnLevels: forAll(list(number(1, 100), 4), []),
  warnMidTurn: forUser(flag, false),
  window: forAll(number(0, 100_000_000), 0),
  resumeMaxAgeHours: forAll(number(0, 8_760), 72),
  onStartup: forAll(DELIVERY, 'offer'),
  onClear: forAll(DELIVERY, 'off'),
  onFork: forAll(DELIVERY, 'inject'),
  instructions: forAll(flag, true),
  gaps: forAll(flag, true),
  writer: forUser(choice('none', 'claude', 'anthropic', 'command'), 'none'),
  writerOptions: forUser(inFileOnly, {}),
  retentionDays: forUser(number(1, 36_500), 30),
  retentionCount: forUser(number(1, 10_000), 20),
};

export type ConfigKey = keyof typeof CONFIG_KEYS;
export type Config = { [Name in ConfigKey]: (typeof CONFIG_KEYS)[Name]['fallback'] };

export function configKeys(): ConfigKey[] {
  return Object.keys(CONFIG_KEYS).filter(isConfigKey);
}

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(CONFIG_KEYS, key);
}

/** `warnThreshold` is `CARRYOVER_WARN_THRESHOLD`. */
export function variableOf(key: string): string {
  return `CARRYOVER_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function forAll<Value>(kind: Kind<Value>, fallback: Value): Key<Value> {
  return { kind, fallback, userOnly: false };
}

function forUser<Value>(kind: Kind<Value>, fallback: Value): Key<Value> {
  return { kind, fallback, userOnly: true };
}

/** Which backups are kept. */
export function retentionOf({ retentionDays, retentionCount }: Config): {
  maxAgeDays: number;
  maxPerSession: number;
} {
  return { maxAgeDays: retentionDays, maxPerSession: retentionCount };
}
