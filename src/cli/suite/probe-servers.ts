import { extname } from "node:path";
import type { Capture } from "../../model/capture.ts";
import type { Target } from "../../model/target.ts";
import type { RecordRequest } from "../../probe/record.ts";
import type { Console } from "../console.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type Probed, probe } from "../probe-target.ts";

export interface ProbedServers {
  readonly captures: ReadonlyMap<string, Capture>;
  readonly interrupted?: ExitCode;
}

/** One probe of each server, one after the other; an interruption ends them all. */
export const probeServers = async (
  targets: ReadonlyMap<string, Target>,
  request: RecordRequest,
  flags: { readonly save?: string; readonly quiet?: boolean },
  console: Console,
): Promise<ProbedServers> => {
  const captures = new Map<string, Capture>();
  for (const [name, target] of targets) {
    const save = flags.save === undefined || targets.size === 1 ? flags.save : beside(flags.save, name);
    const { save: _save, ...rest } = flags;
    const probed: Probed = await probe(target, request, { ...rest, ...(save === undefined ? {} : { save }) }, console);
    captures.set(name, probed.capture);
    if (probed.interrupted !== undefined) return { captures, interrupted: probed.interrupted };
  }
  return { captures };
};

/** `captures.json` of the server notes is `captures.notes.json`. */
const beside = (path: string, name: string): string => {
  const ending = extname(path);
  const safe = name.replace(/[^\w.-]+/g, "-");
  return `${path.slice(0, path.length - ending.length)}.${safe}${ending}`;
};
