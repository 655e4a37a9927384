// Published servers and every SDK: whatever is found on them is written down here, and has been read.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { revisionOf } from "../../src/judge/core/spoken-revision.ts";
import { openView } from "../../src/judge/core/view.ts";
import { readSurface } from "../../src/judge/surface/read-surface.ts";
import { judgeSafety } from "../../src/scores/safety/judge-safety.ts";

/** The only one: a demonstration server has a tool that returns its environment, secrets and all, and declares that it only reads. */
const FOUND = [
  "everything-http.json SAFE-013 get-env",
  "everything-sse.json SAFE-013 get-env",
  "everything-stdio.json SAFE-013 get-env",
];

const capturesIn = (folder: string): readonly (readonly [string, Capture])[] =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => [
      name,
      JSON.parse(readFileSync(new URL(name, new URL(folder, import.meta.url)), "utf8")) as Capture,
    ]);

test("findings on published servers and SDKs are those that were read", () => {
  let texts = 0;
  const found = [...capturesIn("../captures/real/"), ...capturesIn("../captures/sdks/")].flatMap(([name, capture]) => {
    const revision = revisionOf(capture);
    if (revision === undefined) return [];
    const view = openView(capture, revision);
    const { tools, prompts, resources } = readSurface(view);
    texts += tools.length + prompts.length + resources.length;
    return judgeSafety(view, () => null).map(({ id, tool }) => `${name} ${id} ${tool}`);
  });
  expect(texts).toBeGreaterThan(100);
  expect(found).toEqual(FOUND);
});
