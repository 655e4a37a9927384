import { test } from "vitest";
import { CONTEXTS } from "../servers/mutants/context.ts";
import { judgeServer } from "./judge-server.ts";
const AREA = /^(TOOL|SCHEMA|PAGE|PING)-/;
test("live", async () => {
  const passed = new Set<string>();
  const other = new Map<string, string[]>();
  for (const context of CONTEXTS) {
    if (!(process.env["CTX"] ?? "http").split(",").some((c) => context.startsWith(c))) continue;
    const options = JSON.parse(process.env["OPT"] ?? "{}");
    const { verdicts } = await judgeServer(context, undefined, options);
    for (const v of verdicts)
      if (AREA.test(v.id)) {
        if (v.state === "pass") passed.add(v.id);
        else
          other.set(v.id, [
            ...(other.get(v.id) ?? []),
            `${context} ${v.state} ${"detail" in v ? `${v.reason}: ${v.detail}` : ""}`,
          ]);
      }
  }
  console.log("passed", [...passed].length);
  for (const [id, why] of other) console.log(passed.has(id) ? "  " : "!!", id, why.join(" || "));
}, 120000);
