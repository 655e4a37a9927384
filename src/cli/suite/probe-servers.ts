import { extname } from "node:path";
import type { ProbeRequest } from "../../areas/probe-target.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";
import type { ExitCode } from "../exit-codes.ts";
import { probe, type SaveFlags } from "../target/probe-target.ts";
import type { Console } from "../terminal/console.ts";

export interface ProbedServers {
  readonly captures: ReadonlyMap<string, Capture>;
  readonly interrupted?: ExitCode;
}

/** Probes each server once, one after the other; an interrupt ends them all. */
export const probeServers = async (
  targets: ReadonlyMap<string, Target>,
  request: ProbeRequest,
  { save, quiet = false }: SaveFlags,
  console: Console,
): Promise<ProbedServers> => {
  const captures = new Map<string, Capture>();
  for (const [name, target] of targets) {
    const own = save === undefined || targets.size === 1 ? save : pathFor(save, name);
    const probed = await probe(target, request, { save: own, quiet }, console);
    captures.set(name, probed.capture);
    if (probed.interrupted !== undefined) return { captures, interrupted: probed.interrupted };
  }
  return { captures };
};

/** `captures.json` for the server notes is `captures.notes.json`. */
export const pathFor = (path: string, name: string): string => {
  const ending = extname(path);
  const safe = name.replace(/[^\w.-]+/g, "-");
  return `${path.slice(0, path.length - ending.length)}.${safe}${ending}`;
};
