import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { renderAuditJson } from "../../src/report/discoverability/json.ts";
import { renderAuditLine, renderAuditPretty } from "../../src/report/discoverability/pretty.ts";
import { auditFindings } from "../../src/report/discoverability/to-findings.ts";
import { renderFindingsHtml } from "../../src/report/findings/html.ts";
import { renderFindingsJunit } from "../../src/report/findings/junit.ts";
import { renderFindingsMarkdown } from "../../src/report/findings/markdown.ts";
import { renderFindingsSarif } from "../../src/report/findings/sarif.ts";
import { auditOf, READ_ONLY, result } from "./session.ts";

const PLAIN = { color: false, width: 100 };
const schema = JSON.parse(readFileSync(new URL("../../schemas/audit.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema);

const bad: JsonObject = { ...READ_ONLY, name: "bad name", description: "short", annotations: {} };
const SESSIONS = [
  {},
  { tools: [bad] },
  { tools: [], calls: [] },
  { calls: [result({ content: [] })] },
  { unknown: null },
  { pages: [] },
] as const;

test.each(SESSIONS)("the JSON report keeps to its schema: %j", (session) => {
  const ok = validate(JSON.parse(renderAuditJson(auditOf(session))));
  expect(validate.errors).toBeNull();
  expect(ok).toBe(true);
});

test("every failed criterion is shown with the tools, the text and the fix", () => {
  const text = renderAuditPretty(auditOf({ tools: [bad] }), PLAIN);
  expect(text).toContain("✗ C3");
  expect(text).toMatch(/bad name has a description of 5 characters: short/);
  expect(text.match(/^ +fix /gm)).toHaveLength(
    auditOf({ tools: [bad] }).discoverability.criteria.filter(({ fix }) => fix).length,
  );
  expect(text).toContain('"method":"tools/list"');
});

test("one line says the letter and the counts", () => {
  expect(renderAuditLine(auditOf(), PLAIN)).toBe("http://127.0.0.1:1/mcp: grade A · 10 of 10 criteria pass\n");
  expect(renderAuditLine(auditOf({ calls: [result({})] }), PLAIN)).toContain("no better than B");
});

test("the standard is named as the draft it is", () => {
  expect(renderAuditPretty(auditOf(), PLAIN)).toContain("Agent-Tool Discoverability Standard 0.2 (draft)");
});

test("what was not observed is told apart from what failed in every format", () => {
  const { findings, badge, letter } = auditFindings(auditOf({ unknown: null, tools: [bad] }));
  const state = (id: string): string | undefined => findings.find((one) => one.id === id)?.state;
  expect([state("C1"), state("C3"), state("C10")]).toEqual(["pass", "fail", "inconclusive"]);
  expect(badge.message).toMatch(/^[A-D] \d+\/10$/);
  expect(letter).toBe(badge.message[0]);
});

test("text of a server reaches no report unescaped", () => {
  const name = '</script><img src=x onerror="1">\u001b[31m\u202e';
  const audit = auditOf({ tools: [{ ...bad, name, description: name }], calls: [] });
  const report = auditFindings(audit);
  const pages = [renderFindingsHtml(report), renderFindingsMarkdown(report), renderFindingsJunit(report)];
  for (const page of pages) expect(page).not.toContain("<img");
  for (const text of [...pages, renderFindingsSarif(report), renderAuditPretty(audit, PLAIN), renderAuditJson(audit)])
    for (const character of ["\u001b", "\u202e"]) expect(text).not.toContain(character);
});
