import { Argument, type Command, Option } from "commander";
import { shellLine, shellWord } from "../../base/shell-word.ts";
import { type FlagSpecs, listFlags } from "../flags/flag.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";
import type { CommandFamily, RunnableCommand } from "./define-command.ts";

interface Surroundings {
  readonly program: Command;
  readonly console: Console;
  /** What follows `--`: the command that starts the server. */
  readonly command: readonly string[];
  /** Takes the exit code of the command that was run. */
  readonly done: (code: number) => void;
}

/** Teaches commander a command, or all commands of a family. */
export const addCommand = (entry: RunnableCommand | CommandFamily, surroundings: Surroundings): void => {
  const { program } = surroundings;
  const isFamily = "commands" in entry;
  const parent = isFamily ? program.command(entry.name).description(entry.about) : program;
  for (const one of isFamily ? entry.commands : [entry]) addTo(parent, one, surroundings);
};

const addTo = (
  parent: Command,
  { spec, run }: RunnableCommand,
  { program, console, command, done }: Surroundings,
): void => {
  const { name, about, args = {}, flags, examples, hidden = false } = spec;
  const own = parent.command(name.split(" ").at(-1) ?? name, { hidden }).description(about);
  for (const [syntax, argument] of Object.entries(args))
    own.addArgument(
      typeof argument === "string"
        ? new Argument(syntax, argument)
        : new Argument(syntax, argument.help).choices(argument.choices),
    );
  addFlags(own, flags);
  if (spec.asksServer)
    own
      .allowExcessArguments(true)
      .hook("preAction", (_parent, typed) => refuseBareCommand(typed, Object.keys(args).length - 1));
  if (examples.length > 0) own.addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
  own.action(async () => {
    const given: readonly unknown[] = own.processedArgs;
    const named = new Map(Object.keys(args).map((syntax, index) => [nameOfArgument(syntax), given[index]] as const));
    const url = named.get("url");
    const server = { url: typeof url === "string" ? url : undefined, command };
    done(await run({ args: Object.fromEntries(named), flags: own.opts(), server, console, words: own.args, program }));
  });
};

const nameOfArgument = (syntax: string): string => syntax.slice(1, -1).replace(/\.{3}$/, "");

export const addFlags = (command: Command, flags: FlagSpecs): Command => {
  const given: object[] = [];
  for (const flag of listFlags(flags)) command.addOption(optionFor(flag, given));
  return command;
};

const optionFor = (
  { flag, help, hidden = false, required = false, repeatable, inOrder }: ReturnType<typeof listFlags>[number],
  given: object[],
): Option => {
  const option = new Option(flag, help).hideHelp(hidden).makeOptionMandatory(required);
  if (repeatable) option.argParser((value, before: readonly string[] = []) => [...before, value]);
  if (inOrder)
    option.argParser((value) => {
      given.push(inOrder(value));
      return given;
    });
  return option;
};

/** `mcptest check node server.js`: without `--` the words of a command would be taken for ours. */
const refuseBareCommand = (command: Command, before: number): void => {
  const args = command.args.slice(before);
  const [first = ""] = args;
  // Then the arguments are files.
  if (command.opts<{ readonly diff?: boolean }>().diff) return;
  if (args.length < 2 && !/\.(?:[cm]?[jt]s|py|rb|sh|jar)$/i.test(first)) return;
  if (/^https?:\/\//i.test(first))
    throw new UsageError(`one server at a time: ${quoted(args[1] ?? "")} stands behind the URL; drop it`);
  const typed = [nameOf(command), ...command.args.slice(0, before).map(shellWord)].join(" ");
  throw new UsageError(
    `${quoted(args.join(" "))} looks like a command; put -- before it: mcptest ${typed} -- ${shellLine(args)}`,
  );
};

/** `conformance run`, as it is typed. */
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
