import { COMMON_FLAGS, LIST_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { SERVER_PROBE_FLAGS } from "../flags/probe-flags.ts";
import { TARGET_FLAGS } from "../flags/server-flags.ts";
import { ASKS_SERVER, defineCommand } from "./define-command.ts";

export const registryValidate = defineCommand({
  name: "registry validate",
  about: "hold a server.json against the published schema and the rules of the registry",
  args: { "<server.json>": "the file, or the folder that holds one" },
  flags: {
    ...TARGET_FLAGS,
    ...LIST_FLAGS,
    "--live": "also run what it describes, and compare what the server says of itself",
    "--allow-private": "with --live: also remotes at loopback and private addresses",
    "--allow-commands": "with --live: also start packages, by npx, uvx, dnx or docker",
    "--revision <revision>": "with --live: speak this revision (default: the newest the server speaks)",
    "--timeout <time>": "with --live: time limit for one exchange: 500ms, 10s, 2m",
    "--run-timeout <time>": "with --live: time limit for each server",
    "--fail-on <what>": "when to exit 1: error (default), warning, never",
  },
  examples: [
    "mcptest registry validate server.json",
    "mcptest registry validate . --live --allow-commands --fail-on warning",
  ],
});

export const registryDraft = defineCommand({
  name: "registry draft",
  about: "write a server.json from what a server says, with FILL-IN where a person has to add something",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...COMMON_FLAGS,
    "--capture <file>": "read a saved capture; contacts no server",
    ...SAVE_FLAG,
    "-o, --out <file>": "write it to this file, which must not exist (default: standard output)",
    "--quiet": "print nothing but the draft",
  },
  examples: [
    "mcptest registry draft -o server.json -- npx -y @acme/notes@1.2.0",
    "mcptest registry draft --capture session.json",
  ],
});

export const registryList = defineCommand({
  name: "registry list",
  about: "list the servers of a registry, by its API",
  args: { "<api>": "the registry, such as https://registry.modelcontextprotocol.io" },
  flags: {
    ...LIST_FLAGS,
    "--updated-since <time>": "only what changed since then, deleted entries too: 2026-11-01T00:00:00Z",
    "--search <text>": "only servers with this in their name",
    "--all-versions": "every version of a server (default: only the latest)",
    "--limit <n>": "stop after so many entries",
  },
  examples: [
    "mcptest registry list https://registry.modelcontextprotocol.io --limit 20",
    "mcptest registry list https://registry.modelcontextprotocol.io --updated-since 2026-11-01T00:00:00Z --json",
  ],
});

export const registryRefresh = defineCommand({
  name: "registry refresh",
  about: "download the newest published schema of a server.json into the cache",
  flags: {
    "--url <url>": "the repository, a mirror, or an archive (.tar.gz)",
    "--ref <ref>": "a tag, branch or commit (default: the newest that has one)",
    "--folder <folder>": "where to write it (default: the cache that validate reads)",
    "--dry-run": "show what would be written, and write nothing",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest registry refresh", "mcptest registry refresh --dry-run"],
});
