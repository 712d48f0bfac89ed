#!/usr/bin/env node
import { createRequire } from 'node:module';
import { Argument, Command, Option } from 'commander';
import { OFFERED_WRITERS } from './config/offered-writers.ts';
import { hookBundle } from './hook-bundle.ts';
import { formatHelp } from './root-help.ts';
import { SCOPES } from './settings/settings-path.ts';
import { tellError } from './tell-error.ts';
import manifest from '../package.json' with { type: 'json' };

const program = new Command('carryover')
  .description("Carries a Claude Code session's state across compaction.")
  .version(manifest.version)
  .configureHelp({ formatHelp });

program
  .command('install')
  .description("register the hooks in Claude Code's settings")
  .addOption(new Option('--scope <scope>', 'which settings').choices(SCOPES).default('user'))
  .addOption(
    new Option('--writer <writer>', 'model that adds to the states').choices(OFFERED_WRITERS),
  )
  .option('--key-variable <name>', "variable with anthropic's key")
  .option('--yes', 'ask nothing')
  .option('--client-version <version>', 'version of Claude Code, where it cannot be asked')
  .option('--claude <path>', 'the claude program to ask for its version, else that of the PATH')
  .option('--dry-run', 'show the settings that would be written')
  .option('--json', 'ask nothing, print one JSON document')
  .action(async (options) => (await import('./commands/install.ts')).install(options));

program
  .command('uninstall')
  .description('take the hooks out again; states and backups stay')
  .addOption(new Option('--scope <scope>', 'of these settings alone').choices(SCOPES))
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/uninstall.ts')).uninstall(options));

program
  .command('status')
  .summary('context, state and last hook runs of this session')
  .description("where this folder's session stands: context, state, last runs of the hooks")
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/status.ts')).status(options));

program
  .command('show')
  .argument('[session]', "beginning of a session's id; without it, the project's newest state")
  .description('the state that is kept of a session')
  .option('--json', 'print it with the evidence of each fact')
  .action(async (session, options) => (await import('./commands/show.ts')).show(session, options));

program
  .command('gaps')
  .argument('[session]', "beginning of a session's id; without it, the project's newest state")
  .description('what the newest summary does not mention of the state')
  .option('--json', 'print one JSON document')
  .action(async (session, options) => (await import('./commands/gaps.ts')).gaps(session, options));

program
  .command('save')
  .summary('make the state now')
  .description('make the state of this session now, as a compaction would')
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/save.ts')).save(options));

program
  .command('pin')
  .argument('[note...]', 'what to keep word for word; without it, the notes are listed')
  .description('keep a note in every state of this project')
  .option('--remove <number>', 'take out the note of this number in the list')
  .option('--json', 'print one JSON document')
  .action(async (words, options) => (await import('./commands/pin.ts')).pin(words, options));

program
  .command('usage')
  .argument('[transcript]', "path of a transcript; without it, this folder's newest session")
  .description('how full the context of a session is')
  .option('--json', 'print one JSON document')
  .action(async (path, options) => (await import('./commands/usage.ts')).usage(path, options));

const backups = program
  .command('backups')
  .description('copies of transcripts: list, show, restore');

backups
  .command('list', { isDefault: true })
  .description('the backups of this project, oldest first')
  .option('--all', 'of all projects')
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/backups.ts')).listAll(options));

backups
  .command('show')
  .argument('<backup>', 'its name in the list, or a session for the newest of it')
  .description('what a backup holds')
  .option('--raw', 'print the transcript itself')
  .option('--json', 'print one JSON document')
  .action(async (name, options) => (await import('./commands/backups.ts')).showOne(name, options));

backups
  .command('restore')
  .argument('<backup>', 'its name in the list, or a session for the newest of it')
  .description('write a backup back as a transcript; no file is ever replaced')
  .option('--to <file>', 'where; default: where it came from')
  .option('--json', 'print one JSON document')
  .action(async (name, options) => (await import('./commands/backups.ts')).restore(name, options));

program
  .command('search')
  .argument('<words...>', 'all of them must stand in one line or message')
  .description('search states and backups for words')
  .option('--limit <number>', 'how many hits', '20')
  .option('--json', 'print one JSON document')
  .action(async (words, options) => (await import('./commands/search.ts')).search(words, options));

program
  .command('prune')
  .description('delete backups that are too old or too many')
  .option('--dry-run', 'only tell what would be deleted')
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/prune.ts')).prune(options));

