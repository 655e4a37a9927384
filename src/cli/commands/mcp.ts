import { COMMON_FLAGS } from "../flags/common-flags.ts";
import { repeatable } from "../flags/flag.ts";
import { defineCommand } from "./define-command.ts";

export const mcp = defineCommand({
  name: "mcp",
  about: "serve mcptest over MCP, so that agents can call it",
  flags: {
    "--http <port>": "serve HTTP on this machine at /mcp instead of stdio (0 picks a free port)",
    "--allow-private": "let agents check loopback and private addresses",
    "--allow-stdio": "let agents start commands on this machine",
    "--issuer-key <key>": repeatable("trust this certificate issuer: SPKI hex, PEM text or a file (repeatable)"),
    "--trust-store <folder>": "a folder of public keys you trust, each named after its owner",
    "--revocations <path>": repeatable("what issuers have taken back: a file or a folder (repeatable)"),
    "--debug": "show the stack trace of an error",
  },
  examples: ["mcptest mcp", "mcptest mcp --http 8080 --allow-private"],
});

export const completion = defineCommand({
  name: "completion",
  about: "print a script that completes commands and flags in your shell",
  args: { "<shell>": { help: "bash, zsh or fish", choices: ["bash", "zsh", "fish"] } },
  flags: COMMON_FLAGS,
  examples: ["source <(mcptest completion bash)", "mcptest completion fish > ~/.config/fish/completions/mcptest.fish"],
});
