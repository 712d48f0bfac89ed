import { readConfig } from './read-config.ts';
import { forModel } from './value-kinds.ts';

export type WarningConfig = {
  /** Tokens, where the person has set it. */
  window: number | undefined;
  /** Percent of the window from which a session with this model is first warned. */
  threshold: (model: string | null) => number;
};

/** What is configured of the warning for a project; without a home, the defaults and variables. */
export function warningConfig(home: string | undefined, project: string): WarningConfig {
  const { config } = readConfig({ home: home ?? project, project });
  return {
    window: config.window || undefined,
    threshold: (model) => forModel(config.warnThreshold, model),
  };
}
