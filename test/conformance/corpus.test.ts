// The corpus that ships, and what each of its ids is mapped to.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { LEVELS } from "../../src/judge/core/rule.ts";
import type { SepCorpus } from "../../src/judge/corpus/conformance.ts";
import { rulesetOf } from "../../src/judge/corpus/ruleset.ts";
import { mappedChecks } from "../../src/judge/corpus/sep-checks.ts";
import { levelOfText } from "../../src/judge/corpus/sep-level.ts";
import { bindsServers } from "../../src/judge/corpus/sep-mapping.ts";
import { RELEASED_VERSIONS } from "../../src/judge/corpus/sep-versions.ts";
import { loadMapping } from "../../src/judge/corpus-files/conformance-compile.ts";
import { embeddedCorpus, embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { COMPLIANCE } from "../corpus/compliance.ts";

const ROOT = fileURLToPath(new URL("../../conformance-corpus/", import.meta.url));
const MAPPING = loadMapping(ROOT);
const [STATELESS, STATEFUL] = await Promise.all([embeddedCorpus("2026-07-28"), embeddedCorpus("2025-11-25")]);
/** The rows of the SEPs alone. */
const sepChecks = (corpus: SepCorpus) => mappedChecks(corpus, MAPPING).filter(({ sep }) => sep !== null);
const rulesOf = (revision: Revision) =>
  new Map(rulesetOf(COMPLIANCE, revision).rules.map((rule) => [rule.id, rule] as const));

describe("the vendored corpus", () => {
  test("2026-07-28 has all SEPs, checks and exclusions of the official suite", () => {
    expect(STATELESS.seps.map(({ sep }) => sep)).toEqual([
      837, 1932, 1933, 2106, 2164, 2207, 2243, 2260, 2322, 2350, 2352, 2468, 2549, 2575, 2663,
    ]);
    expect(STATELESS.seps.map(({ checks }) => checks.length)).toEqual([
      1, 15, 8, 4, 2, 1, 20, 0, 17, 1, 3, 6, 7, 22, 40,
    ]);
    expect(STATELESS.seps.map(({ exclusions }) => exclusions.length)).toEqual([
      4, 7, 3, 4, 1, 3, 4, 12, 16, 2, 3, 3, 15, 13, 12,
    ]);
    expect(STATELESS.warnings).toEqual([]);
  });

  test("2025-11-25 has the SEPs that shipped with it, with ids of our own", () => {
    const numbers = STATEFUL.seps.map(({ sep }) => sep);
    expect(numbers).toEqual(expect.arrayContaining([973, 985, 986, 1034, 1036, 1303, 1330, 1613, 1699]));
    expect(STATEFUL.seps.every(({ origin }) => origin === "mcptest")).toBe(true);
    for (const { sep, checks } of STATEFUL.seps)
      for (const { check } of checks) expect(check).toMatch(new RegExp(`^sep-${sep}-`));
    expect(STATEFUL.warnings).toEqual([]);
  });

  test("every link that is dated has the date of its corpus", () => {
    for (const { version, seps } of [STATELESS, STATEFUL]) {
      const links = seps.flatMap(({ spec_url, checks, exclusions }) => [
        spec_url,
        ...[...checks, ...exclusions].map(({ url }) => url),
      ]);
      const dated = links.filter((link) => link.includes("/specification/20"));
      expect(dated.length).toBeGreaterThan(20);
      expect(dated.filter((link) => !link.includes(`/specification/${version}/`))).toEqual([]);
      expect(links.filter((link) => !/^https:\/\/[\w.-]+\/\S+$/.test(link))).toEqual([]);
    }
  });

  test("every row has one line per text, and upstream is named", () => {
    for (const version of RELEASED_VERSIONS)
      for (const name of existsSync(`${ROOT}/${version}`) ? readdirSync(`${ROOT}/${version}`) : []) {
        const lines = readFileSync(`${ROOT}/${version}/${name}`, "utf8").trimEnd().split("\n");
        expect(lines.filter((line) => !/^(#|\S+: ?|requirements:$| {2}- | {4})/.test(line))).toEqual([]);
      }
    expect(readFileSync(`${ROOT}/upstream.txt`, "utf8")).toMatch(/^[0-9a-f]{40} \d{4}-\d{2}-\d{2}$/m);
  });
});

describe("the mapping", () => {
  test("knows every check of the corpora, and nothing else", async () => {
    const ids = [STATELESS, STATEFUL].flatMap(({ seps }) =>
      seps.flatMap(({ checks }) => checks.map((row) => row.check)),
    );
    expect(Object.keys(MAPPING).sort()).toEqual([...ids].sort());
    expect(await embeddedMapping()).toEqual(MAPPING);
  });

  test("levels: as upstream, but for two that the released text raises, one whose id is about its SHOULD half, three without a keyword, and eight of proposals that are not final", () => {
    const checks = sepChecks(STATELESS);
    const count = (level: string) => checks.filter((row) => row.level === level).length;
    expect([count("MUST"), count("SHOULD"), count("MAY")]).toEqual([118, 29, 0]);
    const bare = checks.filter(({ text }) => levelOfText(text) === null).map(({ check }) => check);
    expect(bare).toHaveLength(7);
    // An override that says what the text says is noise, but for the two whose upstream text says less.
    const needless = checks.filter((row) => row.mapping?.level === levelOfText(row.text)).map(({ check }) => check);
    expect(needless).toEqual(["sep-2164-error-code", "sep-2243-server-reject-error-code"]);
  });

  test("roles: 44 core rows for servers, 4 about tool definitions, 41 of extensions, 3 shared", () => {
    const checks = sepChecks(STATELESS);
    const count = (where: (row: (typeof checks)[number]) => boolean) => checks.filter(where).length;
    const only = (role: string) => (row: (typeof checks)[number]) => row.mapping?.roles.join() === role;
    expect(count((row) => only("server")(row) && !row.mapping?.extension)).toBe(44);
    expect(count(only("tool-definition"))).toBe(4);
    expect(count((row) => only("server")(row) && row.mapping?.extension !== undefined)).toBe(41);
    expect(count((row) => (row.mapping?.roles.length ?? 0) > 1)).toBe(3);
    expect(count(only("client"))).toBe(51);
    expect(count(only("auth-server"))).toBe(4);
  });

  test("all 48 core rows are decided by rules that exist", () => {
    const rules = rulesOf("2026-07-28");
    const open = sepChecks(STATELESS).filter(
      ({ mapping }) =>
        mapping &&
        bindsServers(mapping) &&
        mapping.roles.length === 1 &&
        !mapping.extension &&
        !mapping.rules.some((id) => rules.has(id)),
    );
    expect(open.map(({ check }) => check)).toEqual([]);
  });

  test("no rule is weaker than the check it decides, and none is advisory where the check has a level", () => {
    for (const [corpus, revision] of [
      [STATELESS, "2026-07-28"],
      [STATEFUL, "2025-11-25"],
    ] as const) {
      const rules = rulesOf(revision);
      for (const { check, level, mapping } of sepChecks(corpus)) {
        for (const id of mapping?.rules ?? []) {
          const rule = rules.get(id);
          expect(rule, `${check} names ${id}`).toBeDefined();
          if (level === null || !rule) continue;
          expect(rule.advisory, `${check} is decided by ${id}`).toBe(false);
          expect(LEVELS.indexOf(rule.level), `${check} is decided by ${id}`).toBeLessThanOrEqual(LEVELS.indexOf(level));
        }
      }
    }
  });

  test("rows of clients and authorization servers have no rules; rows of servers without one say why", () => {
    for (const [check, entry] of Object.entries(MAPPING)) {
      if (!bindsServers(entry)) expect(entry.rules, check).toEqual([]);
      else if (entry.rules.length === 0) expect(entry.note, check).toBeTruthy();
    }
  });
});
