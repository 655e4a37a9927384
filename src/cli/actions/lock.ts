import { resolve } from "node:path";
import { counted } from "../../base/counted.ts";
import { stringMember } from "../../base/json.ts";
import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { render } from "../../report/render.ts";
import { show } from "../../report/terminal/terminal.ts";
import { lockView } from "../../report/views/lock/view.ts";
import { compareSides, countChanges, type LockSide } from "../../scores/lock/compare-locks.ts";
import { LOCK_GATES, type LockedServer, type LockFile, type LockResult } from "../../scores/lock/lock.ts";
import { deriveLock } from "../../scores/result/lock.ts";
import { isLockBroken } from "../../scores/result/lock-score.ts";
import type { lock } from "../commands/audit.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { allowReplacing } from "../files/input-files.ts";
import { DEFAULT_LOCK, isLockFile, lockText, readLockFile, readLockFileIfAny } from "../files/lock-file.ts";
import { openOutputFile } from "../files/output-file.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { readChoice } from "../flags/choice.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { readMaximum } from "../flags/surface-flags.ts";
import { type Probed, probe } from "../target/probe-target.ts";
import { readOrProbe } from "../target/read-or-probe.ts";
import { refuseServer, type ServerArguments, targetsFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

type LockFlags = FlagsFor<typeof lock>;

/** Only the handshake and the lists: whoever locks a surface has no tool called. */
const PASSIVE = { part: { asked: { quick: true } }, tools: "none" } as const;

/** `mcptest lock`: writes what a server offers, or compares it with what was written. */
export const runLock = async ({ flags, server, words, console }: CallOf<typeof lock>): Promise<ExitCode> => {
  if (flags.diff) return diffFiles(flags, words, console);
  const gate = readChoice("--fail-on", flags.failOn ?? "meaning", LOCK_GATES);
  const path = flags.lock ?? DEFAULT_LOCK;
  const locked = flags.check ? readLockFile(path) : readLockFileIfAny(path);
  const chosen = readReporters(flags, REPORTERS);
  const seen = await seeServers(flags, server, locked, console);
  if (!seen) return EXIT.ok;
  const { servers, interrupted, exit } = seen;
  const result = lockResult(path, lookedAt(locked, servers, flags), "the server now", servers);
  const found = new Map([...servers].flatMap(([name, one]) => ("unseen" in one ? [] : [[name, one] as const])));
  if (locked) writeReports(chosen, (reporter, print) => render(lockView, result, reporter, print), console);
  if (interrupted !== undefined) return interrupted;
  if (exit !== undefined) {
    if (!locked) tellUnseen(servers, console);
    return exit;
  }
  const isTooMuch = refuseTokens(found, flags, console);
  if (isTooMuch && !flags.accept) return EXIT.failed;
  if (!flags.check || flags.accept) {
    allowReplacing(path);
    openOutputFile(resolve(path)).commit(lockText(locked, found));
    if (!flags.quiet) console.err(`${locked ? "updated" : "wrote"} ${path}: ${written(found)}\n`);
    return EXIT.ok;
  }
  return isLockBroken(result, gate) ? EXIT.failed : EXIT.ok;
};

/** Without a lock there is no report that would say it. */
const tellUnseen = (servers: LockSide, console: Console): void => {
  for (const [name, server] of servers)
    if ("unseen" in server)
      console.err(`mcptest: no lock was written for ${show(name)}: ${show(server.unseen, 400)}\n`);
};

/** Says which server costs more than it may. */
const refuseTokens = (
  servers: ReadonlyMap<string, LockedServer>,
  { maxTokens }: LockFlags,
  console: Console,
): boolean => {
  if (maxTokens === undefined) return false;
  const max = readMaximum(maxTokens);
  const over = [...servers].filter(([, { tokens }]) => (tokens?.total ?? 0) > max);
  for (const [name, { tokens }] of over)
    console.err(`mcptest: ${show(name)} costs ${tokens?.total} tokens, more than --max-tokens ${max}\n`);
  return over.length > 0;
};

/** `mcptest lock --diff <before> <after>`: two captures or locks, without any server. */
const diffFiles = async (flags: LockFlags, files: readonly string[], console: Console): Promise<ExitCode> => {
  const [before, after, ...others] = files;
  if (before === undefined || after === undefined || others.length > 0)
    throw new UsageError(
      "--diff compares two files; name two locks or captures: mcptest lock --diff old.json new.json",
    );
  const gate = readChoice("--fail-on", flags.failOn ?? "meaning", LOCK_GATES);
  const chosen = readReporters(flags, REPORTERS);
  const result = lockResult(before, await readSide(before), after, await readSide(after));
  writeReports(chosen, (reporter, print) => render(lockView, result, reporter, print), console);
  if (result.servers.some(({ state }) => state === "unseen")) return EXIT.inconclusive;
  return isLockBroken(result, gate) ? EXIT.failed : EXIT.ok;
};

const lockResult = (before: string, was: LockSide, after: string, is: LockSide): LockResult => {
  const servers = compareSides(was, is);
  return { format: "mcptest-lock-result/1", tool: TOOL, before, after, counts: countChanges(servers), servers };
};

const sideOf = (lock: LockFile): LockSide => new Map(Object.entries(lock.servers));

/** A file that is a lock, or a capture to make one of. */
const readSide = async (path: string): Promise<LockSide> => {
  if (isLockFile(path)) return sideOf(readLockFile(path));
  const capture = readCaptureFile(path);
  return new Map([await lockOf(nameIn(capture) ?? "server", capture)]);
};

const nameIn = ({ server_info }: Capture): string | undefined => stringMember(server_info, "name") || undefined;

const lockOf = async (
  name: string,
  capture: Capture,
): Promise<readonly [string, LockedServer | { unseen: string }]> => [
  name,
  (await deriveLock(capture, await (await import("../../scores/result/tokens.ts")).loadTokenizer())) ?? {
    unseen: "Nothing of what it offers was seen; mcptest check says why.",
  },
];

interface Seen {
  readonly servers: LockSide;
  readonly interrupted?: ExitCode | undefined;
  /** The exit code where a server could not be reached, or nothing of it seen. */
  readonly exit?: ExitCode | undefined;
}

/** What the servers that the flags name offer now. Undefined: only the servers of a configuration were listed. */
const seeServers = async (
  flags: LockFlags,
  server: ServerArguments,
  locked: LockFile | undefined,
  console: Console,
): Promise<Seen | undefined> => {
  if (flags.capture !== undefined) refuseServer(server, flags);
  else if (flags.mcpConfig !== undefined && flags.name === undefined)
    return seeAll({ ...flags, mcpConfig: flags.mcpConfig }, server, console);
  const probed = await readOrProbe(flags, server, console, { request: PASSIVE });
  if (!probed) return undefined;
  const seen = await seenOne(nameFor(flags, probed.capture, locked), probed.capture);
  const exit = flags.capture === undefined ? exitFor(probed, seen.exit) : seen.exit;
  return { ...seen, interrupted: probed.interrupted, exit };
};

const seenOne = async (name: string, capture: Capture): Promise<Seen> => {
  const servers = new Map([await lockOf(name, capture)]);
  return { servers, exit: hasUnseen(servers) ? EXIT.inconclusive : undefined };
};

const exitFor = ({ reached }: Probed, exit: ExitCode | undefined): ExitCode | undefined =>
  reached ? exit : EXIT.unreachable;

const hasUnseen = (servers: LockSide): boolean => [...servers.values()].some((one) => "unseen" in one);

/** One after the other: each may start a program. */
const seeAll = async (
  flags: LockFlags & { readonly mcpConfig: string },
  server: ServerArguments,
  console: Console,
): Promise<Seen> => {
  const request = { ...probeRequest(flags), ...PASSIVE };
  const servers = new Map<string, LockedServer | { readonly unseen: string }>();
  let exit: ExitCode | undefined;
  for (const [name, target] of await targetsFrom(flags, server)) {
    if (target instanceof UsageError) {
      servers.set(name, { unseen: target.message });
      exit = EXIT.failed;
      continue;
    }
    const probed = await probe(target, request, { quiet: flags.quiet ?? false }, console);
    if (probed.interrupted !== undefined) return { servers, interrupted: probed.interrupted };
    servers.set(...(await lockOf(name, probed.capture)));
    exit ??= exitFor(probed, hasUnseen(servers) ? EXIT.inconclusive : undefined);
  }
  return { servers, exit };
};

/**
 * The name under which a server is locked: that of the configuration, else the one it gives itself. Where the lock has only
 * one, that is the one meant: a server may be renamed.
 */
const nameFor = ({ name }: LockFlags, capture: Capture, locked: LockFile | undefined): string => {
  if (name !== undefined) return name;
  const known = Object.keys(locked?.servers ?? {});
  const [only] = known;
  return known.length === 1 && only !== undefined ? only : (nameIn(capture) ?? "server");
};

/** Of a lock with several servers, only those that were looked at are compared. */
const lookedAt = (lock: LockFile | undefined, servers: LockSide, flags: LockFlags): LockSide => {
  const all = Object.entries(lock?.servers ?? {});
  const isWhole = flags.mcpConfig !== undefined && flags.name === undefined;
  return new Map(isWhole ? all : all.filter(([name]) => servers.has(name)));
};

/** Our own words: how much of each there is. */
const written = (servers: ReadonlyMap<string, LockedServer>): string => {
  const lists = [...servers.values()].map(({ surface }) => surface);
  const total = (of: (surface: LockedServer["surface"]) => number): number =>
    lists.reduce((sum, surface) => sum + of(surface), 0);
  return [
    ...(servers.size === 1 ? [] : [counted(servers.size, "server")]),
    counted(
      total(({ tools }) => tools.length),
      "tool",
    ),
    counted(
      total(({ prompts }) => prompts.length),
      "prompt",
    ),
    counted(
      total(({ resources, resourceTemplates }) => resources.length + resourceTemplates.length),
      "resource",
    ),
  ].join(", ");
};
