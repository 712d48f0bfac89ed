#!/usr/bin/env node
import { createRequire } from 'node:module';
import { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { hookBundle } from './hook-bundle.ts';
import manifest from '../package.json' with { type: 'json' };

const program = new Command('carryover')
  .description("Carries a Claude Code session's state across compaction.")
  .version(manifest.version);

program
  .command('install')
  .description("register the hooks in Claude Code's user settings")
  .option('--client-version <version>', 'version of Claude Code, where it cannot be asked')
  .option('--claude <path>', 'the claude program to ask for its version', 'claude')
  .option('--dry-run', 'show the settings that would be written')
  .action(async (options) => (await import('./commands/install.ts')).install(options));

program
  .command('uninstall')
  .description('take the hooks out again; states and backups stay')
  .action(async () => (await import('./commands/uninstall.ts')).uninstall());

program
  .command('usage')
  .argument('[transcript]', "path of a transcript; without it, this folder's newest session")
  .description('how full the context of a session is')
  .option('--json', 'print one JSON document')
  .action(async (path, options) => (await import('./commands/usage.ts')).usage(path, options));

program
  .command('report')
  .argument(
    '[session]',
    "beginning of a session's id, or a transcript; without it, this folder's newest",
  )
  .description('one page of a session: its context over time, what compactions kept and lost')
  .option('--out <file>', 'where to write the page; without it, carryover-<session>.html here')
  .option('--json', 'print one JSON document')
  .action(async (session, options) =>
    (await import('./commands/report.ts')).report(session, options),
  );

program
  .command('statusline')
  .description("one line for Claude Code's status line: its JSON on stdin")
  .option('--settings', 'print the entry for the settings')
  .action(async (options) => (await import('./commands/statusline.ts')).statusline(options));

program
  .command('demo')
  .description('play a recorded session through the hooks and show what they do')
  .option('--keep <folder>', 'play it in this new folder and leave there what the hooks wrote')
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/demo.ts')).demo(options));

program
  .command('run')
  .argument('<event>', 'name of the hook event')
  .description('run the hooks that are configured for an event and show what they would do')
  .option('--trigger <value>', 'what matchers see: manual or auto, a source, the name of a tool')
  .option('--input <json>', "further fields of the event's input")
  .option('--settings <file-or-json>', 'more settings, as for claude --settings')
  .option('--plugin <folder...>', 'folders of plugins')
  .option('--compat', 'also read the files and set the variables that older guides promise')
  .option('--json', 'print one JSON document')
  .action(async (event: string, options) =>
    (await import('./commands/run.ts')).run(event, options),
  );

program
  .command('hook')
  .argument('<event>', 'name of the hook event')
  .description('answer a hook event: payload on stdin, answer on stdout')
  .action((event: string) => {
    // The very file that `install` registers, with the arguments that the client gives it.
    process.argv.splice(2, Infinity, event);
    createRequire(import.meta.url)(hookBundle());
  });

if (process.argv.length <= 2) program.help();

try {
  await program.parseAsync();
} catch (error) {
  if (process.env['CARRYOVER_DEBUG']) throw error;
  const { message } = error instanceof Error ? error : new Error(String(error));
  const hint = error instanceof CliError ? '' : '\nCARRYOVER_DEBUG=1 shows where this came from.';
  console.error(`${message}${hint}`);
  process.exitCode = 1;
}
