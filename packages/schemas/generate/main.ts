import { join } from 'node:path';
import { kebabCase } from './names.ts';
import { overrides } from './overrides.ts';
import { readSdk } from './read-sdk.ts';
import type { Surface } from './surface.ts';
import { packageFolder, writeFiles } from './write-files.ts';
import { writeEvent } from './write-event.ts';
import { writeEventIndex, writeRegistry, writeUnionOfInputs } from './write-registry.ts';
import { writeSettings } from './write-settings.ts';
import { writeShared } from './write-shared.ts';
import { writeTools } from './write-tools.ts';

const surface = readSdk(join(packageFolder, 'node_modules/@anthropic-ai/claude-agent-sdk'));
demandOverrides(surface);
// Tests beside generated code would be lost: they stand one folder up.
writeFiles('src/events', writeEvents(surface));
writeFiles('src/tools', writeTools(surface));
writeFiles('src/settings', { 'handlers.ts': writeSettings(surface) }, { replace: false });
writeFiles('generate', { 'surface.json': JSON.stringify(surface, null, 2) }, { replace: false });
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

function writeEvents(sdk: Surface): Record<string, string> {
  const files: Record<string, string> = {
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
  return files;
}
