import type { Command } from "commander";
import type { Limits } from "../model/limits.ts";
import { parseRevision, REVISIONS, type Revision } from "../model/revision.ts";
import { isToolPolicy, TOOL_POLICIES, type ToolPolicy } from "../model/tool-policy.ts";
import type { RecordRequest } from "../probe/record.ts";
import { VERSION } from "../version.ts";
import { baseEnvironment } from "../wire/stdio/base-environment.ts";
import { parseLimits } from "./parse-limits.ts";
import { quoted, UsageError } from "./usage-error.ts";

/** The flags of every command that probes. */
export interface ProbeFlags {
  readonly revision?: string;
  readonly timeout?: string;
  readonly runTimeout?: string;
  readonly limit?: readonly string[];
  readonly followRedirects?: boolean;
  readonly allowMetadataFetch?: boolean;
  readonly allowPrivate?: boolean;
  readonly tools?: string;
  readonly concurrency?: string;
}

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

export const addProbeFlags = (command: Command): Command =>
  command
    .option(
      "--revision <revision>",
      "probe this revision only, or all in full; by default the newest, and the others briefly",
    )
    .option("--tools <which>", "tools that may be called: none, read-only (default), undeclared, all")
    .option(
      "--concurrency <n>",
      "conversations at once beside the main one (default 4 over HTTP, 2 processes on stdio)",
    )
    .option("--timeout <time>", "for one exchange: 500ms, 10s, 2m (a bare number is seconds)")
    .option("--run-timeout <time>", "for the whole run")
    .option("--limit <name=value>", "change one limit (repeatable; record --help-limits lists them)", collect)
    .option("--follow-redirects", "follow redirects that stay within the origin")
    .option("--allow-metadata-fetch", "also fetch authorization metadata that the server names at another origin")
    .option("--allow-private", "with --allow-metadata-fetch: also from loopback and private addresses");

/** What the flags say about how to probe. */
export const probeRequest = (flags: ProbeFlags): RecordRequest & { readonly limits: Partial<Limits> } => {
  const revision = flags.revision === undefined ? undefined : readRevision(flags.revision);
  return {
    client: { name: "mcptest", version: VERSION },
    limits: parseLimits(flags.limit ?? [], { timeout: flags.timeout, runTimeout: flags.runTimeout }),
    tools: readTools(flags.tools ?? "read-only"),
    ...(revision ? { revision } : {}),
    ...(flags.concurrency === undefined ? {} : { concurrency: readConcurrency(flags.concurrency) }),
    followRedirects: flags.followRedirects ?? false,
    ...(flags.allowMetadataFetch ? { metadata: { private: flags.allowPrivate ?? false } } : {}),
    baseEnv: baseEnvironment(process.env),
  };
};

export const readRevision = (text: string): Revision | "all" => {
  if (text === "all") return "all";
  const revision = parseRevision(text);
  if (revision) return revision;
  throw new UsageError(
    `--revision ${quoted(text)} is not a revision of the protocol; use all or one of ${REVISIONS.join(", ")}`,
  );
};

const readTools = (text: string): ToolPolicy => {
  if (isToolPolicy(text)) return text;
  throw new UsageError(`--tools ${quoted(text)} is not a choice; use one of ${TOOL_POLICIES.join(", ")}`);
};

const readConcurrency = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 64) return value;
  throw new UsageError(`--concurrency ${quoted(text)} is not a whole number from 1 to 64`);
};
