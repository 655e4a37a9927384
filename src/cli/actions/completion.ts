import type { Command } from "commander";
import type { CallOf } from "../commands/define-command.ts";
import type { completion } from "../commands/mcp.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

type Shell = CallOf<typeof completion>["args"]["shell"];

/** `mcptest completion <shell>`: made from what commander was taught, so that it knows every command and flag. */
export const runCompletion = ({ args, program, console }: CallOf<typeof completion>): ExitCode => {
  console.out(completionScript(args.shell, entriesOf(program, [])));
  return EXIT.ok;
};

const entriesOf = (command: Command, path: readonly string[]): readonly CompletionEntry[] => {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((one) => one.name() !== "help");
  return [
    {
      path,
      commands: commands.map((one) => ({ name: one.name(), about: one.description() })),
      flags: help
        .visibleOptions(command)
        .flatMap(({ long, short, description }) =>
          [short, long].flatMap((name) => (name ? [{ name, about: description }] : [])),
        ),
      values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    },
    ...commands.flatMap((one) => entriesOf(one, [...path, one.name()])),
  ];
};

/** One command of the table: what may follow it. */
interface CompletionEntry {
  /** Its name as typed, without `mcptest`; empty for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly Word[];
  readonly flags: readonly Word[];
  /** Arguments with a fixed set of values. */
  readonly values: readonly string[];
}

interface Word {
  readonly name: string;
  readonly about: string;
}

/** A script that completes commands, flags and, everywhere else, files. Behind `--` stands a command of the user's. */
const completionScript = (shell: Shell, entries: readonly CompletionEntry[]): string => {
  switch (shell) {
    case "bash":
      return bashScript(entries);
    case "zsh":
      return zshScript(entries);
    case "fish":
      return fishScript(entries);
  }
};

const wordsOf = ({ commands, values, flags }: CompletionEntry): string =>
  [...commands.map(({ name }) => name), ...values, ...flags.map(({ name }) => name)].join(" ");

const keyOf = ({ path }: CompletionEntry): string => path.join(" ");

/** Both shells find the command by the words before the cursor; the longest name that is known counts. */
const bashScript = (entries: readonly CompletionEntry[]): string => `# Load it with: source <(mcptest completion bash)
_mcptest() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" word path="" words=""
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" = "--" ] && { COMPREPLY=( $(compgen -f -- "$cur") ); return; }
    case "$path $word" in
${entries
  .filter(({ path }) => path.length > 0)
  .map((entry) => `      " ${keyOf(entry)}") path=" ${keyOf(entry)}" ;;`)
  .join("\n")}
    esac
  done
  case "$path" in
${entries.map((entry) => `    "${entry.path.length > 0 ? " " : ""}${keyOf(entry)}") words="${wordsOf(entry)}" ;;`).join("\n")}
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$cur") )
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=( $(compgen -f -- "$cur") )
}
complete -o filenames -F _mcptest mcptest
`;

const zshScript = (entries: readonly CompletionEntry[]): string => `#compdef mcptest
# Load it with: source <(mcptest completion zsh), or save it as _mcptest in a folder of $fpath
_mcptest() {
  local word known=""
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == "--" ]] && { _files; return }
    case "$known $word" in
${entries
  .filter(({ path }) => path.length > 0)
  .map((entry) => `      " ${keyOf(entry)}") known=" ${keyOf(entry)}" ;;`)
  .join("\n")}
    esac
  done
  case "$known" in
${entries
  .map(
    (entry) => `    "${entry.path.length > 0 ? " " : ""}${keyOf(entry)}") choices=(
${[...entry.commands, ...entry.values.map((name) => ({ name, about: "" })), ...entry.flags]
  .map(({ name, about }) => `      ${single(about === "" ? name : `${name.replaceAll(":", "\\:")}:${about}`)}`)
  .join("\n")}
    ) ;;`,
  )
  .join("\n")}
  esac
  _describe -o mcptest choices || _files
}
compdef _mcptest mcptest
`;

const fishScript = (entries: readonly CompletionEntry[]): string => {
  const lines = entries.flatMap((entry) => {
    const inCommand = `__mcptest_at "${keyOf(entry)}"`;
    const start = `complete -c mcptest -n ${single(inCommand)}`;
    return [
      ...entry.commands.map(({ name, about }) => `${start} -f -a ${single(name)} -d ${single(about)}`),
      ...entry.values.map((name) => `${start} -f -a ${single(name)}`),
      ...entry.flags.map(({ name, about }) =>
        name.startsWith("--")
          ? `${start} -l ${single(name.slice(2))} -d ${single(about)}`
          : `${start} -s ${single(name.slice(1))} -d ${single(about)}`,
      ),
    ];
  });
  return `# Load it with: mcptest completion fish | source
function __mcptest_at
  set -l path ''
  set -l known ${entries
    .filter(({ path }) => path.length > 0)
    .map((entry) => single(keyOf(entry)))
    .join(" ")}
  for word in (commandline -opc)[2..-1]
    test "$word" = '--'; and return 1
    set -l longer (string trim -- "$path $word")
    contains -- "$longer" $known; and set path $longer
  end
  test "$path" = "$argv[1]"
end
${lines.join("\n")}
`;
};

/** In single quotes of any of these shells. */
const single = (text: string): string => `'${text.replaceAll("\\", "").replaceAll("'", "’")}'`;
