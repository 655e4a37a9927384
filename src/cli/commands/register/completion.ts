import { Argument } from "commander";
import { addCommonFlags, type Registration } from "./registration.ts";

/** `mcptest completion`. */
export const addCompletionCommand = ({ program, console, exits }: Registration): void => {
  addCommonFlags(
    program
      .command("completion")
      .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(["bash", "zsh", "fish"]))
      .description("print a script that completes commands and flags in your shell"),
  ).action(exits(async (shell) => (await import("../completion.ts")).runCompletion(shell, program, console)));
};
