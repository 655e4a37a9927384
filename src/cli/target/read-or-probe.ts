import type { Target } from "../../capture/target.ts";
import type { RecordRequest } from "../../probe/record.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { partToAsk } from "../flags/part-flags.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import type { Console } from "../terminal/console.ts";
import { type Probed, type ProbeTargetFlags, probe } from "./probe-target.ts";
import { blockedLines, isReached } from "./reached.ts";
import { type ServerArguments, targetFrom } from "./target-flags.ts";

interface Opening {
  /** What is asked, where it is not everything. */
  readonly request?: Partial<RecordRequest>;
  /** Only the handshake and the lists are of interest, so no tool is called unless --tools says so. */
  readonly lists?: true;
  /** Throws where the command cannot be run on this target. */
  readonly check?: (target: Target) => void;
  /** Nothing else says why a saved capture holds no answer. */
  readonly saysWhy?: true;
}

/** The saved capture that --capture names, else a session with the server. Undefined: only names of servers were listed. */
export const readOrProbe = async (
  flags: ProbeTargetFlags & { readonly capture?: string },
  server: ServerArguments,
  console: Console,
  { request = {}, lists, check, saysWhy }: Opening = {},
): Promise<Probed | undefined> => {
  if (flags.capture !== undefined) {
    const capture = readCaptureFile(flags.capture);
    const reached = isReached(capture);
    if (!reached && saysWhy) console.err(blockedLines(capture, console));
    return { capture, reached };
  }
  const part = lists ? await partToAsk({ quick: true }, flags.revision) : {};
  const asked = { ...probeRequest(lists ? { ...flags, tools: flags.tools ?? "none" } : flags), ...part, ...request };
  const target = await targetFrom(flags, server, console);
  if (!target) return undefined;
  check?.(target);
  return probe(target, asked, flags, console);
};
