import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { judgeServer } from "./judge-server.ts";
const contexts = (process.env["CTX"] ?? "http/2026-07-28,http/2025-11-25").split(",");
for (const c of contexts)
  test(c, async () => {
    const { capture, verdicts } = await judgeServer(c as never, process.env["MUT"]);
    writeFileSync(`/tmp/lpc/${c.replaceAll("/", "-")}.json`, JSON.stringify(capture));
    const mine = verdicts.filter((v) => /^(LOG|PROG|CANCEL|SUBS|EXT)-/.test(v.id));
    const lines = mine.map(
      (v) =>
        `${c} ${v.id} ${v.state} ${"detail" in v ? `${v.reason}: ${v.detail}` : ""}${v.state === "fail" ? `${v.expected} / ${v.actual} @ ${v.evidence.slice(0, 2).map((e) => `${e.exchange}${e.pointer}`)}` : ""}${v.state === "error" ? v.message : ""}`,
    );
    console.log(lines.join("\n"));
  }, 60000);
