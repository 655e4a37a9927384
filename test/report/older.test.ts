// Failures in an older revision that the server negotiates too: every format that lists findings says which revision.

import { expect, test } from "vitest";
import type { FailedVerdict } from "../../src/judge/core/verdict.ts";
import { RESULT_FORMATS, type ResultFormat, renderResult } from "../../src/report/render-result.ts";
import type { ServerResult } from "../../src/scores/result/result.ts";
import { smallResult } from "./small-result.ts";

const withOlder = async (): Promise<ServerResult> => {
  const result = await smallResult();
  const failed = result.verdicts.find((verdict): verdict is FailedVerdict => verdict.state === "fail");
  if (!failed) throw new Error("the small result has no failure");
  const failure: FailedVerdict = {
    ...failed,
    id: "PROTO-026",
    title: "Batches are answered",
    level: "MUST",
    advisory: false,
    revision: "2025-03-26",
  };
  const older = { revision: "2025-03-26" as const, counts: result.counts, failures: [failure], also: ["PING-002"] };
  return { ...result, older: [older] };
};

const SAID: Readonly<Record<Exclude<ResultFormat, "badge" | "badge-json">, RegExp>> = {
  pretty:
    /In 2025-03-26, which it also speaks\n[^\n]*counts in no grade\.\n✗ PROTO-026 MUST [\s\S]*as in +[\d-]+: PING-002/,
  json: /"revision": "2025-03-26",[\s\S]*"failures": \[\s*\{[^}]*"id": "PROTO-026"/,
  markdown:
    /#### In older revisions that it also speaks\n\n- ⚠️ \*\*PROTO-026\/2025-03-26\*\* [^\n]*\n {2}- a MUST of 2025-03-26; it counts in no grade/,
  html: /<summary>.*PROTO-026\/2025-03-26/,
  junit: /<testsuite name="2025-03-26" tests="1" failures="0" errors="0" skipped="1">/,
  sarif: /"ruleId": "PROTO-026\/2025-03-26",\s*"ruleIndex": \d+,\s*"level": "warning"/,
  github: /^::warning title=PROTO-026\/2025-03-26 /m,
};

test.each(RESULT_FORMATS.filter((format) => format !== "badge" && format !== "badge-json"))(
  "%s says in which revision it fails",
  async (format) => {
    const said = SAID[format as keyof typeof SAID];
    expect(renderResult(await withOlder(), format)).toMatch(said);
    expect(renderResult(await smallResult(), format)).not.toMatch(said);
  },
);

test("the badge is that of the revision judged by", async () => {
  for (const format of ["badge", "badge-json"] as const)
    expect(renderResult(await withOlder(), format)).toBe(renderResult(await smallResult(), format));
});
