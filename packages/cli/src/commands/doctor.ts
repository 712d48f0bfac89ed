import { styleText } from 'node:util';
import { clientVersion } from '../client-version.ts';
import { managedSettings } from '../doctor/client-files.ts';
import { examine, type Examination } from '../doctor/examine.ts';
import { plural } from '../figures.ts';
import { folders } from './folders.ts';
import { print } from './print.ts';
import { workFolder } from './sessions.ts';

export type DoctorOptions = {
  clientVersion?: string;
  claude?: string;
  managedSettings?: string;
  json?: boolean;
};

/** Proves that the hooks work here, or says what keeps them from it. Exit code 1 for any finding. */
export async function doctor(options: DoctorOptions): Promise<void> {
  const version = await clientVersion(options);
  const managed = options.managedSettings ?? managedSettings();
  const examination = await examine({ ...folders(), folder: workFolder(), version, managed });
  const { findings } = examination;
  print(options, { ok: findings.length === 0, version: version ?? null, ...examination }, () =>
    text(examination),
  );
  if (findings.length > 0) process.exitCode = 1;
}

function text({ findings, ran, notes }: Examination): string {
  const run = `Ran ${plural(ran, 'registered hook')} as Claude Code does, on a sample.`;
  return [
    findings.length === 0
      ? styleText('green', `All is well. ${run}`)
      : styleText('red', `${plural(findings.length, 'finding')}. ${run}`),
    ...findings.flatMap(({ says, remedy, id }) => ['', `${says} [${id}]`, `  → ${remedy}`]),
    '',
    ...notes,
  ].join('\n');
}
