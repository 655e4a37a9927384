import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { judgeServer } from "/work/main/test/rules/judge-server.ts";
const contexts = (process.env.CTX ?? "http/2026-07-28,http/2025-11-25").split(",");
for (const c of contexts)
  test(c, async () => {
    const { capture } = await judgeServer(c as never, process.env.MUT);
    writeFileSync(`/tmp/lpc/${c.replaceAll("/", "-")}.json`, JSON.stringify(capture));
  }, 60000);
