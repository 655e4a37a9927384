import { test } from "vitest";
import { judgeServer } from "./judge-server.ts";
test("one", async () => {
  const { verdicts, capture } = await judgeServer("http/2025-11-25", process.env["MUT"]);
  for (const v of verdicts) if (/^PAGE-00[568]|TOOL-017|TOOL-019/.test(v.id)) console.log(v.id, v.state, "detail" in v ? v.detail : "");
  for (const e of capture.exchanges) for (const m of e.meanwhile ?? []) if (JSON.stringify(m.message ?? "").includes("list_changed")) console.log(e.id, m.at_ms, JSON.stringify(m.message));
  for (const e of capture.exchanges) if (e.step?.startsWith("prompts/list")) console.log(e.id, e.timing?.start_ms, JSON.stringify((e.response as never as {result: {prompts: {name: string}[]}})?.result?.prompts?.map((p) => p.name)));
}, 60000);
