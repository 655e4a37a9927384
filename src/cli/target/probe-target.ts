import { type ProbeRequest, probeTarget } from "../../areas/probe-target.ts";
import { defined } from "../../base/defined.ts";
import type { Capture } from "../../capture/capture.ts";
import { ownCapture } from "../../capture/read.ts";
import { environmentDumps } from "../../capture/secrets-in-results.ts";
import { jsonLines, jsonPieces } from "../../capture/serialize.ts";
import type { Target } from "../../capture/target.ts";
import { show } from "../../report/terminal/terminal.ts";
import { isOutOfFiles } from "../../wire/open-files.ts";
import type { ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import type { IdentityFlags } from "../flags/identity-flags.ts";
import { type ProbeFlags, probeRequest } from "../flags/probe-flags.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgress } from "../terminal/progress.ts";
import { blockedLines, isReached } from "./reached.ts";
import { type ServerArguments, type TargetFlags, targetFrom } from "./target-flags.ts";
import { withIdentities } from "./with-identities.ts";

export interface SaveFlags {
  /** Where to write the capture. */
  readonly save?: string | undefined;
  readonly quiet?: boolean;
  /** The report that follows on the screen says why nothing could be asked. */
  readonly reportSaysWhy?: boolean;
}

export interface ProbeTargetFlags extends TargetFlags, ProbeFlags, SaveFlags, IdentityFlags {}

export interface Probed {
  /** As read back from its saved, redacted form, so that judging the saved file gives the same. */
  readonly capture: Capture;
  /** Whether anything answered at all; if not, the reason has been printed. */
  readonly reached: boolean;
  /** The exit code of a run that was interrupted. */
  readonly interrupted?: ExitCode;
}

/** Probes the server that the flags name. Undefined: only the servers of a configuration were listed. */
export const probeServer = async (
  flags: ProbeTargetFlags,
  server: ServerArguments,
  console: Console,
  extra: Partial<ProbeRequest> = {},
): Promise<Probed | undefined> => {
  const request = { ...probeRequest(flags), ...extra };
  const target = await targetFrom(flags, server, console);
  if (!target) return undefined;
  return await withIdentities(target, { flags, system: process, console }, (asked, identities) =>
    probe(asked, { ...request, ...defined({ identities }) }, flags, console),
  );
};

export const probe = async (
  target: Target,
  request: ProbeRequest,
  flags: SaveFlags,
  console: Console,
): Promise<Probed> => {
  const { capture, interrupted } = await probeWithProgress(target, request, flags, console);
  if (flags.save !== undefined && flags.save !== "-" && !flags.quiet) console.err(`saved ${flags.save}\n`);
  const reached = isReached(capture);
  if (!reached && interrupted === undefined && !flags.reportSaysWhy)
    console.err(blockedLines(capture, console, flags.quiet));
  return { capture: ownCapture(capture), reached, ...defined({ interrupted }) };
};

/** Known kinds of secrets are replaced; what else an environment tells only its owner can judge. */
const warnOfDumps = (capture: Capture, console: Console): void => {
  const [first, ...others] = environmentDumps(capture);
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  console.err(
    `mcptest: a tool returned what looks like the server's whole environment (exchange ${show(first)}${more}); values of secret-looking names were replaced, but read it before you publish the capture\n`,
  );
};

/** What could not be asked for want of files is open in the result, and nobody would guess why. */
const warnOfLack = (capture: Capture, console: Console): void => {
  const troubles = [...capture.exchanges, ...(capture.conversations ?? [])].flatMap(({ trouble }) => trouble ?? []);
  const lack = troubles.find(({ code }) => isOutOfFiles(code));
  if (lack) console.err(`mcptest: not everything could be asked: ${lack.detail}\n`);
};

/** A token may be refused before its end: it was taken back, or it is for somebody else. */
const warnOfRefusal = (capture: Capture, target: Target, console: Console): void => {
  if (target.kind === "http" && target.signedIn && capture.outcome === "auth-required")
    console.err(`mcptest: the server refuses the token; sign in anew with mcptest login ${show(target.url)}\n`);
};

/** Probes with a progress line, and ends in order on Ctrl-C. The file is written whole or not at all. */
export const probeWithProgress = async (
  target: Target,
  request: ProbeRequest,
  { save, quiet = false }: SaveFlags,
  console: Console,
): Promise<{ readonly capture: Capture; readonly interrupted: ExitCode | undefined }> => {
  const file = save === undefined || save === "-" ? undefined : openOutputFile(save, "owner");
  const interrupt = watchInterrupts();
  const { clear, ...progress } = openProgress(console, quiet);
  try {
    const capture = await probeTarget(target, { ...request, signal: interrupt.signal, ...progress });
    if (isReached(capture)) warnOfLack(capture, console);
    warnOfRefusal(capture, target, console);
    if (save !== undefined && !quiet) warnOfDumps(capture, console);
    file?.commit(save?.endsWith(".jsonl") ? jsonLines(capture) : jsonPieces(capture));
    return { capture, interrupted: interrupt.code };
  } finally {
    clear();
    interrupt.release();
  }
};
