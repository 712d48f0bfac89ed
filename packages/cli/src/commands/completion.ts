import type { Command } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** A command, or its option, by the words that lead to it, and what may follow it, each with what it does. */
type Place = { words: string; offers: [word: string, about: string][] };

/**
 * Prints the script by which a shell completes the commands: they are all in it, so that a tab starts
 * no program and runs nothing that was typed.
 */
export function completion(program: Command, shell: Shell): void {
  console.log(SCRIPTS[shell](program.name(), placesOf(program)));
}

function placesOf(command: Command, words = ''): Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((sub) => sub.name() !== 'help');
  const options = help.visibleOptions(command);
  const offers = [
    ...commands.map((sub): [string, string] => [sub.name(), sub.summary() || sub.description()]),
    ...command.registeredArguments.flatMap((argument) =>
      (argument.argChoices ?? []).map(offerOf(argument.description)),
    ),
    ...options.map((option): [string, string] => [option.long ?? option.flags, option.description]),
  ];
  const inside = commands.flatMap((sub) => placesOf(sub, `${words} ${sub.name()}`.trim()));
  const values = options.flatMap(({ long, argChoices, description }) =>
    long && argChoices
      ? [{ words: `${words} ${long}`, offers: argChoices.map(offerOf(description)) }]
      : [],
  );
  return [{ words, offers }, ...values, ...inside];
}

function offerOf(about: string): (word: string) => [string, string] {
  return (word) => [word, about];
}

const SCRIPTS: Record<Shell, (name: string, places: Place[]) => string> = {
  bash: (
    name,
    places,
  ) => `# ${name} for bash: put this into ~/.bashrc:  source <(${name} completion bash)
_${name}() {
  local place= index word offers=
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case "$place" in *' --'*) place="\${place% --*}"; continue ;; esac
    case "$place $word" in
      ${steps(places, '|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${places.map(({ words, offers }) => `    ${quote(words)}) offers=${quote(offers.map(([word]) => word).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offers" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}`,

  zsh: (name, places) => `#compdef ${name}
# ${name} for zsh: put this into ~/.zshrc, after compinit:  source <(${name} completion zsh)
_${name}() {
  local place= word
  local -a offers
  for word in \${words[2,CURRENT-1]}; do
    case "$place" in (*' --'*) place="\${place% --*}"; continue ;; esac
    case "$place $word" in
      (${steps(places, '|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${places.map(({ words, offers }) => `    (${quote(words)}) offers=(${offers.map(([word, about]) => quote(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe -- ${name} offers || _files
}
compdef _${name} ${name}`,

  fish: (
    name,
    places,
  ) => `# ${name} for fish:  ${name} completion fish > ~/.config/fish/completions/${name}.fish
function __${name}_offers
  set -l place ''
  for word in (commandline -opc)[2..-1]
    if string match -q -- '* --*' "$place"
      set place (string replace -r -- ' --.*' '' "$place")
      continue
    end
    switch "$place $word"
      case ${steps(places, ' ')}
        set place (string trim -- "$place $word")
    end
  end
  switch "$place"
${places.map(({ words, offers }) => `    case ${fishQuote(words)}\n      printf '%s\\t%s\\n' ${offers.flat().map(fishQuote).join(' ')}`).join('\n')}
  end
end
complete -c ${name} -a '(__${name}_offers)'`,
};

/** Patterns for "the command so far, then this word" of all commands. */
function steps(places: Place[], joint: string): string {
  return places
    .filter(({ words }) => words !== '')
    .map(({ words }) => quote(words.includes(' ') ? words : ` ${words}`))
    .join(joint);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Between single quotes fish knows two escapes. */
function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
