import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { revisionOf } from "../../src/facts/spoken-revision.ts";
import { openView } from "../../src/facts/view.ts";
import { judgeSafety } from "../../src/surface/safety/judge-safety.ts";
import { captureOffering, findingsIn } from "./surfaces.ts";

test("benign", () => {
  const all = JSON.parse(readFileSync("/tmp/surf/benign.json", "utf8"));
  let n = 0;
  const t0 = performance.now();
  for (const { source, server, tools } of all) {
    for (const f of findingsIn(captureOffering({ tools }))) {
      n++;
      console.log(source, server, f.id, f.tool, f.where.part, f.where.pointer, f.text, f.why);
    }
  }
  console.log("findings", n, "ms", performance.now() - t0);
  for (const dir of ["test/captures/real", "test/captures/sdks"])
    for (const name of readdirSync(dir)) {
      if (!name.endsWith(".json")) continue;
      const c = JSON.parse(readFileSync(`${dir}/${name}`, "utf8"));
      const r = revisionOf(c);
      if (!r) continue;
      const t = performance.now();
      const fs = judgeSafety(openView(c, r), () => null);
      const ms = performance.now() - t;
      if (fs.length || ms > 20) console.log(name, ms);
      for (const f of fs) console.log(name, f.id, f.tool, f.where.part, f.where.pointer, f.text, f.why);
    }
  expect(1).toBe(1);
});
