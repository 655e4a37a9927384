// The doctor's report in every format, from real sessions.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { REPORTERS, type Reporter } from "../../src/cli/flags/reporter-flags.ts";
import type { UpgradeReport } from "../../src/judge/corpus/upgrade.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { render as renderView } from "../../src/report/render.ts";
import { upgradeView } from "../../src/report/views/upgrade/view.ts";
import { makeUpgradeReport } from "../../src/scores/upgrade/judge-upgrade.ts";
import { session } from "../judge/capture-builder.ts";
import { brokenCapture } from "./small-captures.ts";

const TOOL = { name: "mcptest", version: "1.2.3" };
const EVIL = "<img src=x onerror=alert(1)>\u001b[31m\u202e::error::x";

const recorded = (id: string, from: Revision): Capture => {
  const capture = brokenCapture({ id, from, to: "2026-07-28", expectation: true });
  if (!capture) throw new Error(`there is no capture for ${id}`);
  return capture;
};

const reportOn = (capture: Capture, from: Revision, to: Revision): Promise<UpgradeReport> =>
  makeUpgradeReport(capture, { tool: TOOL, from, to });

/** Made once, rendered often. */
const once = (make: () => Promise<UpgradeReport>): (() => Promise<UpgradeReport>) => {
  let made: Promise<UpgradeReport> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const evil = (): Capture =>
  session(EVIL)
    .advertises("resources")
    .asks("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: { resources: {} },
      serverInfo: { name: EVIL, version: EVIL },
    })
    .tells("notifications/initialized")
    .asks("resources/list", { resources: [{ uri: EVIL, name: EVIL }] })
    .fails("resources/read", { code: -32002, message: EVIL }, { uri: EVIL })
    .build();

const REPORTS: readonly (readonly [string, () => Promise<UpgradeReport>])[] = [
  ["tools", once(() => reportOn(recorded("TOOL-017", "2025-11-25"), "2025-11-25", "2026-07-28"))],
  ["a wall", once(() => reportOn(recorded("AUTH-016", "2025-11-25"), "2025-11-25", "2026-07-28"))],
  ["a level that moves", once(() => reportOn(recorded("TOOL-018", "2025-03-26"), "2025-03-26", "2025-06-18"))],
  ["nothing to do", once(() => reportOn(recorded("RES-003", "2025-11-25"), "2025-11-25", "2025-11-25"))],
  ["hostile text", once(() => reportOn(evil(), "2025-11-25", "2026-07-28"))],
  [
    "left over from a candidate",
    once(() => {
      const meta = {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      };
      const capture = session("stdio:s")
        .asks("server/discover", { resultType: "complete", supportedVersions: ["2026-06-30"], capabilities: {} }, meta)
        .build();
      return reportOn(capture, "2026-07-28", "2026-07-28");
    }),
  ],
];

const MARKUP: readonly Reporter[] = ["html", "markdown", "junit", "badge"];

const render = (report: UpgradeReport, reporter: Reporter): string => renderView(upgradeView, report, reporter);

describe("json", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../schemas/upgrade.schema.json", import.meta.url), "utf8"),
  ) as JsonObject;
  const isUpgrade = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

  test.each(REPORTS)("%s: as the published schema says", async (_, make) => {
    const json = JSON.parse(render(await make(), "json")) as unknown;
    expect([isUpgrade(json), isUpgrade.errors]).toEqual([true, null]);
  });

  test("the schema refuses what is none", async () => {
    const [, make] = REPORTS[0] as (typeof REPORTS)[number];
    const json = JSON.parse(render(await make(), "json")) as UpgradeReport;
    const [first, ...rest] = json.breaks;
    for (const wrong of [
      { ...json, breaks: [{ ...first, evidence: [] }, ...rest] },
      { ...json, breaks: [{ ...first, level: "SHALL" }, ...rest] },
      { ...json, from: "v2025-11-25" },
      { ...json, extra: true },
    ])
      expect(isUpgrade(wrong)).toBe(false);
  });
});

describe.each(REPORTS)("every format: %s", (name, make) => {
  test.each(REPORTERS)("%s", async (reporter) => {
    const report = await make();
    const text = render(report, reporter);
    expect(render(report, reporter)).toBe(text);
    // Nothing that a server said reaches a terminal, a page or a runner's commands as it was.
    expect(text).not.toContain("\u001b[31m");
    expect(text).not.toContain("\u202e");
    if (MARKUP.includes(reporter)) expect(text).not.toContain("<img");
    expect(text).not.toMatch(/^::error::x/m);
    checkFormat(reporter, text, report, name);
  });
});

