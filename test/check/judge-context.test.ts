// One capture judged by several revisions shares what it may, and nothing else.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { judgeContextFor } from "../../src/judge/session/judge-context.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { judgeUpgrade } from "../../src/scores/upgrade/judge-upgrade.ts";

const text = readFileSync(new URL("../captures/real/everything-http.json", import.meta.url), "utf8");
const fresh = (): Capture => readCaptures(text, "everything-http.json").sessions[0] ?? expect.fail("no session");

test("what one revision saw does not show in the verdicts of another", async () => {
  const shared = fresh();
  for (const revision of ["2025-11-25", "2025-06-18", "2026-07-28", "2025-11-25"] as const)
    expect(await judgeRules(shared, revision)).toEqual(await judgeRules(fresh(), revision));
  const [newer, older] = [await judgeRules(shared, "2025-11-25"), await judgeRules(shared, "2025-06-18")];
  const passed = ({ verdicts }: typeof newer): number => verdicts.filter(({ state }) => state === "pass").length;
  expect(passed(newer)).toBeGreaterThan(passed(older) + 50);
});

test("rulesets of one spoken revision share a context; an upgrade says the same with verdicts at hand and without", async () => {
  const shared = fresh();
  expect(await judgeContextFor(shared, "2025-11-25", [])).toBe(await judgeContextFor(shared, "2025-11-25", []));
  expect(await judgeContextFor(shared, "2025-06-18", [])).not.toBe(await judgeContextFor(shared, "2025-11-25", []));
  const judged = await judgeRules(shared);
  expect(await judgeUpgrade(shared, { to: "2026-07-28", from: "2025-11-25", judged })).toEqual(
    await judgeUpgrade(fresh(), { to: "2026-07-28", from: "2025-11-25" }),
  );
});
