// The core requirements that ship: what each revision asks, at which level, and which rules decide it.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { coreOf, readCoreFile } from "../../src/judge/corpus/core-rows.ts";
import { rulesetOf } from "../../src/judge/corpus/ruleset.ts";
import { mappedChecks } from "../../src/judge/corpus/sep-checks.ts";
import { bindsServers } from "../../src/judge/corpus/sep-mapping.ts";
import { RELEASED_VERSIONS } from "../../src/judge/corpus/sep-versions.ts";
import { embeddedCorpus, embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import { resolveConformance } from "../../src/judge/corpus-files/resolve-conformance.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { judgeConformance } from "../../src/scores/conformance/judge-conformance.ts";
import { COMPLIANCE } from "../corpus/compliance.ts";
import { checkRow, corpusFolder, sepText } from "./corpora.ts";

const MAPPING = await embeddedMapping();
const CORPORA = new Map(
  await Promise.all(RELEASED_VERSIONS.map(async (one) => [one, await embeddedCorpus(one)] as const)),
);
const coreAt = (version: (typeof RELEASED_VERSIONS)[number]) => CORPORA.get(version)?.core.checks ?? [];

describe.each(RELEASED_VERSIONS)("%s", (version) => {
  const rules = new Map(rulesetOf(COMPLIANCE, version).rules.map((rule) => [rule.id, rule] as const));

  test("has MUST, SHOULD and MAY rows with ids of their own", () => {
    const rows = coreAt(version);
    for (const level of ["MUST", "SHOULD", "MAY"])
      expect(
        rows.some((row) => row.level === level),
        level,
      ).toBe(true);
    expect(rows.filter(({ check }) => !check.startsWith("core-"))).toEqual([]);
    expect(new Set(rows.map(({ check }) => check)).size).toBe(rows.length);
    expect(CORPORA.get(version)?.core.exclusions.length).toBeGreaterThan(5);
  });

  test("every row is decided by rules of its own level, none of them advisory", () => {
    for (const { check, level, mapping } of coreAt(version)) {
      const decided = mapping.rules.flatMap((id) => rules.get(id) ?? []);
      expect(decided.length, check).toBeGreaterThan(0);
      for (const rule of decided) expect([rule.id, rule.level, rule.advisory], check).toEqual([rule.id, level, false]);
    }
  });

  // Else a server could have its tier beside a broken MUST.
  test("every MUST that is judged decides a row, of the core or of a SEP", () => {
    const corpus = CORPORA.get(version);
    const rows = corpus ? mappedChecks(corpus, MAPPING) : [];
    const mapped = new Set(rows.flatMap(({ mapping }) => (mapping && bindsServers(mapping) ? mapping.rules : [])));
    const left = [...rules.values()].filter(
      ({ id, level, advisory }) => level === "MUST" && !advisory && !mapped.has(id),
    );
    expect(left.map(({ id }) => id)).toEqual([]);
  });

  test("links lead to the pages of the revision", () => {
    const links = coreAt(version).map(({ url }) => url);
    const dated = links.filter((link) => link.includes("/specification/20"));
    expect(dated.length).toBeGreaterThan(50);
    expect(dated.filter((link) => !link.includes(`/specification/${version}/`))).toEqual([]);
  });
});

describe("where core rows come from", () => {
  const ROWS = readCoreFile([
    {
      check: "core-a",
      text: "a",
      level: { "2024-11-05": "SHOULD", "2025-06-18": "MUST" },
      spec: "basic/x#y",
      rules: ["PROTO-001"],
    },
    {
      check: "core-b",
      text: "b",
      level: "MAY",
      spec: "basic/z",
      rules: ["PROTO-002"],
      since: "2025-03-26",
      until: "2025-06-18",
    },
    { text: "c", level: "MUST", spec: "basic/z", excluded: "nobody sees it", until: "2024-11-05" },
  ]);

  test("a row counts from its first revision to its last, at the level it has there", () => {
    const shown = RELEASED_VERSIONS.map((version) => {
      const { checks, exclusions } = coreOf(ROWS, version);
      return [...checks.map(({ check, level }) => `${check} ${level}`), ...exclusions.map(({ text }) => text)].join(
        ", ",
      );
    });
    expect(shown).toEqual([
      "core-a SHOULD, c",
      "core-a SHOULD, core-b MAY",
      "core-a MUST, core-b MAY",
      "core-a MUST",
      "core-a MUST",
    ]);
    expect(coreOf(ROWS, "2025-06-18").checks[0]?.url).toBe(
      "https://modelcontextprotocol.io/specification/2025-06-18/basic/x#y",
    );
  });

  test.each([
    ["an id of a SEP", { check: "sep-1-a", text: "a", level: "MUST", spec: "x", rules: [] }, "core-unknown-method"],
    ["no level", { check: "core-a", text: "a", spec: "x", rules: [] }, "level"],
    ["a check that is excluded", { check: "core-a", text: "a", level: "MUST", spec: "x", excluded: "b" }, "check"],
  ])("%s is refused", (_name, row, word) => {
    expect(() => readCoreFile([row])).toThrow(word);
  });

  test("the package with the cache too, and never with --corpus-dir", async () => {
    const files = { "2026-07-28/sep-1.yaml": sepText(1, checkRow("sep-1-a")) };
    const cached = await resolveConformance({ cacheDir: corpusFolder(files) }).load("2026-07-28");
    expect(cached).toMatchObject({ source: "cache", seps: [{ sep: 1 }] });
    expect(cached.core).toEqual(CORPORA.get("2026-07-28")?.core);
    const own = await resolveConformance({ corpusDir: corpusFolder(files) }).load("2026-07-28");
    expect([own.source, own.core]).toEqual(["override", { checks: [], exclusions: [] }]);
  });
});

const REAL = fileURLToPath(new URL("../captures/real/", import.meta.url));

describe("real servers", () => {
  const load = (file: string) => {
    const [capture] = readCaptures(readFileSync(`${REAL}${file}`, "utf8"), file).sessions;
    if (!capture) throw new Error("no capture");
    return capture;
  };
  const score = async (capture: Capture) => {
    const tool = { name: "mcptest", version: "0.0.0" };
    const result = await judgeConformance(capture, { tool, corpora: resolveConformance({}), mapping: MAPPING });
    if (!result) throw new Error("no corpus");
    return result;
  };

  test.each(["everything-http.json", "everything-sse.json"])("%s has no tier", async (file) => {
    const result = await score(load(file));
    expect(result).toMatchObject({ tier: "fail", badge: "F" });
    expect(result.core.passed).toBeLessThan(result.core.tested);
    expect(result.per_sep.every(({ tested, passed }) => tested === passed)).toBe(true);
  });

  test.each(readdirSync(REAL).filter((name) => name.endsWith(".json")))(
    "%s: a tier stands beside no broken MUST, and rests on more than a handful of checks",
    async (file) => {
      const capture = load(file);
      const result = await score(capture);
      const { verdicts } = await judgeRules(capture, result.revision ?? undefined);
      const broken = verdicts.filter(({ state, level, advisory }) => state === "fail" && level === "MUST" && !advisory);
      expect(result.tier === "fail").toBe(broken.length > 0);
      expect(result.must.total + result.should.total).toBeGreaterThanOrEqual(20);
      expect(result.should.total).toBeGreaterThanOrEqual(5);
    },
  );
});
