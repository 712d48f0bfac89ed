import { claimWarning, readLedger, rearmWarning } from '@carryover/state-file';
import { isAtThreshold } from '@carryover/transcript';
import type { Config } from '../config/keys.ts';
import { forModel } from '../config/value-kinds.ts';
import { loadFacts } from './load-facts.ts';
import { loadRedact } from './load-redact.ts';
import { isVoid, measureContext } from './measure-context.ts';
import type { HookScene } from './product-hook.ts';
import { ownState, transcriptOf, type SessionInput } from './session-files.ts';
import type { WarningMoment } from './warning-text.ts';

/** What is known of the context, and what to say of it, if anything. */
type Checked = {
  reason: string;
  isSkipped?: true;
  warning?: string;
  /** The transcript, where nobody has answered since its compaction. */
  compacted?: string;
};

/** Looks how full the context is, and claims the warning where it is due: once per context and level. */
export async function checkContext(
  input: SessionInput,
  { context, home, config }: HookScene,
  moment: WarningMoment,
): Promise<Checked> {
  const transcript = transcriptOf(input);
  if ('missing' in transcript) return skipped(transcript.missing);
  const usage = measureContext(transcript.path, {
    window: config.window || undefined,
    atLeast: (model) => Math.min(...levels(config, model)),
  });
  if (!usage.ok) return skipped(`the transcript is unreadable: ${usage.reason}`);
  if (isVoid(usage, readLedger(home, input.session_id)))
    return { ...skipped('usage unknown since the compaction'), compacted: transcript.path };
  if (usage.state === 'after-compaction')
    return { reason: `usage unknown: ${usage.state}`, compacted: transcript.path };
  if (usage.percent === null) return { reason: `usage unknown: ${usage.state}` };
  const percent = Math.round(usage.percent);
  const reached = levels(config, usage.model).filter((level) => isAtThreshold(usage, level));
  if (reached.length === 0 || !claimWarning(home, input.session_id, reached.length))
    return { reason: `context at ${percent} %` };
  context.whenLost(() => rearmWarning(home, input.session_id));
  const source = { transcript: transcript.path, state: ownState(home, input) };
  const warning = loadFacts().warningText(usage, source, moment);
  const redacted = await loadRedact(context)?.([warning]);
  return { reason: `warned at ${percent} %`, warning: redacted?.texts[0] ?? warning };
}

function skipped(reason: string): Checked {
  return { reason, isSkipped: true };
}

/** Percentages from which a session is warned, each once per context, the lowest first. */
function levels({ warnThreshold, warnLevels }: Config, model: string | null): number[] {
  const first = forModel(warnThreshold, model);
  return [first, ...warnLevels.filter((level) => level > first).toSorted((a, b) => a - b)];
}