const checkFormat = (reporter: Reporter, text: string, report: UpgradeReport, name: string): void => {
  const hardest = report.breaks[0]?.id ?? report.leftovers[0]?.id;
  const named = (): void => {
    if (hardest !== undefined) expect(text, name).toContain(hardest);
  };
  switch (reporter) {
    case "pretty":
    case "markdown":
    case "json":
      named();
      return;
    case "html":
      expect(text).toMatch(/^<!doctype html>/i);
      expect(text).not.toMatch(/<script/i);
      named();
      return;
    case "junit":
      expect(text).toMatch(/^<\?xml /);
      // A test run is red for what the gate of a build is red for.
      expect(text.match(/<failure/g)?.length ?? 0).toBe(
        report.breaks.filter(({ level, advisory }) => level === "MUST" && !advisory).length + report.leftovers.length,
      );
      named();
      return;
    case "sarif": {
      const { version, runs } = JSON.parse(text) as { version: string; runs: { results: { ruleId: string }[] }[] };
      expect(version).toBe("2.1.0");
      const ids = runs.flatMap(({ results }) => results.map(({ ruleId }) => ruleId));
      for (const { id } of report.breaks) expect(ids).toContain(id);
      return;
    }
    case "github":
      named();
      return;
    case "badge":
      expect(text).toMatch(/^<svg /);
      expect(text).toContain(report.ready ? "nothing breaks" : "breaks");
      return;
    case "badge-json":
      expect(JSON.parse(text)).toMatchObject({
        schemaVersion: 1,
        message: report.ready ? "nothing breaks" : "breaks",
        color: report.ready ? "brightgreen" : "red",
      });
  }
};

test("a bug of ours is told as one", async () => {
  const report = await reportOn(recorded("RES-003", "2025-11-25"), "2025-11-25", "2026-07-28");
  const failed = { ...report, errors: [{ id: "PROTO-003", message: "oops" }] };
  expect(report.errors).toEqual([]);
  expect(render(failed, "pretty")).toContain("mcptest failed at PROTO-003: oops");
  expect(render(failed, "junit")).toContain("<error");
});

describe("pretty", () => {
  test("parts in the order of the work: what breaks first, what is met last", async () => {
    const text = render(await reportOn(recorded("TOOL-017", "2025-11-25"), "2025-11-25", "2026-07-28"), "pretty");
    const heads = ["Breaks (", "New to build (", "Goes away (", "Check yourself (", "Already meets 2026-07-28"];
    const order = heads.map((head) => text.indexOf(`\n${head}`));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual([...order].sort((left, right) => left - right));
  });

  test("a level that moves is told", async () => {
    const text = render(await reportOn(recorded("TOOL-018", "2025-03-26"), "2025-03-26", "2025-06-18"), "pretty");
    expect(text).toMatch(/! TOOL-018 SHOULD .*\n(?: .*\n)* {2}level {5}SHOULD becomes MUST\n/);
  });

  test("its own revision", async () => {
    const report = await reportOn(recorded("RES-003", "2025-11-25"), "2025-11-25", "2025-11-25");
    expect(report).toMatchObject({ ready: true, breaks: [], build: [], goes: [], unseen: [] });
    expect(render(report, "pretty")).toContain("2025-11-25  already speaks 2025-11-25");
  });

  test("quiet is one line", async () => {
    const report = await reportOn(evil(), "2025-11-25", "2026-07-28");
    const text = renderView(upgradeView, report, "pretty", { color: true, width: 80, quiet: true });
    expect(text).toMatch(/^[^\n]+: 2025-11-25 → 2026-07-28: \d+ things break, [^\n]+\n$/);
  });

  test("verbose names every rule with its fix", async () => {
    const report = await reportOn(recorded("TOOL-017", "2025-11-25"), "2025-11-25", "2026-07-28");
    const text = renderView(upgradeView, report, "pretty", { verbose: true });
    for (const { rules } of report.build.filter(({ needed }) => needed))
      for (const { id } of rules) expect(text).toContain(`    ${id} `);
    for (const { id } of report.unseen) expect(text).toContain(`? ${id} `);
    for (const { id } of report.meets) expect(text).toContain(`✓ ${id}  `);
  });
});
