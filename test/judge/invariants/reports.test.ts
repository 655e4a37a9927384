import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { digestOf } from "../../../src/capture/digest.ts";
import { judgeInvariants } from "../../../src/judge/invariants/judge-invariants.ts";
import { reportInvariants } from "../../../src/judge/invariants/report-invariants.ts";
import type { InvariantsReport } from "../../../src/judge/invariants.ts";
import { type RenderOptions, render } from "../../../src/report/render.ts";
import type { ReportFormat } from "../../../src/report/report-format.ts";
import { invariantsView } from "../../../src/report/views/invariants/view.ts";
import { STATELESS_META, session } from "../capture-builder.ts";

const report = (captures: readonly Capture[], notes: readonly string[] = []): InvariantsReport =>
  reportInvariants(
    captures.map((capture) => judgeInvariants(capture, digestOf, { gather: true })),
    { transport: "shared", ...(notes.length > 0 ? { notes } : {}) },
  );

const TOOLS = { tools: [{ name: "search" }, { name: "files__read" }] };

const GOOD = session("https://weather.example/mcp")
  .advertises("tools")
  .asks("server/discover", { capabilities: { tools: {} } }, STATELESS_META)
  .asks("tools/list", TOOLS, STATELESS_META)
  .asks("tools/call", { content: [] }, STATELESS_META)
  .fails("no/such", { code: -32601, message: "Method not found" }, STATELESS_META)
  .build();

const HOSTILE = "\u{1b}[31m<b>|\u{202e}@all #1 https://evil.example `x` ]]> \u{9b}\n&";

/** Everything that can be wrong, and words of a server's wherever a report has some. */
const BAD = session(`stdio:node ${HOSTILE}`)
  .advertises("prompts")
  .in(`main ${HOSTILE}`)
  .asks(HOSTILE, {})
  .with({ id: `main/${HOSTILE}` })
  .initialize()
  .asks("tools/list", TOOLS)
  .fails("prompts/list", { code: -32603, message: HOSTILE })
  .asks("tools/call", { isError: "no" })
  .fails("no/such", { code: "x" })
  .fails("ping", null)
  .build();

const REPORTS: readonly [string, InvariantsReport, readonly string[]][] = [
  ["good", report([GOOD]), ["captures/weather one.json"]],
  ["bad", report([BAD], [`bad.jsonl: ${HOSTILE}`]), ["/tmp/bad.jsonl"]],
  ["composed", report([GOOD, BAD, session("c").idsFrom(1000).handshake().build()]), ["a.json", "a.json", "b.json"]],
];

const TOOL = { name: "mcptest", version: "0.0.0" };

const inFormat = (
  found: InvariantsReport,
  format: ReportFormat,
  { files = [], ...print }: RenderOptions & { files?: readonly string[] } = {},
): string => render(invariantsView, { report: found, tool: TOOL, files }, format, print);

const RENDERED = REPORTS.flatMap(([name, found, files]): [string, string, string][] => [
  [name, "pretty.txt", inFormat(found, "pretty")],
  [name, "narrow.txt", inFormat(found, "pretty", { color: true, width: 40 })],
  [name, "json", inFormat(found, "json")],
  [name, "md", inFormat(found, "markdown")],
  [name, "junit.xml", inFormat(found, "junit")],
  [name, "sarif", inFormat(found, "sarif", { files })],
]);

describe("a report", () => {
  test.each(RENDERED)("%s.%s reads as in its file", async (name, ending, text) => {
    await expect(text).toMatchFileSnapshot(
      new URL(`../../golden/invariants/${name}.${ending}`, import.meta.url).pathname,
    );
  });

  test.each(RENDERED)("%s.%s obeys nobody", (_name, ending, text) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes of colour
    const plain = ending === "narrow.txt" ? text.replace(/\u001b\[\d+m/g, "") : text;
    expect(plain).toMatch(/^[\n \p{L}\p{M}\p{N}\p{P}\p{S}]+$/u);
    expect(plain.endsWith("\n")).toBe(true);
  });

  test("as JSON is what the schema says, and nothing is lost", () => {
    const schema = JSON.parse(
      readFileSync(new URL("../../../schemas/invariants.schema.json", import.meta.url), "utf8"),
    ) as object;
    const matches = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    for (const [, found] of REPORTS) {
      const value: unknown = JSON.parse(inFormat(found, "json"));
      expect(matches(value), JSON.stringify(matches.errors)).toBe(true);
      expect(value).toEqual(found);
    }
  });

  test("as XML closes what it opens and escapes the rest", () => {
    for (const [, found] of REPORTS) {
      const xml = inFormat(found, "junit").replace(/^<\?xml.*\?>\n/, "");
      const open: string[] = [];
      for (const [, closing, name, self] of xml.matchAll(/<(\/?)(\w+)(?:\s[\w-]+="[^"<]*")*\s*(\/?)>/g)) {
        if (closing) expect(open.pop()).toBe(name);
        else if (!self) open.push(name ?? "");
      }
      expect(open).toEqual([]);
      expect(xml.replace(/<\/?\w+(?:\s[\w-]+="[^"<]*")*\s*\/?>/g, "")).not.toMatch(/[<>]/);
      expect(xml.match(/<failure /g)?.length ?? 0).toBe(Number(/failures="(\d+)"/.exec(xml)?.[1]));
      expect(xml.match(/<testcase /g)?.length).toBe(Number(/tests="(\d+)"/.exec(xml)?.[1]));
    }
  });

  test("as SARIF has a rule for every result", () => {
    for (const [, found, files] of REPORTS) {
      const log = JSON.parse(inFormat(found, "sarif", { files })) as {
        runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string }[] }[];
      };
      const [run] = log.runs;
      const rules = run?.tool.driver.rules.map(({ id }) => id);
      for (const { ruleId } of run?.results ?? []) expect(rules).toContain(ruleId);
      expect((run?.results.length ?? 0) > 0).toBe(!found.ok);
    }
  });
});
