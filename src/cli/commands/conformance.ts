import { COMMON_FLAGS, LIST_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { SERVER_PROBE_FLAGS } from "../flags/probe-flags.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { ASKS_SERVER, defineCommand } from "./define-command.ts";

const CORPUS_DIR_FLAG = { "--corpus-dir <folder>": "look for corpora only in this folder" };

export const conformanceRun = defineCommand({
  name: "conformance run",
  about: "score a server, or with --client a client, by the checks of a corpus, and give its tier",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--target-version <version>": "score against this corpus (default: the newest the server speaks)",
    ...CORPUS_DIR_FLAG,
    "--auto-refresh": "fetch the corpus of --target-version if it is missing",
    "--capture <file>": "score a saved capture; contacts no server",
    "--client": "score a client: -- <command with {url}>, or the client of --capture",
    "--transport <which>": "with --client: http, stdio or both (default: what the command has a placeholder for)",
    ...SAVE_FLAG,
    "--fail-on <what>": "when to exit 1, a comma list: never (default), must, should, or below tier-1, tier-2, tier-3",
  },
  examples: [
    "mcptest conformance run --server http://localhost:3000/mcp",
    "mcptest conformance run --fail-on tier-1 -- node server.js",
  ],
});

export const conformanceRefresh = defineCommand({
  name: "conformance refresh",
  about: "download the official corpus into the cache",
  flags: {
    "--target-version <version>": "the version whose rows to take (default: the newest that upstream names)",
    "--corpus-dir <folder>": "where to write it (default: the cache that run reads)",
    "--url <url>": "the repository, a mirror, or an archive (.tar.gz)",
    "--ref <ref>": "a tag, branch or commit (default: the newest that has a corpus)",
    "--source-path <path>": "the folder to take from the repository (default src/seps)",
    "--dry-run": "show what would be written, and write nothing",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest conformance refresh", "mcptest conformance refresh --dry-run"],
});

export const conformanceCheckIds = defineCommand({
  name: "conformance check-ids",
  about: "list the checks of a corpus, one per line, with the rules that decide them",
  flags: {
    "--target-version <version>": "the corpus to list (default: the newest at hand)",
    ...CORPUS_DIR_FLAG,
    "--unimplemented": "only the checks for servers that no rule decides",
    ...LIST_FLAGS,
  },
  examples: ["mcptest conformance check-ids", "mcptest conformance check-ids --unimplemented"],
});
