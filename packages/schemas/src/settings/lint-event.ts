import { isHookEventName } from '../parse-input.ts';
import { hookEvents } from '../events/registry.ts';
import { type HookLint, lint, type LintOptions } from './lint.ts';
import { isBefore } from './versions.ts';

/** What the client makes of an event's name. */
export function lintEvent(event: string, options: LintOptions): HookLint[] {
  const path = ['hooks', event];
  const consequence = isFileLost(options)
    ? 'no hook of this file runs'
    : 'the other hooks of the file still run';
  const effect = isFileLost(options) ? 'file' : 'entry';
  if (!isHookEventName(event)) {
    const meant = nearest(event);
    const hint = meant ? ` Did you mean ${meant}?` : '';
    const older = isFileLost(options) ? '' : `; before ${limit(options)} none would`;
    const says = `no known event, so ${consequence}${older}.${hint}`;
    return [lint({ rule: 'unknown-event', effect, path, says })];
  }
  const { since } = hookEvents[event];
  if (!isBefore(options.client, since)) return [];
  const says = `an event from ${since} on. Claude Code ${options.client} does not know it: ${consequence}.`;
  return [lint({ rule: 'newer-event', effect, path, says })];
}

/** Clients before this version drop the whole file over one unknown event (2.0.77 to 2.1.110 and 2.1.332 seen). */
const limit = ({ plugin }: LintOptions): string => (plugin ? '2.1.332' : '2.1.101');

const isFileLost = (options: LintOptions): boolean => isBefore(options.client, limit(options));

const nearest = (event: string): string | undefined =>
  Object.keys(hookEvents).find((name) => letters(name) === letters(event));

const letters = (name: string): string => name.replaceAll(/[^A-Za-z]/g, '').toLowerCase();
