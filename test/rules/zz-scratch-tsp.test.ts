import { readdirSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";
import { judgeSession } from "../../src/check/judge-session.ts";
const AREA = new RegExp(process.env["AREA_RE"] ?? "^(TOOL|SCHEMA|PAGE|PING)-");
const FILES = (process.env["CAPS"] ?? "").split(" ").filter(Boolean);
const ALL = process.env["ALL"] !== undefined;
for (const file of FILES) {
  test(file, async () => {
    const [capture] = readCaptures(readFileSync(file, "utf8"), "capture").sessions;
    if (!capture) throw new Error("no session");
    const start = performance.now();
    const { verdicts, revision } = await judgeSession(capture);
    console.log(`### ${file} ${revision} ${Math.round(performance.now() - start)} ms`);
    const states: Record<string, string[]> = {};
    for (const v of verdicts)
      if (AREA.test(v.id)) {
        (states[v.state] ??= []).push(v.id);
        if (v.state === "fail" || v.state === "error" || (ALL && v.state === "inconclusive")) {
          const d =
            v.state === "fail"
              ? `${v.expected} | ${String(v.actual).slice(0, 200)} (${v.failures}) ${v.evidence[0]?.exchange}${v.evidence[0]?.pointer} ${v.evidence[0]?.item ?? ""}`
              : v.state === "error"
                ? v.message
                : `${v.reason} ${v.detail}`;
          console.log(`${v.id} ${v.level}${v.advisory ? " adv" : ""} ${v.state}: ${d}`);
        }
      }
    for (const [s, ids] of Object.entries(states))
      if (s !== "fail") console.log(s, ids.length, s === "pass" ? "" : ids.join(" "));
  }, 60000);
}
