import { basename } from "node:path";
import { stringMember } from "../../base/json.ts";
import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import type { judge } from "../commands/check.ts";
import type { FlagsFor } from "../commands/define-command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { readPart } from "../flags/part-flags.ts";
import { readRevision } from "../flags/probe-flags.ts";
import { refuseFlags } from "../flags/refuse-flags.ts";
import { readReporters } from "../flags/reporter-flags.ts";
import { readSurfaceFlags } from "../flags/surface-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { type OfferedServer, reportTogether } from "./several-results.ts";

type JudgeFlags = FlagsFor<typeof judge>;

interface NamedSession {
  readonly path: string;
  readonly capture: Capture;
}

/** `mcptest judge` with several sessions: servers that one model is offered together, each as alone, and what is between them. */
export const runJudgeAll = async (
  flags: JudgeFlags,
  sessions: readonly NamedSession[],
  console: Console,
): Promise<ExitCode> => {
  if (sessions.length === 0) throw new UsageError("the captures hold no session; record one with mcptest record");
  refuseFlags(
    { "--baseline": flags.baseline, "--update-baseline": flags.updateBaseline, "--render-apps": flags.renderApps },
    (given, several) => `${given} ${several ? "are" : "is"} for one server; judge its capture alone`,
  );
  const gates = flags.failOn === undefined ? undefined : readGates(flags.failOn);
  const revision = readRevision(flags.revision);
  if (revision === "all") throw new UsageError("--revision all is only for probing; name one revision to judge by");
  const asked = await readPart(flags);
  const chosen = readReporters(flags, ["pretty", "json"]);
  const surface = await readSurfaceFlags(flags, false);
  const servers: OfferedServer[] = [];
  for (const { path, capture } of sessions) {
    const name = nameFor(path, capture, servers);
    const lock = surface.lock && { ...surface.lock, server: name };
    const result = await makeResult(capture, { tool: TOOL, revision, judge: asked, ...surface, lock });
    servers.push({ name, capture, result, exitOf: (settled) => exitOf(settled, gates) });
  }
  return reportTogether(servers, chosen, console);
};

/** As the server calls itself, else as its file is called; two of one name are told apart. */
const nameFor = (path: string, capture: Capture, taken: readonly OfferedServer[]): string => {
  const own = stringMember(capture.server_info, "name") ?? basename(path).replace(/\.jsonl?$/, "");
  const names = new Set(taken.map(({ name }) => name));
  if (!names.has(own)) return own;
  let count = 2;
  while (names.has(`${own} (${count})`)) count += 1;
  return `${own} (${count})`;
};
