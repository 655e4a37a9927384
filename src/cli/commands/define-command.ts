import type { Command } from "commander";
import type { FlagSpecs, FlagsOf } from "../flags/flag.ts";
import type { ServerArguments } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";

/** Arguments by their syntax: `<file>`, `[url]`, `<paths...>`. A value is the help text, or the text and the choices. */
export type ArgumentSpecs = Readonly<
  Record<string, string | { readonly help: string; readonly choices: readonly string[] }>
>;

/** All that is known of a command before it runs. Parser, types, help, completion and reference follow from it. */
export interface CommandSpec<A extends ArgumentSpecs = ArgumentSpecs, F extends FlagSpecs = FlagSpecs> {
  /** As it is typed: `check`, `cert verify`. */
  readonly name: string;
  readonly about: string;
  readonly args?: A;
  readonly flags: F;
  /** Two lines to begin with, at the end of the help. */
  readonly examples: readonly [string, string] | readonly [];
  /** The last argument is the URL of a server, in whose place a command may stand behind `--`. */
  readonly asksServer?: true;
  readonly hidden?: true;
}

type ArgumentName<K> = K extends `${"<" | "["}${infer Name}...${">" | "]"}`
  ? Name
  : K extends `${"<" | "["}${infer Name}${">" | "]"}`
    ? Name
    : never;

export type ArgumentsOf<A> = {
  readonly [K in keyof A as ArgumentName<K>]: K extends `${string}...${string}`
    ? readonly string[]
    : WordOf<A[K]> | (K extends `[${string}` ? undefined : never);
};

type WordOf<D> = D extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

/** What was typed, for the function that runs the command. */
export interface CommandCall<Args, Flags> {
  readonly args: Args;
  readonly flags: Flags;
  /** The argument `[url]`, and what follows `--`. */
  readonly server: ServerArguments;
  readonly console: Console;
  /** All arguments as they were typed, also those that the specification does not name. */
  readonly words: readonly string[];
  /** The whole command line, for commands that describe it. */
  readonly program: Command;
}

/** What the function that runs a command is given: `CallOf<typeof audit>`. */
export type CallOf<S> = S extends CommandSpec<infer A, infer F> ? CommandCall<ArgumentsOf<A>, FlagsOf<F>> : never;

/** The flags of a command: `FlagsFor<typeof audit>`. */
export type FlagsFor<S> = S extends { readonly flags: infer F } ? FlagsOf<F> : never;

// biome-ignore lint/complexity/noBannedTypes: without arguments, or without flags, there is nothing to read.
export const defineCommand = <const A extends ArgumentSpecs = {}, const F extends FlagSpecs = {}>(
  spec: CommandSpec<A, F>,
): CommandSpec<A, F> => spec;

/** For a command about one server. */
export const ASKS_SERVER = {
  args: { "[url]": "the server's URL; or -- and the command that starts it" },
  asksServer: true,
} as const;

/** A command, and the function that runs it. */
export interface RunnableCommand {
  readonly spec: CommandSpec;
  /** Gives the exit code: one of ours, or that of a command that mcptest stood in for. */
  readonly run: (call: CommandCall<object, object>) => Promise<number>;
}

/** Commands with a word in common: `cert verify`, `cert show`. */
export interface CommandFamily {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly RunnableCommand[];
}

/** Joins a specification with its function. `load` is a dynamic import: to start takes only the specifications. */
export const runs = <A extends ArgumentSpecs, F extends FlagSpecs>(
  spec: CommandSpec<A, F>,
  load: () => Promise<(call: CommandCall<ArgumentsOf<A>, FlagsOf<F>>) => number | Promise<number>>,
): RunnableCommand => ({
  spec,
  // commander has read the arguments and flags by this very specification.
  run: async (call) => (await load())({ ...call, args: call.args as ArgumentsOf<A>, flags: call.flags as FlagsOf<F> }),
});
