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
import { type FlagsOf, inGroup, repeatable } from "./flag.ts";
import { namesLimit, parseLimits } from "./parse-limits.ts";
import { TARGET_FLAGS } from "./server-flags.ts";

/** The flags of a command that probes, and does not choose what is asked. */
export const RUN_FLAGS = inGroup("Probe", {
  "--tools <which>": "which tools may be called: none, read-only (default; audit: reading), reading, undeclared, all",
  "--concurrency <n>": "parallel conversations beside the main one (default 4 over HTTP, 2 processes on stdio)",
  "--timeout <time>": "time limit for one exchange: 500ms, 10s, 2m (a bare number is seconds)",
  "--run-timeout <time>": "time limit for the whole run",
  "--limit <name=value>": repeatable("change one limit (repeatable; record --help-limits lists them)"),
  "--follow-redirects": "follow redirects within the same origin",
  "--allow-metadata-fetch": "also fetch authorization metadata from other origins the server names",
  "--allow-private": "with --allow-metadata-fetch or --login: also at loopback and private addresses",
});

export const PROBE_FLAGS = {
  ...inGroup("Probe", {
    "--revision <revision>":
      "probe only this revision, or all in full (default: the newest in full, older ones briefly)",
  }),
  ...RUN_FLAGS,
};

export type ProbeFlags = FlagsOf<typeof PROBE_FLAGS>;

/** All that a command has which reaches a server and probes it. */
export const SERVER_PROBE_FLAGS = { ...TARGET_FLAGS, ...PROBE_FLAGS };

/** Of these, what also counts where only one question is asked. */
export const SESSION_FLAGS = inGroup("Session", {
  "--revision <revision>": "speak this revision (default: the newest the server speaks)",
  "--timeout <time>": "time limit for the answer: 500ms, 10s, 2m (a bare number is seconds)",
  "--run-timeout <time>": "time limit for the whole run",
  "--limit <name=value>": repeatable("change one limit (repeatable; record --help-limits lists them)"),
  "--follow-redirects": "follow redirects within the same origin",
  "--allow-private": "with --login: the authorization server may be at a loopback or private address",
});

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
