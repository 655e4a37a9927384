import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { TransportName } from "../../../src/model/capture.ts";
import { DEFAULT_LIMITS } from "../../../src/model/limits.ts";
import { eraOf, REVISIONS, type Revision } from "../../../src/model/revision.ts";
import { authPlan } from "../../../src/probe/plan/auth/auth-plan.ts";
import { conversationsOf } from "../../../src/probe/plan/describe-plan.ts";
import { PASSIVE_STATEFUL } from "../../../src/probe/plan/stateful/passive.ts";
import { PASSIVE_STATELESS } from "../../../src/probe/plan/stateless/passive.ts";

/** Every requirement that can be looked at directly and safely, by revision. */
const required: Record<string, string[]> = JSON.parse(
  readFileSync(new URL("direct-and-safe.json", import.meta.url), "utf8"),
);

const TRANSPORTS: readonly TransportName[] = ["streamable-http", "http+sse", "stdio"];

const served = (revision: Revision): Set<string> =>
  new Set([
    ...TRANSPORTS.flatMap((transport) => conversationsOf(revision, transport, DEFAULT_LIMITS))
      .flatMap(({ steps }) => steps)
      .flatMap(({ serves }) => serves),
    ...authPlan({ revision, keyed: true, elsewhere: false })
      .groups.flat()
      .flatMap(({ serves }) => serves),
    ...(eraOf(revision) === "stateless" ? PASSIVE_STATELESS : PASSIVE_STATEFUL),
  ]);

describe.each(REVISIONS.filter((revision) => revision !== "draft"))("%s", (revision) => {
  test("every direct and safe requirement has a step", () => {
    const asked = served(revision);
    expect(required[revision]?.length).toBeGreaterThan(50);
    expect(required[revision]?.filter((id) => !asked.has(id))).toEqual([]);
  });
});

describe.each(REVISIONS)("the plan of %s", (revision) => {
  test.each(TRANSPORTS)("over %s has unique names and says what it asks", (transport) => {
    const conversations = conversationsOf(revision, transport, DEFAULT_LIMITS);
    expect(new Set(conversations.map(({ name }) => name)).size).toBe(conversations.length);
    for (const { name, steps } of conversations) {
      expect(new Set(steps.map((step) => step.name)).size, name).toBe(steps.length);
      for (const step of steps) {
        expect(step.asks, step.name).not.toBe("");
        for (const id of step.serves) expect(id, step.name).toMatch(/^[A-Z]+-\d{3}$/);
      }
    }
  });
});
