import { DEFAULT_STANDARD, STANDARD_VERSIONS } from "../../scores/discoverability/discoverability.ts";
import { CERTIFICATE_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { SERVER_PROBE_FLAGS } from "../flags/probe-flags.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { ASKS_SERVER, defineCommand } from "./define-command.ts";

export const audit = defineCommand({
  name: "audit",
  about: "grade how well agents can find, choose and use this server's tools (--tools reading by default)",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--standard <version>": `${STANDARD_VERSIONS.join(", ")} (default ${DEFAULT_STANDARD})`,
    "--capture <file>": "audit a saved capture; contacts no server",
    "--plan": "show what would be asked and which tools would be called; sends only the handshake and lists",
    ...SAVE_FLAG,
    "--fail-on <what>": "when to exit 1: never (default), or below grade-a, grade-b, grade-c",
    ...CERTIFICATE_FLAGS,
    "--compare <certificate>": "check whether this certificate still holds",
    "--compare-capture <file>": "the capture of that certificate: also say what changed in the tools",
  },
  examples: ["mcptest audit -- node server.js", "mcptest audit https://mcp.example/mcp --fail-on grade-b"],
});

export const doctor = defineCommand({
  name: "doctor",
  about: "what upgrading to another protocol revision would break",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--to <revision>": "the revision to upgrade to (default 2026-07-28)",
    "--capture <file>": "examine a saved capture; contacts no server",
    ...SAVE_FLAG,
    "--fail-on <what>": "when to exit 1: must, should (default: anything that breaks), never",
  },
  examples: ["mcptest doctor -- node server.js", "mcptest doctor --capture session.json --to 2026-07-28"],
});

export const accept = defineCommand({
  name: "accept",
  about: "where the tools will be taken: providers, hosts and directories, by dated rows with sources",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--for <consumers>": "only these, separated by commas: openai, anthropic, gemini, vscode, claude, directories, …",
    "--show <consumer>": "also show every tool as this consumer is sent it",
    "--server-json <path>": "a server.json, or its folder: compare it with what the server says",
    "--capture <file>": "look at a saved capture; contacts no server",
    ...SAVE_FLAG,
    "--fail-on <what>": "when to exit 1: never (default), rejected, dropped",
  },
  examples: ["mcptest accept -- node server.js", "mcptest accept --capture session.json --for openai,claude"],
});

export const lock = defineCommand({
  name: "lock",
  about: "write down what a server offers to a model, or compare it with what was written; calls no tool",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--check": "compare with the lock, write nothing",
    "--accept": "with --check: take over what changed",
    "--lock <file>": "the lock (default mcp-lock.json)",
    "--diff": "compare two saved files, each a lock or a capture: --diff <before> <after>",
    "--capture <file>": "take a saved capture for the server; contacts no server",
    ...SAVE_FLAG,
    "--max-tokens <n>": "exit 1 if instructions and tools cost more tokens than this",
    "--fail-on <what>": "when to exit 1: breaking, meaning (default: or worse), any, never",
  },
  examples: ["mcptest lock -- node server.js", "mcptest lock --check --fail-on breaking -- node server.js"],
});
