// A correct server fails no rule, at any level, in any context.
//   ONLY=<part of a context> picks; AREA=<PROTO> prints every verdict of an area.

import { expect, test } from "vitest";
import type { Verdict } from "../../src/model/verdict.ts";
import { CONTEXTS } from "../servers/mutants/context.ts";
import { judgeServer } from "./judge-server.ts";

const { ONLY, AREA } = process.env;

for (const context of CONTEXTS) {
  if (ONLY !== undefined && !context.includes(ONLY)) continue;
  test(`the correct server fails nothing (${context})`, async () => {
    const { verdicts } = await judgeServer(context);
    if (AREA !== undefined) for (const verdict of verdicts) if (verdict.id.startsWith(`${AREA}-`)) print(verdict);
    expect(verdicts.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
  });
}

function print(verdict: Verdict): void {
  const why = "detail" in verdict ? `${verdict.reason}: ${verdict.detail}` : "";
  console.log(`${verdict.id} ${verdict.state} ${why}`);
}
