import type { Command } from "commander";
import type { Console } from "./console.ts";

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** `mcptest mcp`: loaded when it is asked for. */
export const addAgentCommands = (program: Command, console: Console, done: (code: number) => void): void => {
  program
    .command("mcp")
    .description("mcptest as an MCP server, so that agents can call it")
    .option("--http <port>", "serve HTTP on this machine at /mcp (0 picks a free port) instead of stdio")
    .option("--allow-private", "let agents check loopback and private addresses")
    .option("--allow-stdio", "let agents start commands on this machine")
    .option("--issuer-key <key>", "a certificate issuer to trust: SPKI hex, PEM text or a file (repeatable)", collect)
    .option("--trust-store <folder>", "a folder of public keys you trust, each named after its owner")
    .option("--debug", "show the stack of an error")
    .action(async (flags) => {
      const { runMcp } = await import("./commands/mcp.ts");
      done(await runMcp(flags, console));
    });
};
