import { readFileSync } from "node:fs";
import { test } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";
import { checkSchemas } from "../../src/schema-check/check-schemas.ts";
import { openView, revisionOf } from "../../src/facts/view.ts";
import { TOOLS_FACTS } from "../../src/facts/tools/facts.ts";
import { SCHEMA_FACTS } from "../../src/facts/schema/facts.ts";
import { PAGINATION_FACTS } from "../../src/facts/pagination/facts.ts";
import { PING_FACTS } from "../../src/facts/ping/facts.ts";
test("time", async () => {
  for (const file of ["/tmp/caps/http-2026-07-28.json", "/tmp/caps/http-2025-11-25.json", "/tmp/caps/real/playwright-http.json"]) {
    const [capture] = readCaptures(readFileSync(file, "utf8"), "capture").sessions;
    if (!capture) continue;
    const schemas = await checkSchemas(capture);
    for (let round = 0; round < 3; round += 1) {
      const view = openView(capture, revisionOf(capture) ?? "2025-11-25", schemas);
      const times: [string, number][] = [];
      const start = performance.now();
      for (const fact of [...TOOLS_FACTS, ...SCHEMA_FACTS, ...PAGINATION_FACTS, ...PING_FACTS]) {
        const s = performance.now(); view.read(fact); times.push([fact.name, performance.now() - s]);
      }
      if (round === 2) console.log(file, (performance.now() - start).toFixed(1), times.sort((a, b) => b[1] - a[1]).slice(0, 6).map(([n, t]) => `${n} ${t.toFixed(1)}`).join(", "));
    }
  }
});
