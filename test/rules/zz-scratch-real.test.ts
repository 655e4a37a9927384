import { readdirSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";
import { judgeSession } from "../../src/check/judge-session.ts";
test("real", async () => {
  for (const f of readdirSync("/tmp/caps/real").filter((f) => f.endsWith(".json"))) {
    const [saved] = readCaptures(readFileSync(`/tmp/caps/real/${f}`, "utf8"), f).sessions;
    if (!saved) continue;
    const { verdicts } = await judgeSession(saved);
    const t = verdicts.filter((v) => v.id.startsWith("TASK-"));
    const c: Record<string, number> = {};
    for (const v of t) c[v.state] = (c[v.state] ?? 0) + 1;
    console.log(f, JSON.stringify(c));
    for (const v of t) if (v.state === "fail" || v.state === "error") console.log("   ", v.id, v.level, "expected" in v ? `${v.expected} ;; ${v.actual}` : "message" in v ? v.message : "", v.evidence.slice(0, 2).map((e) => `${e.exchange}${e.pointer}`).join(" "));
    if (f.startsWith("everything-http")) for (const v of t) if (v.state === "inconclusive" || v.state === "not-applicable") console.log("   ", v.id, v.state, v.reason, v.detail);
  }
}, 120000);
