import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kebabCase } from './names.ts';
import { overrides } from './overrides.ts';
import { readSdk } from './read-sdk.ts';
import type { Surface } from './surface.ts';
import { writeEvent } from './write-event.ts';
import { writeEventIndex, writeRegistry, writeUnionOfInputs } from './write-registry.ts';
import { writeBase, writeShared } from './write-shared.ts';

const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '..');

const surface = readSdk(join(packageFolder, 'node_modules/@anthropic-ai/claude-agent-sdk'));
demandOverrides(surface);
writeEvents(surface, join(packageFolder, 'src/events'));
writeFileSync(join(packageFolder, 'generate/surface.json'), JSON.stringify(surface, null, 2));
format(['src/events', 'generate/surface.json']);
console.log(`${Object.keys(surface.events).length} events of the SDK ${surface.sdk}`);

/** An event without facts would be published with invented ones. */
function demandOverrides({ events, sdk }: Surface): void {
  const missing = Object.keys(events).filter((name) => !overrides[name]);
  const gone = Object.keys(overrides).filter((name) => !events[name]);
  if (missing.length + gone.length === 0) return;
  throw new Error(
    `generate/overrides does not fit the SDK ${sdk}: ` +
      `to add [${missing.join(', ')}], to remove [${gone.join(', ')}]`,
  );
}

function writeEvents(sdk: Surface, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files: Record<string, string> = {
    'base.ts': writeBase(sdk),
    'shared.ts': writeShared(sdk),
    'registry.ts': writeRegistry(sdk),
    'index.ts': writeEventIndex(sdk),
    'any-input.ts': writeUnionOfInputs(sdk),
  };
  for (const [name, event] of Object.entries(sdk.events)) {
    const override = overrides[name];
    if (override)
      files[`${kebabCase(name)}.ts`] = writeEvent({ name, surface: event, override }, sdk);
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function format(paths: string[]): void {
  execFileSync('oxfmt', paths, { cwd: packageFolder, stdio: 'inherit' });
}
