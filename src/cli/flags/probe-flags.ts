import type { Command } from "commander";
import type { ProbeRequest } from "../../areas/probe-target.ts";
import { defined } from "../../base/defined.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import { VERSION } from "../../base/version.ts";
import { TOOL_POLICIES } from "../../capture/tool-policy.ts";
import { parseRevision, REVISIONS, type Revision } from "../../protocol/revision.ts";
import type { Limits } from "../../wire/limits.ts";
import { baseEnvironment } from "../../wire/stdio/base-environment.ts";
import { quoted, UsageError } from "../usage-error.ts";
import { readChoice } from "./choice.ts";
import { collect } from "./collect.ts";
import { namesLimit, parseLimits } from "./parse-limits.ts";

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

export const addProbeFlags = (command: Command): Command =>
  addRunFlags(
    command.option(
      "--revision <revision>",
      "probe only this revision, or all in full (default: the newest in full, older ones briefly)",
    ),
  );

/** The same for a command that does not choose what is asked. */
export const addRunFlags = (command: Command): Command =>
  command
    .option(
      "--tools <which>",
      "which tools may be called: none, read-only (default; audit: reading), reading, undeclared, all",
    )
    .option(
      "--concurrency <n>",
      "parallel conversations beside the main one (default 4 over HTTP, 2 processes on stdio)",
    )
    .option("--timeout <time>", "time limit for one exchange: 500ms, 10s, 2m (a bare number is seconds)")
    .option("--run-timeout <time>", "time limit for the whole run")
    .option("--limit <name=value>", "change one limit (repeatable; record --help-limits lists them)", collect)
    .option("--follow-redirects", "follow redirects within the same origin")
    .option("--allow-metadata-fetch", "also fetch authorization metadata from other origins the server names")
    .option("--allow-private", "with --allow-metadata-fetch or --login: also at loopback and private addresses");

/** Of these, what also counts where only one question is asked. */
export const addSessionFlags = (command: Command): Command =>
  command
    .option("--revision <revision>", "speak this revision (default: the newest the server speaks)")
    .option("--timeout <time>", "time limit for the answer: 500ms, 10s, 2m (a bare number is seconds)")
    .option("--run-timeout <time>", "time limit for the whole run")
    .option("--limit <name=value>", "change one limit (repeatable; record --help-limits lists them)", collect)
    .option("--follow-redirects", "follow redirects within the same origin")
    .option("--allow-private", "with --login: the authorization server may be at a loopback or private address");

/** How to probe, as the flags say. */
export const probeRequest = (flags: ProbeFlags): ProbeRequest & { readonly limits: Partial<Limits> } => {
  return {
    client: { name: "mcptest", version: VERSION },
    limits: parseLimits(flags.limit ?? [], { timeout: flags.timeout, runTimeout: flags.runTimeout }),
    waitsForTools: namesLimit(flags.limit ?? [], "toolMs"),
    tools: readChoice("--tools", flags.tools ?? "read-only", TOOL_POLICIES),
    followRedirects: flags.followRedirects ?? false,
    ...defined({
      revision: readRevision(flags.revision),
      concurrency: flags.concurrency === undefined ? undefined : readConcurrency(flags.concurrency),
      metadata: flags.allowMetadataFetch ? { private: flags.allowPrivate ?? false } : undefined,
    }),
    baseEnv: baseEnvironment(process.env),
  };
};

export const readRevision = (text: string | undefined): Revision | "all" | undefined => {
  if (text === undefined || text === "all") return text;
  const revision = parseRevision(text);
  if (revision) return revision;
  throw new UsageError(`--revision ${notARevision(text, REVISIONS)}, or all`);
};

export const notARevision = (text: string, known: readonly string[]): string => {
  const [nearest] = nearestNames(text, known, 1);
  const hint = nearest === undefined ? "" : `did you mean ${nearest}? `;
  return `${quoted(text)} is not a protocol revision; ${hint}use one of ${known.join(", ")}`;
};

const readConcurrency = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 64) return value;
  throw new UsageError(`--concurrency ${quoted(text)} is not a whole number from 1 to 64`);
};
