// The same capture gives the same bytes: judged twice, frozen, with the rules in reverse order, from JSON and JSON Lines.

import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { digestOf, digestOfRaw } from "../../src/capture/digest.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { toJson, toJsonLines } from "../../src/capture/serialize.ts";
import { embeddedRuleset } from "../../src/judge/corpus-files/embedded.ts";
import { judgeRuleset, openJudgeContext } from "../../src/judge/rules/judge-ruleset.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { renderResult } from "../../src/report/render-result.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { judgeServer } from "../rules/judge-server.ts";

const tool = { name: "mcptest", version: "0.0.0" };

const deepFreeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const entry of Object.values(value)) deepFreeze(entry);
  }
  return value;
};

test.each(["http/2026-07-28", "http/2025-11-25"] as const)("%s", async (context) => {
  const { capture } = await judgeServer(context);
  const first = await makeResult(capture, { tool });
  const again = await makeResult(deepFreeze(structuredClone(capture)), { tool });
  expect(renderResult(again, "json")).toBe(renderResult(first, "json"));
  expect(renderResult(again, "pretty", { color: true, width: 90 })).toBe(
    renderResult(first, "pretty", { color: true, width: 90 }),
  );

  const ruleset = embeddedRuleset(first.revision as Revision);
  const judge = (rules: typeof ruleset): string =>
    JSON.stringify(
      judgeRuleset(openJudgeContext(capture, ruleset.revision, { value: digestOf, raw: digestOfRaw }), rules),
    );
  const reversed = { ...ruleset, rules: [...ruleset.rules].reverse() };
  expect(judge(reversed)).toBe(judge(ruleset));

  for (const text of [toJson(capture), toJsonLines(capture)]) {
    const [read] = readCaptures(text, "capture").sessions;
    expect(renderResult(await makeResult(read as Capture, { tool }), "json")).toBe(renderResult(first, "json"));
  }
});
