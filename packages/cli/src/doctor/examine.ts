import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quote } from '../settings/hook-entries.ts';
import { checkConfig } from './check-config.ts';
import { checkEvidence } from './check-evidence.ts';
import { checkFailures } from './check-failures.ts';
import { checkFolder } from './check-folder.ts';
import { checkMatchers } from './check-matchers.ts';
import {
  checkRegistrations,
  foreignNotes,
  standBackNotes,
  unwantedNotes,
} from './check-registrations.ts';
import { checkRuns } from './check-runs.ts';
import { checkSettingsFiles } from './check-settings.ts';
import { checkShellNoise } from './check-shell-noise.ts';
import { checkSwitches } from './check-switches.ts';
import { checkVersions } from './check-versions.ts';
import { checkWriter } from './check-writer.ts';
import type { Finding } from './finding.ts';
import { doctorScene, type DoctorPlace } from './scene.ts';

export type Examination = {
  findings: Finding[];
  /** Commands that were run as the client runs them. */
  ran: number;
  /** What is no finding, and good to know. */
  notes: string[];
};

/** Everything that can keep carryover from working here. Leaves nothing behind but dead runs' log lines. */
export async function examine(place: Omit<DoctorPlace, 'nowhere'>): Promise<Examination> {
  const temporary = temporaryFolder();
  if (typeof temporary !== 'string') return { findings: [temporary], ran: 0, notes: [] };
  try {
    const scene = doctorScene({ ...place, nowhere: temporary });
    const runs = await checkRuns(scene, temporary);
    const failures = checkFailures(scene, runs.failing);
    const findings = [
      ...checkSwitches(scene),
      ...checkSettingsFiles(scene),
      ...checkRegistrations(scene),
      ...checkMatchers(scene),
      ...runs.findings,
      ...(await checkShellNoise(scene)),
      ...checkVersions(scene),
      ...checkFolder(scene),
      ...checkEvidence(scene),
      ...failures.findings,
      ...checkConfig(scene),
      ...checkWriter(scene),
    ];
    return {
      findings,
      ran: runs.ran,
      notes: [
        ...failures.notes,
        ...foreignNotes(scene),
        ...standBackNotes(scene),
        ...unwantedNotes(scene),
        ...notes(scene.config.config),
      ],
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Without one no hook can be tried. */
function temporaryFolder(): string | Finding {
  try {
    return mkdtempSync(join(tmpdir(), 'carryover-doctor-'));
  } catch (error) {
    return {
      id: 'no-temporary-folder',
      says: `Nothing could be tried, for nothing can be written in the folder for temporary files: ${error instanceof Error ? error.message : String(error)}.`,
      remedy: `mkdir -p ${quote(tmpdir())}, or set TMPDIR to a folder that you may write to. Then run carryover doctor again.`,
    };
  }
}

function notes({ window, writer }: { window: number; writer: string }): string[] {
  return [
    PAYER[writer] ?? 'No model is asked.',
    ...(window > 0
      ? []
      : ['A model that carryover does not know is taken to have a window of 200,000 tokens.']),
  ];
}

const PAYER: Record<string, string> = {
  claude: 'After a compaction claude is asked; the account that it is logged in as pays.',
  anthropic: 'After a compaction the Anthropic API is asked; the account of the key pays.',
  command: 'After a compaction a command of yours is asked.',
};
