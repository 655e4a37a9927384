import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type ProbeRequest, probeTarget } from "../../src/areas/probe-target.ts";
import type { Capture } from "../../src/capture/capture.ts";
import type { StdioTarget } from "../../src/capture/target.ts";
import { CANARY } from "./canaries.ts";
import { checkExpectation, type HostileCase, requestOf } from "./case.ts";
import { checkCapture, checkJudged, checkNoProcess, checkResources, resources, underWatch } from "./oracle.ts";

export const STDIO_VICES = fileURLToPath(new URL("servers/stdio-vices.mjs", import.meta.url));

/** The mark tells the processes of one case from all others; what they fork inherits it. */
export const viceTarget = (vice: string, mark: string): StdioTarget => ({
  kind: "stdio",
  command: process.execPath,
  args: [STDIO_VICES, vice],
  env: { HOSTILE_CANARY: CANARY.env, HOSTILE_MARK: mark },
});

export interface StdioRun {
  readonly target?: Partial<StdioTarget>;
  readonly request?: Partial<ProbeRequest>;
  /** Called before the process check, with what the server let slip: processes that are not ours to end. */
  readonly survivors?: (capture: Capture) => readonly number[];
}

/** Starts the vice as a child, probes it, and applies the oracle and the case's own expectation. */
export const runStdioCase = async (row: HostileCase<string>, run: StdioRun = {}): Promise<Capture> => {
  const mark = `mark-${randomUUID()}`;
  const before = resources();
  const capture = await underWatch(() =>
    probeTarget(
      { ...viceTarget(row.vice, mark), ...run.target },
      { ...requestOf(row), baseEnv: { PATH: process.env["PATH"] ?? "" }, ...run.request },
    ),
  );
  const survivors = run.survivors?.(capture) ?? [];
  await checkNoProcess(mark, survivors);
  await checkResources(before);
  checkCapture(capture);
  await checkJudged(capture);
  checkExpectation(row.expect, capture);
  return capture;
};
