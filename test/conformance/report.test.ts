// A conformance result in every format, from one capture that is judged without a network.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import { REPORTERS } from "../../src/cli/flags/reporter-flags.ts";
import type { CheckResult, ConformanceResult } from "../../src/judge/corpus/conformance.ts";
import { render as renderView } from "../../src/report/render.ts";
import { conformanceReport } from "../../src/report/views/conformance/report.ts";
import { conformanceView } from "../../src/report/views/conformance/view.ts";
import { tierLine } from "../../src/report/views/conformance/words.ts";

const SCHEMA = JSON.parse(readFileSync(new URL("../../schemas/conformance.schema.json", import.meta.url), "utf8"));
const EVIL = "\u001b[31m<script>|`x`##[error]\n::error::";
const PLACE = { exchange: "main/1", pointer: "/response", sha256: null };

const row = (check: string, extra: Partial<CheckResult>): CheckResult => ({
  check,
  sep: 1,
  level: "MUST",
  roles: ["server"],
  extension: false,
  state: "pass",
  text: "It MUST hold.",
  rules: [{ id: "RULE-001", state: "pass" }],
  evidence: [PLACE],
  spec: "https://example.org/spec",
  ...extra,
});

const RESULT: ConformanceResult = {
  target_version: "2026-07-28",
  corpus_source: "override",
  must: { passed: 4, total: 4 },
  should: { passed: 5, total: 6 },
  may: { passed: 0, total: 0 },
  tier: "tier-2",
  badge: "T2",
  per_sep: [{ sep: 1, tested: 9, passed: 8, excluded: 2 }],
  core: { tested: 1, passed: 1, excluded: 3 },
  format: "mcptest-conformance/1",
  tool: { name: "mcptest", version: "0.0.0" },
  target: `http://localhost/${EVIL}`,
  server: { info: { name: EVIL, version: "1" }, era: null, transport: "streamable-http", outcome: "complete" },
  revision: "2026-07-28",
  spoken: ["2026-07-28"],
  coverage: {
    checks: 13,
    exercised: 10,
    not_exercised: 1,
    not_applicable: 1,
    not_implemented: 1,
    reasons: [{ state: "not-exercised", reason: "not-offered", checks: 1 }],
  },
  official_style: { without_failure: 10, exercised: 10, percent: 100 },
  checks: [
    row("sep-1-good", {}),
    row("core-good", { sep: null }),
    row("sep-1-bad", {
      state: "fail",
      level: "SHOULD",
      expected: "a code",
      actual: untrusted(EVIL),
      fix: "mend it",
      rules: [{ id: "RULE-002", state: "fail" }],
    }),
    row("sep-1-idle", { state: "not-exercised", reason: "not-offered", detail: "no tools", rules: [], evidence: [] }),
    row("sep-1-client", { state: "not-for-servers", reason: "other-role", detail: "it binds a client", evidence: [] }),
    row("sep-1-new", {
      state: "not-implemented",
      reason: "unknown-check",
      detail: "unknown",
      text: EVIL,
      evidence: [],
    }),
  ],
  exchanges: [],
  notes: [`a note ${EVIL}`],
};

const render = (
  reporter: (typeof REPORTERS)[number],
  result = RESULT,
  extra: { quiet?: boolean; verbose?: boolean } = {},
) => renderView(conformanceView, result, reporter, extra);

