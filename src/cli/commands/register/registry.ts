import { addTargetFlags } from "../../target/target-flags.ts";
import { addCommonFlags, addListFlags, type Registration, SAVE, targetCommand } from "./registration.ts";

/** `mcptest registry …`. */
export const addRegistryCommands = ({ program, console, command, exits }: Registration): void => {
  const registry = program
    .command("registry")
    .description("the entry of a server in the MCP registry: server.json, and the list of all of them");

  addListFlags(
    addTargetFlags(registry.command("validate").argument("<server.json>", "the file, or the folder that holds one")),
  )
    .description("hold a server.json against the published schema and the rules of the registry")
    .option("--live", "also run what it describes, and compare what the server says of itself")
    .option("--allow-private", "with --live: also remotes at loopback and private addresses")
    .option("--allow-commands", "with --live: also start packages, by npx, uvx, dnx or docker")
    .option("--revision <revision>", "with --live: speak this revision (default: the newest the server speaks)")
    .option("--timeout <time>", "with --live: time limit for one exchange: 500ms, 10s, 2m")
    .option("--run-timeout <time>", "with --live: time limit for each server")
    .option("--fail-on <what>", "when to exit 1: error (default), warning, never")
    .action(
      exits(async (path, flags) => (await import("../registry-validate.ts")).runValidateEntry(path, flags, console)),
    );

  addCommonFlags(targetCommand(registry, "draft"))
    .description("write a server.json from what a server says, with FILL-IN where a person has to add something")
    .option("--capture <file>", "read a saved capture; contacts no server")
    .option(...SAVE)
    .option("-o, --out <file>", "write it to this file, which must not exist (default: standard output)")
    .option("--quiet", "print nothing but the draft")
    .action(
      exits(async (url, flags) => (await import("../registry-draft.ts")).runDraft(flags, { url, command }, console)),
    );

  addListFlags(
    registry.command("list").argument("<api>", "the registry, such as https://registry.modelcontextprotocol.io"),
  )
    .description("list the servers of a registry, by its API")
    .option("--updated-since <time>", "only what changed since then, deleted entries too: 2026-11-01T00:00:00Z")
    .option("--search <text>", "only servers with this in their name")
    .option("--all-versions", "every version of a server (default: only the latest)")
    .option("--limit <n>", "stop after so many entries")
    .action(exits(async (api, flags) => (await import("../registry-list.ts")).runRegistryList(api, flags, console)));

  addCommonFlags(
    registry
      .command("refresh")
      .description("download the newest published schema of a server.json into the cache")
      .option("--url <url>", "the repository, a mirror, or an archive (.tar.gz)")
      .option("--ref <ref>", "a tag, branch or commit (default: the newest that has one)")
      .option("--folder <folder>", "where to write it (default: the cache that validate reads)")
      .option("--dry-run", "show what would be written, and write nothing"),
  ).action(exits(async (flags) => (await import("../registry-refresh.ts")).runSchemaRefresh(flags, console)));
};