program
  .command('purge')
  .description('delete what is kept of a session, a project or everything')
  .option('--session <id>', "beginning of a session's id")
  .option(
    '--project [name]',
    "a project by its name in the list of backups; without a name, this folder's",
  )
  .option('--all', 'everything that is kept of sessions')
  .option('--dry-run', 'only tell what would be deleted')
  .option('--yes', 'do not ask')
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/purge.ts')).purge(options));

program
  .command('config')
  .description('each setting and where its value comes from')
  .option('--json', 'print one JSON document')
  .option('--schema', 'print the JSON Schema of config.json')
  .action(async (options) => (await import('./commands/config.ts')).config(options));

program
  .command('import')
  .description('take over the states of compact-ops')
  .addArgument(new Argument('<program>', 'whose states').choices(['compact-ops']))
  .option(
    '--from <folder>',
    'where they are; default: COMPACT_OPS_HOME, else ~/.claude/compact-ops',
  )
  .option('--dry-run', 'only tell what would be taken over')
  .option('--json', 'print one JSON document')
  .action(async (_program, options) =>
    (await import('./commands/import-compact-ops.ts')).importCompactOps(options),
  );

program
  .command('doctor')
  .summary('prove that the hooks work here, or say what is wrong')
  .description('run the registered hooks on a sample and check all that they need')
  .option('--client-version <version>', 'version of Claude Code, where it cannot be asked')
  .option('--claude <path>', 'the claude program to ask for its version, else that of the PATH')
  .option('--managed-settings <file>', "an administrator's settings, where they are elsewhere")
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/doctor.ts')).doctor(options));

program
  .command('report')
  .argument(
    '[session]',
    "beginning of a session's id, or a transcript; without it, this folder's newest",
  )
  .summary('a page about a session: context, compactions, hooks')
  .description('one page of a session: its context over time, what compactions kept and lost')
  .option('--out <file>', 'where to write the page; without it, carryover-<session>.html here')
  .option('--json', 'print one JSON document')
  .action(async (session, options) =>
    (await import('./commands/report.ts')).report(session, options),
  );

program
  .command('simulate')
  .argument('<transcript>', 'path of a transcript')
  .summary('what a compaction right now would keep and give back')
  .description('what a compaction right now would keep, write and give back; writes nothing')
  .option('--json', 'print one JSON document')
  .action(async (path, options) =>
    (await import('./commands/simulate.ts')).simulate(path, options),
  );

program
  .command('statusline')
  .description("one line for Claude Code's status line: its JSON on stdin")
  .option('--settings', 'print the entry for the settings')
  .action(async (options) => (await import('./commands/statusline.ts')).statusline(options));

program
  .command('demo')
  .summary('play a recorded session through the hooks')
  .description('play a recorded session through the hooks and show what they do')
  .option('--keep <folder>', 'play it in this new folder and leave there what the hooks wrote')
  .option('--json', 'print one JSON document')
  .action(async (options) => (await import('./commands/demo.ts')).demo(options));

program
  .command('run')
  .argument('<event>', 'name of the hook event')
  .summary('run the hooks of your settings for an event')
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
  .command('hook', { hidden: true })
  .argument('<event>', 'name of the hook event')
  .description('answer a hook event: payload on stdin, answer on stdout')
  .action((event: string) => {
    // The very file that `install` registers, with the arguments that the client gives it.
    process.argv.splice(2, Infinity, event);
    process.stdout.off('error', onLostOutput);
    createRequire(import.meta.url)(hookBundle());
  });

program
  .command('completion')
  .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
  .description('script that completes commands: bash, zsh, fish')
  .action(async (shell) => (await import('./commands/completion.ts')).completion(program, shell));

pointToHelp(program, 'carryover');
process.stdout.on('error', onLostOutput);

if (process.argv.length <= 2) program.help();

try {
  await program.parseAsync();
} catch (error) {
  if (process.env['CARRYOVER_DEBUG']) throw error;
  fail(error);
}

/** A usage error says which help tells more. */
function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(${path} --help shows how it is used)`);
  for (const sub of command.commands) pointToHelp(sub, `${path} ${sub.name()}`);
}

function onLostOutput(error: Error): void {
  fail(error, 'The output is not whole: ');
}

function fail(error: unknown, what = ''): void {
  // A reader that has seen enough, such as `head`, is no failure.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
  console.error(`${what}${tellError(error)}`);
  process.exitCode = 1;
}