describe("formats", () => {
  test("json: the members of the founding document come first and exactly so", () => {
    const parsed = JSON.parse(render("json"));
    expect(Object.keys(parsed).slice(0, 8)).toEqual([
      "target_version",
      "corpus_source",
      "must",
      "should",
      "may",
      "tier",
      "badge",
      "per_sep",
    ]);
    expect(Object.keys(parsed.per_sep[0])).toEqual(["sep", "tested", "passed", "excluded"]);
    expect(parsed).toEqual(RESULT);
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(SCHEMA);
    expect([validate(parsed), validate.errors]).toEqual([true, null]);
    expect(validate({ ...parsed, tier: "gold" })).toBe(false);
  });

  test("pretty: the letter with its counts, the failure with what to do, and what was left out", () => {
    const text = render("pretty");
    expect(text).toContain("T2 · SHOULD 83 % (5/6)");
    expect(text).toMatch(
      /✗ sep-1-bad\n[\s\S]*expected {2}a code[\s\S]*RULE-002 \(mcptest explain RULE-002\)[\s\S]*mend it/,
    );
    expect(text).toContain("10 of 13 checks exercised · 1 not exercised · 1 not for servers · 1 not implemented");
    expect(text).toContain("1 × the server does not offer it");
    expect(text).toMatch(/^ {2}Tier 2 \(silver\)$/m);
    expect(text).toMatch(/^core +1 +1 +1 +3$/m);
    expect(text).toContain("official-style figure: 10 of 10 checks without failure (100 %)");
    expect(text).not.toContain("sep-1-good");
    expect(render("pretty", RESULT, { verbose: true })).toContain("✓ sep-1-good");
    const brief = render("pretty", RESULT, { quiet: true });
    expect(brief.split("\n")).toHaveLength(2);
    expect(brief).toContain("T2 · SHOULD 83 % (5/6) · 10 of 13 checks exercised");
  });

  test.each(REPORTERS)("%s: nothing a server or a corpus says gets through as it is", (reporter) => {
    const text = render(reporter, RESULT, { verbose: true });
    expect(text).not.toContain("\u001b");
    if (["html", "markdown", "junit", "badge"].includes(reporter)) expect(text).not.toContain("<script>");
    if (reporter === "github") expect(text.split("\n").filter((line) => line.startsWith("::error::"))).toEqual([]);
    expect(render(reporter, RESULT, { verbose: true })).toBe(text);
  });

  test("badges show the letter and the counts", () => {
    expect(render("badge")).toContain("T2 · SHOULD 83 % (5/6)");
    expect(JSON.parse(render("badge-json"))).toMatchObject({
      schemaVersion: 1,
      label: "MCP 2026-07-28",
      message: "T2 · SHOULD 83 % (5/6)",
      color: "green",
    });
  });

  test("findings: rows of clients are left out, a violated SHOULD is a warning", () => {
    const { findings } = conformanceReport(RESULT);
    expect(findings.map(({ id, state, severity }) => `${id} ${state} ${severity}`)).toEqual([
      "sep-1-good pass error",
      "core-good pass error",
      "sep-1-bad fail warning",
      "sep-1-idle not-applicable error",
      "sep-1-new inconclusive error",
    ]);
  });
});

test.each(["markdown", "html"] as const)("%s: says the tier in words, and how much stands behind it", (reporter) => {
  const text = render(reporter);
  expect(text).toContain("Tier 2 (silver)");
  expect(text).toContain("10 of 13 checks exercised");
  expect(render(reporter, { ...RESULT, tier: "tier-1", badge: "T1" })).toContain("Tier 1 (gold)");
  expect(render(reporter, { ...RESULT, tier: "tier-3", badge: "T3" })).toContain("Tier 3 (bronze)");
});

test("the line beside the letter", () => {
  const line = (extra: Partial<ConformanceResult>) => tierLine({ ...RESULT, ...extra });
  expect(line({ tier: "fail", badge: "F", must: { passed: 3, total: 4 } })).toBe("F · MUST 3/4");
  expect(line({ tier: "tier-1", badge: "T1", should: { passed: 0, total: 0 } })).toBe("T1 · no SHOULD exercised");
  expect(line({ tier: "tier-2", badge: "T2", should: { passed: 189, total: 199 } })).toBe("T2 · SHOULD 94 % (189/199)");
  expect(line({ tier: null, badge: null })).toBe("no tier: nothing was exercised");
  expect(line({ tier: null, badge: null, server: { ...RESULT.server, outcome: "auth-required" } })).toContain(
    "credentials",
  );
});
