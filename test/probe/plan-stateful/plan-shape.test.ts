import { expect, test } from "vitest";
import { statefulPlan } from "../../../src/areas/stateful-plan.ts";
import type { TransportName } from "../../../src/capture/capture.ts";
import { type Revision, STATEFUL_REVISIONS } from "../../../src/protocol/revision.ts";
import { DEFAULT_LIMITS } from "../../../src/wire/limits.ts";

const stepsOf = (revision: Revision, transport: TransportName) => {
  const { main, others } = statefulPlan({ revision, transport, limits: DEFAULT_LIMITS });
  return [main, ...others].flatMap(({ groups }) => groups.flat());
};

test("batches are asked for only where the revision has them", () => {
  const names = (revision: Revision) => stepsOf(revision, "stdio").map(({ question }) => question);
  expect(names("2025-03-26")).toEqual(expect.arrayContaining(["batch", "batch-empty", "batch-mixed"]));
  expect(names("2025-03-26")).not.toContain("batch-refused");
  for (const revision of ["2024-11-05", "2025-06-18", "2025-11-25"] as const) {
    expect(names(revision)).toContain("batch-refused");
    expect(names(revision)).not.toContain("batch");
  }
});

test("beside the main one, a stdio server needs two processes", () => {
  for (const revision of STATEFUL_REVISIONS) {
    const { others } = statefulPlan({ revision, transport: "stdio", limits: DEFAULT_LIMITS });
    for (const { name, process, afterOthers } of others)
      expect(afterOthers || process, `${name} has no process`).toBeTruthy();
  }
});
