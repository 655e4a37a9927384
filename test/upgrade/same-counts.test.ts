import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { LATEST_STATELESS } from "../../src/protocol/revision.ts";
import { render } from "../../src/report/render.ts";
import { upgradeView } from "../../src/report/views/upgrade/view.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { makeUpgradeReport } from "../../src/scores/upgrade/judge-upgrade.ts";

const TOOL = { name: "mcptest", version: "0" };

/** A figure before a word. */
const figure = (text: string, word: RegExp): number => Number(new RegExp(`(\\d+) ${word.source}`).exec(text)?.[1] ?? 0);

test.each(["memory-stdio", "java010-stdio", "everything-http"])("check and doctor count alike on %s", async (name) => {
  const file = new URL(`../captures/real/${name}.json`, import.meta.url);
  const capture = JSON.parse(readFileSync(file, "utf8")) as Capture;
  const { lanes, upgrade } = await makeResult(capture, { tool: TOOL });
  const report = await makeUpgradeReport(capture, { tool: TOOL, to: LATEST_STATELESS });
  const screen = render(upgradeView, report, "pretty");
  const summary = lanes.upgrade?.summary ?? "";
  expect(upgrade?.optional?.length).toBeGreaterThan(0);
  expect(figure(summary, /things to build/)).toBeGreaterThan(0);
  expect(figure(screen, /to build/)).toBe(figure(summary, /things to build/));
  expect(figure(screen, /things break/)).toBe(figure(summary, /breaks/));
  expect(figure(screen, /warnings?/)).toBe(figure(summary, /warnings?/));
  expect(screen).toContain(`New to build (${lanes.upgrade?.counts["build"]})`);
});
