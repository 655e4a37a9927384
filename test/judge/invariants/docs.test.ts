import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCaptures } from "../../../src/capture/read.ts";
import { INVARIANTS } from "../../../src/judge/invariants/invariants.ts";
import type { InvariantId } from "../../../src/judge/invariants.ts";
import { IDS, judge } from "./judged.ts";

const page = readFileSync(new URL("../../../docs/invariants.md", import.meta.url), "utf8");

/** From the heading of an invariant to the next one. */
const sectionOf = (id: InvariantId): string => page.split(/^## /m).find((part) => part.startsWith(`${id}:`)) ?? "";

describe("docs/invariants.md", () => {
  test("lists them as they are", () => {
    for (const { id, category, title } of INVARIANTS) expect(page).toContain(`| ${id} | ${category} | ${title} |`);
  });

  test.each(IDS)("shows a capture that fails %s, and says what holds without a handshake", (id) => {
    const [, example = ""] = /^```json[^\n]*\n(.*?)^```/ms.exec(sectionOf(id)) ?? [];
    const [capture] = readCaptures(example, "docs").sessions;
    if (!capture) throw new Error("no example");
    expect(judge(capture)[id].state).toBe("fail");
    expect(sectionOf(id)).toMatch(/^Why: /m);
    expect(sectionOf(id)).toMatch(/^Stateless: /m);
  });
});
