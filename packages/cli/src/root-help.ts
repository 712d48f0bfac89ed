import { type Command, Help } from 'commander';

/** The help of the program: one line a command, so that it fits a screen of 24 lines. */
export function formatHelp(command: Command, help: Help): string {
  if (command.parent) return Help.prototype.formatHelp.call(help, command, help);
  const commands = help.visibleCommands(command).filter((sub) => sub.name() !== 'help');
  const width = Math.max(...commands.map((sub) => sub.name().length));
  return [
    `Usage: ${command.name()} <command> [options]`,
    '',
    ...commands.map(
      (sub) => `  ${sub.name().padEnd(width)}  ${sub.summary() || sub.description()}`,
    ),
    'Each tells more: carryover <command> --help. Most print JSON with --json.',
    '',
  ].join('\n');
}
