// One small committed capture, judged by a few rules: enough for every part of a report, and small enough to read.

import { readFileSync } from "node:fs";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { gradeCompliance } from "../../src/scores/compliance/grade.ts";
import { countVerdicts } from "../../src/scores/result/count-verdicts.ts";
import { makeServerResult } from "../../src/scores/result/make-result.ts";
import type { ServerResult } from "../../src/scores/result/result.ts";
import { scoresOf } from "../../src/scores/result/scores.ts";
import { shownExchanges } from "../../src/scores/result/shown-exchanges.ts";

export const SHOP = new URL("captures/shop.json", import.meta.url);

export const readShop = (): Capture => readCaptures(readFileSync(SHOP, "utf8"), "shop.json").sessions[0] as Capture;

/** The whole result of the committed capture. */
export const wholeResult = (): Promise<ServerResult> =>
  makeServerResult(readShop(), { tool: { name: "mcptest", version: "0.0.0" } });

/** Some of every state, of every level, and a cause with what follows from it. */
const KEPT = /^(?:PROTO-00[1-8]|PROTO-01[0-9]|PROTO-02[12]|TOOL-00[1-9]|TOOL-01[16]|PING-00\d|LOG-00[12])$/;

export const smallResult = async (): Promise<ServerResult> => {
  const capture = readShop();
  const whole = await wholeResult();
  const verdicts = whole.verdicts.filter(({ id }) => KEPT.test(id));
  const small = {
    ...whole,
    verdicts,
    counts: countVerdicts(verdicts),
    compliance: gradeCompliance(verdicts),
    exchanges: shownExchanges(capture, verdicts),
  };
  return { ...small, lanes: scoresOf(small) };
};
