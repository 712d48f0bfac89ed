import { carryoverHome } from '@carryover/hooks-runtime';
import { contextUsage, type ContextUsage, type ReadFailure } from '@carryover/transcript';
import { warningConfig } from './config/warning-config.ts';
import { clientSettings } from './hooks/client-settings.ts';

/**
 * How full a context is by all that the hooks of a project go by: the configured window, the client's
 * settings. A command has the time to read them whatever the figure.
 */
export function contextOf(transcript: string, project: string): ContextUsage | ReadFailure {
  const { window } = warningConfig(carryoverHome(), project);
  return contextUsage(transcript, { window, settings: clientSettings(project) });
}
