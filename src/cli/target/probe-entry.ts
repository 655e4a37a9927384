import type { ProbeRequest } from "../../areas/probe-target.ts";
import { type Json, stringMember } from "../../base/json.ts";
import { shellLine } from "../../base/shell-word.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";
import { whyBlocked } from "../../judge/blocked/why-blocked.ts";
import { isProtected, revisionOf } from "../../judge/core/spoken-revision.ts";
import { judgedOutcome } from "../../judge/judged-outcome.ts";
import { isHeaderName, isHeaderValue, isOwnedByProbe } from "../../protocol/header-syntax.ts";
import { compareIdentity, transportType } from "../../scores/server-json/compare-entry.ts";
import type { EntryTarget } from "../../scores/server-json/entry-target.ts";
import { entryTargets } from "../../scores/server-json/entry-targets.ts";
import { error } from "../../scores/server-json/place.ts";
import type { EntryFinding, LiveOutcome } from "../../scores/server-json/registry-entry.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { probeWithProgress } from "./probe-target.ts";
import { type TargetFlags, targetFrom } from "./target-flags.ts";

export type LiveFlags = TargetFlags & { readonly allowCommands?: boolean };

export interface LiveRun {
  readonly outcomes: readonly LiveOutcome[];
  readonly findings: readonly EntryFinding[];
  readonly interrupted: ExitCode | undefined;
}

/** Runs what an entry describes, one after the other, and compares what each server says with what the entry says. */
export const probeEntry = async (
  entry: Json,
  request: ProbeRequest,
  flags: LiveFlags,
  console: Console,
): Promise<LiveRun> => {
  const outcomes: LiveOutcome[] = [];
  const findings: EntryFinding[] = [];
  const described = entryTargets(entry);
  // Credentials go to one origin: that of the first remote.
  const [first] = described.flatMap((one) => (one.kind === "http" ? [new URL(one.url).origin] : []));
  for (const one of described) {
    const isFirst = one.kind !== "http" || new URL(one.url).origin === first;
    const found = await toTarget(one, isFirst ? flags : withoutHeaders(flags), console);
    if ("reason" in found) {
      outcomes.push({ ...outcome(one), state: "skipped", reason: untrusted(found.reason) });
      continue;
    }
    const { capture, interrupted } = await probeWithProgress(found, request, { quiet: true }, console);
    if (isForbidden(capture)) {
      outcomes.push({ ...outcome(one), state: "skipped", reason: untrusted(PRIVATE) });
      continue;
    }
    outcomes.push(readOutcome(one, capture));
    findings.push(...compare(entry, one, capture));
    if (interrupted !== undefined) return { outcomes, findings, interrupted };
  }
  return { outcomes, findings, interrupted: undefined };
};

const PRIVATE = "its address is private or reserved; allow that with --allow-private";

const isForbidden = ({ exchanges }: Capture): boolean =>
  exchanges.some(({ trouble }) => trouble?.kind === "forbidden-address");

const withoutHeaders = ({ header: _header, headerEnv: _env, bearerEnv: _bearer, ...others }: LiveFlags): LiveFlags =>
  others;

const shownTarget = (described: EntryTarget): string => {
  switch (described.kind) {
    case "http":
      return described.url;
    case "stdio":
      return shellLine([described.command, ...described.args]);
    case "none":
      return "";
  }
};

const outcome = (described: EntryTarget): Omit<LiveOutcome, "state" | "reason"> => ({
  place: described.place,
  target: untrusted(shownTarget(described)),
  name: null,
  version: null,
  revision: null,
});

/** The target with what the user gave for it, or why it is not run. */
const toTarget = async (
  described: EntryTarget,
  flags: LiveFlags,
  console: Console,
): Promise<Target | { readonly reason: string }> => {
  if (described.kind === "none") return described;
  if (described.kind === "stdio" && !flags.allowCommands)
    return { reason: "it would start a program that the entry names; allow that with --allow-commands" };
  const server =
    described.kind === "http"
      ? { url: described.url, command: [] }
      : { url: undefined, command: [described.command, ...described.args] };
  // What is about the other kind of server would be refused as a mistake.
  const { env: _env, cwd: _cwd, ...forRemote } = flags;
  const { ca: _ca, insecure: _insecure, ...forCommand } = withoutHeaders(flags);
  const target = await targetFrom(described.kind === "http" ? forRemote : forCommand, server, console);
  if (!target) return { reason: "no server is named" };
  const given = target.kind === "http" ? target.headers.map(([name]) => name.toLowerCase()) : Object.keys(target.env);
  const missing = described.needs.filter((name) => !given.includes(target.kind === "http" ? name.toLowerCase() : name));
  if (missing.length > 0)
    return {
      reason:
        target.kind === "http"
          ? `it needs the header ${missing.join(", ")}; give it with --header-env or --bearer-env`
          : `it needs ${missing.join(", ")} in its environment; give it with --env`,
    };
  if (target.kind === "stdio" && described.kind === "stdio")
    return { ...target, env: { ...described.env, ...target.env } };
  if (target.kind !== "http" || described.kind !== "http") return target;
  // A header that cannot be sent is a mistake of the entry, and the validation names it; the server is asked without.
  const own = described.headers.filter(
    ([name, value]) =>
      !given.includes(name.toLowerCase()) && isHeaderName(name) && isHeaderValue(value) && !isOwnedByProbe(name),
  );
  // The address came from a file, so it has to be public unless the user says otherwise.
  return { ...target, headers: [...target.headers, ...own], origin: flags.allowPrivate ? "user" : "list" };
};

const readOutcome = (described: EntryTarget, capture: Capture): LiveOutcome => {
  const blocked = whyBlocked(capture, judgedOutcome(capture));
  const [name, version] = ["name", "version"].map((key) => stringMember(capture.server_info, key));
  const revision = revisionOf(capture);
  const answered = revision !== undefined;
  return {
    ...outcome(described),
    state: answered ? "answered" : isProtected(capture) ? "auth-required" : "unreachable",
    reason: answered || !blocked ? null : untrusted(blocked.reason),
    name: name === undefined ? null : untrusted(name),
    version: version === undefined ? null : untrusted(version),
    revision: revision ?? null,
  };
};

const compare = (entry: Json, described: EntryTarget, capture: Capture): readonly EntryFinding[] => {
  const [list = "", index = ""] = described.place.split(/[[\]]/);
  const path = [list, Number(index)];
  if (revisionOf(capture) === undefined)
    return isProtected(capture)
      ? []
      : [error("live-unreachable", path, "does not lead to a server that answers; correct it, or start the server")];
  const { transport } = capture;
  return [
    ...compareIdentity(entry, { info: capture.server_info, place: described.place }),
    ...(described.kind === "http" && transport !== undefined && transportType(transport) !== described.type
      ? [
          error(
            "live-transport",
            [...path, "type"],
            `is ${JSON.stringify(described.type)}, and the server speaks ${transportType(transport)}; correct it`,
          ),
        ]
      : []),
  ];
};
