import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../model/json.ts";
import { nearestNames } from "../model/nearest-names.ts";
import { parseRevision, type Revision } from "../model/revision.ts";
import type { Expectation } from "../model/rule.ts";
import type { RowScope } from "./check-rows.ts";
import { GRADE_TARGETS } from "./grade-delta.ts";
import type { Problem, SuitePath } from "./problem.ts";
import { readTests, type TestContext } from "./read-tests.ts";
import { SPEC_TARGETS } from "./spec-version-check.ts";
import type { SpecVersionCheck, SuiteCompliance } from "./suite.ts";

export interface ComplianceContext extends Omit<TestContext, "specVersion"> {
  pickServers(lane: Json | undefined, path: SuitePath): readonly string[];
}

/** The values a pin may have, as the folders under compliance/ are named. */
export const SPEC_VERSIONS = [
  "v2024-11-05",
  "v2025-03-26",
  "v2025-06-18",
  "v2025-11-25",
  "v2026-07-28",
  "draft",
] as const;

const PIN: SuitePath = ["compliance", "spec_version"];

/** A stale or misspelled pin is named for what it is. */
export const wordSpecVersion = (problem: Problem): Problem => {
  if (problem.path.join("/") !== PIN.join("/")) return problem;
  const found = /found (.*?)(?:; did you mean .*)?$/.exec(problem.message)?.[1] ?? "";
  return { ...problem, message: unknownVersion("compliance spec_version", found) };
};

const unknownVersion = (what: string, found: string): string => {
  const [near] = nearestNames(found.replaceAll('"', ""), SPEC_VERSIONS, 1);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return `unknown ${what}: ${found.replaceAll('"', "")}${hint === "" ? ";" : hint} accepted: ${SPEC_VERSIONS.join(", ")}`;
};

/** The block, as a list of tests or as an object. The shape has been checked. */
export const readCompliance = (value: Json | undefined, context: ComplianceContext): SuiteCompliance | undefined => {
  if (Array.isArray(value))
    return {
      servers: context.pickServers(undefined, ["compliance"]),
      tests: readTests(value, ["compliance"], { ...context, specVersion: undefined }),
    };
  if (!isJsonObject(value)) return undefined;
  const specVersion = parseRevision(stringMember(value, "spec_version") ?? "");
  const tests = member(value, "tests");
  const baseline = stringMember(value, "baseline");
  const check = readCheck(value, specVersion, context);
  const delta = member(value, "grade_delta");
  const deltaExpect = readGateRows(delta, ["compliance", "grade_delta"], GRADE_TARGETS, context);
  return {
    ...(specVersion ? { specVersion } : {}),
    ...(check ? { specVersionCheck: check } : {}),
    ...(delta === undefined
      ? {}
      : {
          gradeDelta: {
            against: stringMember(delta, "against") ?? "",
            ...(deltaExpect ? { expect: deltaExpect } : {}),
          },
        }),
    ...(baseline === undefined ? {} : { baseline }),
    servers: context.pickServers(value, ["compliance"]),
    ...(Array.isArray(tests) ? { tests: readTests(tests, ["compliance", "tests"], { ...context, specVersion }) } : {}),
  };
};

const LOOKS_LIKE_REVISION = /^(?:v?\d{4}-\d{2}-\d{2}(?:-[\w.]+)?|draft)$/;

const readCheck = (
  compliance: JsonObject,
  specVersion: Revision | undefined,
  context: ComplianceContext,
): SpecVersionCheck | undefined => {
  const check = member(compliance, "spec_version_check");
  if (check === undefined) return undefined;
  const path: SuitePath = ["compliance", "spec_version_check"];
  if (specVersion === undefined)
    context.report({
      path,
      message: "spec_version_check compares from compliance.spec_version, which is missing; add spec_version beside it",
      atKey: true,
    });
  const against = stringMember(check, "against");
  if (against !== undefined && !LOOKS_LIKE_REVISION.test(against))
    context.report({ path: [...path, "against"], message: unknownVersion("spec_version_check against", against) });
  const expect = readGateRows(check, path, SPEC_TARGETS, context);
  return { ...(against === undefined ? {} : { against }), ...(expect ? { expect } : {}) };
};

const readGateRows = (
  gate: Json | undefined,
  path: SuitePath,
  names: readonly string[],
  context: ComplianceContext,
): readonly Expectation[] | undefined => {
  const expect = member(gate, "expect") as readonly Expectation[] | undefined;
  const scope: RowScope = { names, facts: false };
  if (expect) context.checkLater(expect, [...path, "expect"], scope);
  return expect;
};
