import { readFileSync } from "node:fs";
import type { Command } from "commander";
import type { Target } from "../model/target.ts";
import { untrusted } from "../model/untrusted.ts";
import { escapeTerminal } from "../report/escape/terminal.ts";
import type { Console } from "./console.ts";
import { resolveTarget, type TargetOptions } from "./target/target-options.ts";

/** The flags every command that talks to a server has, in one shape. */
export type TargetFlags = Omit<TargetOptions, "url" | "command">;

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

export const addTargetFlags = (command: Command): Command =>
  command
    .option("--server <url>", "the server's URL, as a flag")
    .option("--server-command <line>", "the command to start, split like a shell does but without one")
    .option("--mcp-config <file>", "a client configuration (Claude Desktop, Cursor, VS Code, .mcp.json)")
    .option("--name <server>", "which server of --mcp-config; without it the names are listed")
    .option("--header <line>", "'Name: value' sent with every request (repeatable)", collect)
    .option("--header-env <pair>", "'Name=ENV': the value is read from a variable (repeatable)", collect)
    .option("--bearer-env <ENV>", "the variable that holds a bearer token")
    .option("--env <pair>", "NAME or NAME=VALUE for the started command (repeatable)", collect)
    .option("--cwd <folder>", "where the command is started")
    .option("--ca <pem>", "a file of further trusted certificates")
    .option("--insecure", "do not verify the server's certificate (recorded in the capture)");

/** The target, or undefined when the names of a configuration were asked for and have been printed. */
export const targetFrom = (
  flags: TargetFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Target | undefined => {
  const found = resolveTarget(
    { ...flags, url, command },
    { env: process.env, cwd: process.cwd(), readFile: (path) => readFileSync(path, "utf8") },
  );
  if (found.kind !== "names") return found;
  const show = (text: string): string => escapeTerminal(untrusted(text), 120);
  if (found.names.length === 0) console.out(`no servers in ${show(found.file)}\n`);
  for (const { name, transport, summary } of found.names)
    console.out(`${show(name)}  ${transport}  ${show(summary)}\n`);
  return undefined;
};
