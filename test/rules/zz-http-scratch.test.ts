import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { judgeServer } from "./judge-server.ts";
const { CTX = "http/2025-11-25", MUT, OPT = "{}", ALL } = process.env;
test("scratch", async () => {
  for (const context of CTX.split(",")) {
    const { capture, verdicts } = await judgeServer(context as never, MUT, JSON.parse(OPT));
    writeFileSync(`/tmp/scratch-${context.replace("/", "-")}.json`, JSON.stringify(capture));
    for (const v of verdicts) {
      if (!/^(HTTP|STDIO)-/.test(v.id)) {
        if (v.state === "fail") console.log("other", v.id);
        continue;
      }
      if (!ALL && v.state !== "fail" && v.state !== "error") continue;
      const d =
        v.state === "fail"
          ? `expected ${v.expected}; found ${v.actual} @ ${v.evidence
              .slice(0, 4)
              .map((e) => `${e.exchange}${e.pointer}`)
              .join(" ")}`
          : "detail" in v
            ? v.detail
            : "message" in v
              ? v.message
              : v.evidence
                  .slice(0, 2)
                  .map((e) => `${e.exchange}${e.pointer}`)
                  .join(" ");
      console.log(context, v.id, v.state, d);
    }
  }
}, 120000);
