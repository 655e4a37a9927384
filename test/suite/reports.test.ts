// The reports of `compliance run` and `run`, compared with committed files (UPDATE=1 writes them) and with their schemas.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import { REPORTERS, type Reporter } from "../../src/cli/flags/reporter-flags.ts";
import { renderHtml } from "../../src/report/formats/html/html.ts";
import { render } from "../../src/report/render.ts";
import { settleRun } from "../../src/suite/judge/run-compliance.ts";
import { scorecardOf } from "../../src/suite/judge/scorecard.ts";
import { updateBaseline } from "../../src/suite/parse/baseline-file.ts";
import { readYamlSource } from "../../src/suite/parse/yaml-source.ts";
import { complianceReport } from "../../src/suite/view/compliance-run-report.ts";
import { complianceRunView } from "../../src/suite/view/compliance-run-view.ts";
import { suiteReport } from "../../src/suite/view/suite-report.ts";
import { suiteView } from "../../src/suite/view/suite-view.ts";
import { openGolden } from "../golden-files.ts";
import { complianceResult, suiteResult } from "./results.ts";

const expectGolden = openGolden("suite");

/** The page is looked at below; its style is golden elsewhere. */
const ENDINGS = {
  markdown: "md",
  junit: "xml",
  sarif: "sarif",
  github: "txt",
  badge: "svg",
  "badge-json": "json",
} as const satisfies Partial<Record<Reporter, string>>;

test("every format is compared or looked at", () => {
  expect(REPORTERS).toEqual(expect.arrayContaining(["pretty", "json", "html", ...Object.keys(ENDINGS)]));
  expect(REPORTERS).toHaveLength(Object.keys(ENDINGS).length + 3);
});

test("compliance run", async () => {
  const result = await complianceResult();
  expectGolden("compliance.pretty.txt", render(complianceRunView, result, "pretty"));
  expectGolden("compliance.verbose.txt", render(complianceRunView, result, "pretty", { width: 60, verbose: true }));
  expectGolden("compliance.quiet.txt", render(complianceRunView, result, "pretty", { quiet: true }));
  expectGolden("compliance.json", render(complianceRunView, result, "json"));
  for (const [reporter, ending] of Object.entries(ENDINGS))
    expectGolden(`compliance.${reporter}.${ending}`, render(complianceRunView, result, reporter as Reporter));
});

test("run", async () => {
  const result = await suiteResult();
  expectGolden("run.pretty.txt", render(suiteView, result, "pretty"));
  expectGolden("run.quiet.txt", render(suiteView, result, "pretty", { quiet: true }));
  expectGolden("run.markdown.md", render(suiteView, result, "markdown"));
});

test("a page of several servers shows what each of them said, and every link leads to one place", async () => {
  for (const report of [complianceReport(await complianceResult()), suiteReport(await suiteResult())]) {
    const names = report.exchanges.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    expect(names.some((name) => name?.startsWith("shop/"))).toBe(true);
    expect(names.some((name) => name?.startsWith("old/#"))).toBe(true);
    const shown = report.findings.filter(({ state, evidence }) => state === "fail" && evidence.length > 0);
    for (const { evidence } of shown.filter(({ group }) => /^(?:shop|old)(?: compliance)?:/.test(group)))
      for (const { exchange } of evidence) if (exchange !== null) expect(names).toContain(exchange);
    const page = renderHtml(report);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.some((link) => link?.startsWith("wire"))).toBe(true);
    for (const link of links) expect(ids).toContain(link);
  }
});

test("two servers that fail the same rule have a paragraph each, and each row leads to its own", async () => {
  const report = complianceReport(await complianceResult());
  const [failed] = report.findings.filter(({ state }) => state === "fail");
  if (!failed) throw new Error("nothing fails");
  const findings = ["shop", "old"].map((server) => ({
    ...failed,
    group: `${server}: tools`,
    actual: untrusted(`said by ${server}`),
    evidence: [],
  }));
  const page = renderHtml({ ...report, findings, exchanges: [] });
  const links = [...page.matchAll(/<\/span> <a href="#(finding-\d+)"><code>/g)].map(([, id]) => id ?? "");
  expect(links).toHaveLength(2);
  const said = links.map((id) => /said by \w+/.exec(page.slice(page.indexOf(`id="${id}"`)))?.[0]);
  expect(said).toEqual(["said by shop", "said by old"]);
});

test("what fails in a revision that is not spoken makes no lane red", async () => {
  const { runs } = await complianceResult();
  const failed = runs.find(({ rows }) => rows.some(({ decision }) => decision === "failed"));
  if (!failed) throw new Error("nothing failed");
  expect(settleRun(failed).state).toBe("fail");
  expect(settleRun({ ...failed, spoken: false })).toEqual({
    state: "inconclusive",
    why: `${failed.revision} is not spoken`,
  });
});

const schema = (name: string) =>
  new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8")),
  );

test("what is written meets its schema, and what is not does not", async () => {
  const compliance = await complianceResult();
  const written = {
    compliance: JSON.parse(render(complianceRunView, compliance, "json")),
    "suite-result": JSON.parse(render(suiteView, await suiteResult(), "json")),
    scorecard: JSON.parse(JSON.stringify(scorecardOf(compliance))),
    baseline: readYamlSource(updateBaseline(undefined, ["PROTO-001", "TOOL-002"]), "b.yml").value,
  };
  for (const [name, value] of Object.entries(written)) {
    const validate = schema(name);
    validate(value);
    expect(validate.errors, name).toBeNull();
    expect(validate({ ...value, extra: 1 }), name).toBe(false);
    for (const key of Object.keys(value)) {
      const { [key]: _gone, ...rest } = value;
      expect(validate(rest), `${name} without ${key}`).toBe(false);
    }
  }
});
