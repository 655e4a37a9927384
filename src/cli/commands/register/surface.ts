import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import { type Registration, SAVE, targetCommand } from "./registration.ts";

/** `mcptest lock`: what a server offers to a model. */
export const addSurfaceCommands = ({ program, console, command, exits }: Registration): void => {
  addReporterFlags(targetCommand(program, "lock"), REPORTERS)
    .description("write down what a server offers to a model, or compare it with what was written; calls no tool")
    .option("--check", "compare with the lock, write nothing")
    .option("--accept", "with --check: take over what changed")
    .option("--lock <file>", "the lock (default mcp-lock.json)")
    .option("--diff", "compare two saved files, each a lock or a capture: --diff <before> <after>")
    .option("--capture <file>", "take a saved capture for the server; contacts no server")
    .option(...SAVE)
    .option("--max-tokens <n>", "exit 1 if instructions and tools cost more tokens than this")
    .option("--fail-on <what>", "when to exit 1: breaking, meaning (default: or worse), any, never")
    .action(
      exits(async (url, flags, self) => {
        const { runLock, runLockDiff } = await import("../lock.ts");
        return flags.diff ? runLockDiff(flags, self.args, console) : runLock(flags, { url, command }, console);
      }),
    );
};
