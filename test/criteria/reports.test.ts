import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { render } from "../../src/report/render.ts";
import { REPORT_FORMATS } from "../../src/report/report-format.ts";
import { auditReport } from "../../src/report/views/audit/report.ts";
import { auditView } from "../../src/report/views/audit/view.ts";
import { auditOf, READ_ONLY, result } from "./session.ts";

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
  const ok = validate(JSON.parse(render(auditView, { audit: auditOf(session) }, "json")));
  expect(validate.errors).toBeNull();
  expect(ok).toBe(true);
});

test("every failed criterion is shown with the tools, the text and the fix", () => {
  const text = render(auditView, { audit: auditOf({ tools: [bad] }) }, "pretty");
  expect(text).toContain("✗ C3");
  expect(text).toMatch(/bad name has a description of 5 characters: short/);
  expect(text.match(/^ +fix /gm)).toHaveLength(
    auditOf({ tools: [bad] }).discoverability.criteria.filter(({ fix }) => fix).length,
  );
  expect(text).toContain('"method":"tools/list"');
});

test("one line says the letter and the counts", () => {
  expect(render(auditView, { audit: auditOf() }, "pretty", { quiet: true })).toBe(
    "http://127.0.0.1:1/mcp: grade A · 10 of 10 criteria pass\n",
  );
  expect(render(auditView, { audit: auditOf({ calls: [result({})] }) }, "pretty", { quiet: true })).toContain(
    "no better than B",
  );
});

test("the standard is named as the draft it is", () => {
  expect(render(auditView, { audit: auditOf() }, "pretty")).toContain(
    "Agent-Tool Discoverability Standard 0.2 (draft)",
  );
});

test("what was not observed is told apart from what failed in every format", () => {
  const { findings, badge, letter } = auditReport(auditOf({ unknown: null, tools: [bad] }));
  const state = (id: string): string | undefined => findings.find((one) => one.id === id)?.state;
  expect([state("C1"), state("C3"), state("C10")]).toEqual(["pass", "fail", "inconclusive"]);
  expect(badge.message).toMatch(/^[A-D] \d+\/10$/);
  expect(letter).toBe(badge.message[0]);
});

test("text of a server reaches no report unescaped", () => {
  const name = '</script><img src=x onerror="1">\u001b[31m\u202e';
  const audit = auditOf({ tools: [{ ...bad, name, description: name }], calls: [] });
  for (const format of REPORT_FORMATS) {
    const text = render(auditView, { audit }, format, { verbose: true });
    if (format === "html" || format === "markdown" || format === "junit" || format === "badge")
      expect(text, format).not.toContain("<img");
    for (const character of ["\u001b", "\u202e"]) expect(text, format).not.toContain(character);
  }
});
