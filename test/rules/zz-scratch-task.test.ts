import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { CONTEXTS } from "../servers/mutants/context.ts";
import { judgeServer } from "./judge-server.ts";
const { ONLY, MUT } = process.env;
for (const context of CONTEXTS) {
  if (ONLY !== undefined && !context.includes(ONLY)) continue;
  test(context, async () => {
    const { capture, verdicts } = await judgeServer(context, MUT);
    writeFileSync(`/tmp/tcaps/${context.replace("/", "-")}.json`, JSON.stringify(capture, null, 1));
    for (const v of verdicts)
      if (v.state === "fail" || v.state === "error")
        console.log(
          context,
          v.id,
          v.level,
          "expected" in v ? `${v.expected} ;; ${v.actual}` : "message" in v ? v.message : "",
          v.evidence
            .slice(0, 2)
            .map((e) => `${e.exchange}${e.pointer}`)
            .join(" "),
        );
  });
}
