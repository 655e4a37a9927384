import type { Command } from "commander";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CompletionEntry, completionScript, type Shell } from "../terminal/completion-script.ts";
import type { Console } from "../terminal/console.ts";

/** `mcptest completion <shell>`: made from the command table, so that it knows every command and flag. */
export const runCompletion = (shell: Shell, program: Command, console: Console): ExitCode => {
  console.out(completionScript(shell, entriesOf(program, [])));
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
