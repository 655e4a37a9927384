// The first sentence: nothing is said to work that was not seen to work.

import { expect, test } from "vitest";
import { createStyle } from "../../src/report/terminal/style.ts";
import { verdictSentence } from "../../src/report/views/check/answer.ts";
import { headlineLine } from "../../src/report/views/check/headline.ts";
import type { ServerResult } from "../../src/scores/result/result.ts";
import { smallResult } from "./small-result.ts";

type ToolRow = NonNullable<ServerResult["tools"]>[number];

const withOutcomes = async (...outcomes: ToolRow["outcome"][]): Promise<string> => {
  const result = await smallResult();
  const rows = outcomes.map(
    (outcome, index): ToolRow => ({
      ...(result.tools?.[0] as ToolRow),
      name: `tool_${index}` as ToolRow["name"],
      called: outcome !== "not-called",
      outcome,
    }),
  );
  return verdictSentence({ ...result, tools: rows });
};

test("a server is not said to work where no called tool was seen to", async () => {
  expect(await withOutcomes("error", "cancelled", "not-called")).toMatch(
    /^It keeps to the specification in part: .* None of the 2 tools called was seen to work; call one with arguments/,
  );
  expect(await withOutcomes("error")).toMatch(/The one tool that was called was not seen to work;/);
});

test("one tool that answers is enough, and what was not called says nothing", async () => {
  for (const outcomes of [["error", "ok"], ["not-called"], []] as const)
    expect(await withOutcomes(...outcomes)).toMatch(/^It works in part: (?!.*seen to work)/);
});

test("where only the lock or the limit of tokens fails, that is said first, and the mark is red", async () => {
  const result = await smallResult();
  const lanes = {
    ...result.lanes,
    lock: { state: "fail", summary: "1 breaking", counts: {} },
    tokens: { state: "fail", summary: "334 tokens, more than the 20 allowed", counts: {} },
  } as unknown as ServerResult["lanes"];
  const failing = { ...result, lanes };
  expect(verdictSentence(failing)).toMatch(
    /^The surface is not what the lock holds: 1 breaking\. The surface costs too much: 334 tokens, .* Apart from that it works/,
  );
  expect(headlineLine(failing, createStyle(false))).toMatch(/^✗ not as locked · too many tokens · /);
  expect(headlineLine(result, createStyle(false))).not.toContain("not as locked");
});
