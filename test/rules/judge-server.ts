// Probes an example server live and judges what it said, as `mcptest check` does.

import type { Capture } from "../../src/capture/capture.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { judgeRules } from "../../src/library/judge.ts";
import type { Context } from "../areas/contexts.ts";
import { recordServer, revisionIn, type ServerChoices } from "./record-server.ts";

export type { ServerChoices } from "./record-server.ts";

export interface Judged {
  readonly capture: Capture;
  readonly verdicts: readonly Verdict[];
}

export const judgeServer = async (context: Context, mutant?: string, options: ServerChoices = {}): Promise<Judged> =>
  judgeRecording(await recordServer(context, mutant, options), context);

/** That a saved capture is judged the same is shown once, in test/check/replay.test.ts. */
export const judgeRecording = async (capture: Capture, context: Context): Promise<Judged> => {
  const { verdicts } = await judgeRules(capture, revisionIn(context));
  return { capture, verdicts };
};

export const failedIds = ({ verdicts }: Judged): string[] =>
  verdicts.filter(({ state }) => state === "fail" || state === "error").map(({ id }) => id);
