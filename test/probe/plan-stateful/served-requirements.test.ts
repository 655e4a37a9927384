// Everything that can be observed directly and without harm is asked for, or shows by itself.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { TransportName } from "../../../src/model/capture.ts";
import { DEFAULT_LIMITS } from "../../../src/model/limits.ts";
import { STATEFUL_REVISIONS, type Revision } from "../../../src/model/revision.ts";
import { PASSIVE_STATEFUL } from "../../../src/probe/plan/stateful/passive.ts";
import { statefulPlan } from "../../../src/probe/plan/stateful/stateful-plan.ts";
import type { StatefulConversation } from "../../../src/probe/plan/stateful/stateful-step.ts";

const TRANSPORTS: readonly TransportName[] = ["stdio", "streamable-http", "http+sse"];

const conversations = (revision: Revision, transport: TransportName): readonly StatefulConversation[] => {
  const { main, others } = statefulPlan({ revision, transport, limits: DEFAULT_LIMITS });
  return [main, ...others];
};

const stepsOf = (revision: Revision, transport: TransportName) =>
  conversations(revision, transport).flatMap(({ groups }) => groups.flat());

// Ids of the requirements of each revision whose observation is direct and harmless.
const table = JSON.parse(readFileSync(new URL("./direct-and-safe.json", import.meta.url), "utf8")) as Record<
  string,
  readonly string[]
>;

describe.each(STATEFUL_REVISIONS)("the plan of %s", (revision) => {
  test("serves every direct and harmless requirement", () => {
    const served = new Set([
      ...PASSIVE_STATEFUL,
      ...TRANSPORTS.flatMap((transport) => stepsOf(revision, transport).flatMap(({ serves }) => serves)),
    ]);
    expect(table[revision]!.length).toBeGreaterThan(50);
    expect(table[revision]!.filter((id) => !served.has(id))).toEqual([]);
  });

  test.each(TRANSPORTS)("over %s names every step and conversation once", (transport) => {
    const plans = conversations(revision, transport);
    const names = plans.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, groups } of plans) {
      const steps = groups.flat().map((step) => step.name);
      expect(new Set(steps).size, name).toBe(steps.length);
    }
  });

  test.each(TRANSPORTS)("over %s says of every step what it asks and serves", (transport) => {
    for (const step of stepsOf(revision, transport)) {
      expect(step.name, step.name).toMatch(/^[a-z0-9]+([-/][a-z0-9]+)*$/i);
      expect(step.asks.trim(), step.name).not.toBe("");
      for (const id of step.serves) expect(id, step.name).toMatch(/^[A-Z]+-\d{3}$/);
    }
  });
});

test("passive ids are well formed and unique", () => {
  for (const id of PASSIVE_STATEFUL) expect(id).toMatch(/^[A-Z]+-\d{3}$/);
  expect(new Set(PASSIVE_STATEFUL).size).toBe(PASSIVE_STATEFUL.length);
});

test("batches are asked for only where the revision has them", () => {
  const names = (revision: Revision) => stepsOf(revision, "stdio").map(({ name }) => name);
  expect(names("2025-03-26")).toEqual(expect.arrayContaining(["batch", "batch-empty", "batch-mixed"]));
  expect(names("2025-03-26")).not.toContain("batch-refused");
  for (const revision of ["2024-11-05", "2025-06-18", "2025-11-25"] as const) {
    expect(names(revision)).toContain("batch-refused");
    expect(names(revision)).not.toContain("batch");
  }
});

test("a stdio server is started at most nine times beside the main conversation", () => {
  for (const revision of STATEFUL_REVISIONS) {
    const { others } = statefulPlan({ revision, transport: "stdio", limits: DEFAULT_LIMITS });
    expect(others.length).toBeLessThanOrEqual(9);
  }
});
