import type { Command } from "commander";
import { shellLine, shellWord } from "../../../base/shell-word.ts";
import { addProbeFlags } from "../../flags/probe-flags.ts";
import { addTargetFlags } from "../../target/target-flags.ts";
import type { Console } from "../../terminal/console.ts";
import { quoted, UsageError } from "../../usage-error.ts";

/** What registering a command takes. Actions import their command when it runs, so that starting loads only that one. */
export interface Registration {
  readonly program: Command;
  readonly console: Console;
  /** What follows `--`: the command that starts the server. */
  readonly command: readonly string[];
  /** Makes the exit code of an action the exit code of the program. */
  exits<A extends unknown[]>(action: (...args: A) => number | Promise<number>): (...args: A) => Promise<void>;
}

/** A command that talks to a server. */
export const targetCommand = (
  parent: Command,
  name: string,
  help = "the server's URL; or -- and the command that starts it",
): Command =>
  addProbeFlags(addTargetFlags(parent.command(name).argument("[url]", help)))
    .allowExcessArguments(true)
    .hook("preAction", (_parent, command) => refuseBareCommand(command));

/** `mcptest check node server.js`: without `--` the words of a command would be taken for ours. */
export const refuseBareCommand = (command: Command, before = 0): void => {
  const args = command.args.slice(before);
  const [first = ""] = args;
  // Then the arguments are files.
  if (command.opts()["diff"] === true) return;
  if (args.length < 2 && !/\.(?:[cm]?[jt]s|py|rb|sh|jar)$/i.test(first)) return;
  if (/^https?:\/\//i.test(first))
    throw new UsageError(`one server at a time: ${quoted(args[1] ?? "")} stands behind the URL; drop it`);
  throw new UsageError(
    `${quoted(args.join(" "))} looks like a command; put -- before it: mcptest ${[nameOf(command), ...command.args.slice(0, before).map(shellWord)].join(" ")} -- ${shellLine(args)}`,
  );
};

/** `conformance run`, as it is typed. */
export const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

export const addCommonFlags = (command: Command): Command =>
  command.option("--no-color", "never use colour").option("--debug", "show the stack trace of an error");

export const addListFlags = (command: Command): Command =>
  addCommonFlags(
    command
      .option("--format <name>", "pretty (default), json")
      .option("--reporter <name>", "the same as --format")
      .option("--json", "the same as --format json"),
  );

export const SAVE = ["--save <file>", "save the capture (.json or .jsonl)"] as const;
export const BASELINE = [
  "--baseline <file>",
  "known failures: only a new failure, or a listed rule that now passes, exits 1",
] as const;
export const UPDATE_BASELINE = [
  "--update-baseline",
  "rewrite the baseline from this run; reasons and comments stay",
] as const;
