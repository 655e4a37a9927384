import { readdirSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";
import { judgeSession } from "../../src/check/judge-session.ts";
test("real", async () => {
  for (const file of readdirSync("/tmp/caps/real").filter((f) => f.endsWith(".json"))) {
    let sessions;
    try { sessions = readCaptures(readFileSync(`/tmp/caps/real/${file}`, "utf8"), file).sessions; } catch (e) { console.log(file, String(e).slice(0, 100)); continue; }
    for (const s of sessions) {
      const t0 = performance.now();
      const { verdicts } = await judgeSession(s);
      console.log("##", file, s.transport, s.revisions?.probed, s.era?.verdict, s.outcome, Math.round(performance.now() - t0));
      for (const v of verdicts) {
        if (!/^(HTTP|STDIO)-/.test(v.id)) continue;
        if (v.state === "fail" || v.state === "error") console.log("  ", v.id, v.level, v.advisory ? "adv" : "", v.state === "fail" ? `expected ${v.expected}; found ${v.actual.slice(0, 160)} @ ${v.evidence.slice(0, 3).map((e) => `${e.exchange}${e.pointer}`).join(" ")}` : v.message);
        if (process.env.INC && v.state === "inconclusive") console.log("   ?", v.id, v.reason, v.detail);
      }
    }
  }
}, 300000);
