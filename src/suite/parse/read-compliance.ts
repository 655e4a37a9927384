import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { Expectation } from "../../judge/core/rule.ts";
import { revisionLabel } from "../../judge/corpus/corpus.ts";
import { parseRevision, REVISIONS, type Revision } from "../../protocol/revision.ts";
import { didYouMean, type Problem, type SuitePath } from "../problem.ts";
import type { RowScope } from "../rules/row-problems.ts";
import { GRADE_TARGETS, SPEC_TARGETS, type SpecVersionCheck, type SuiteCompliance } from "../suite.ts";
import { readTests, type TestContext } from "./read-tests.ts";

export interface ComplianceContext extends Omit<TestContext, "specVersion"> {
  pickServers(lane: Json | undefined, path: SuitePath): readonly string[];
}

/** The values a pin may have, as the folders under compliance/ are named. */
const SPEC_VERSIONS = REVISIONS.map(revisionLabel);

const PIN: SuitePath = ["compliance", "spec_version"];

/** Names a stale or misspelled pin as such; the schema would only list the choices. */
export const wordSpecVersion = (problem: Problem): Problem => {
  if (problem.path.join("/") !== PIN.join("/")) return problem;
  const found = /found (.*?)(?:; did you mean .*)?$/.exec(problem.message)?.[1] ?? "";
  return { ...problem, message: unknownVersion("compliance spec_version", found) };
};

const unknownVersion = (what: string, found: string): string => {
  const version = found.replaceAll('"', "");
  const hint = didYouMean(version, SPEC_VERSIONS);
  return `unknown ${what}: ${version}; ${hint && `${hint} `}accepted: ${SPEC_VERSIONS.join(", ")}`;
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
  const delta = member(value, "grade_delta");
  const expect = readGateRows(delta, ["compliance", "grade_delta"], GRADE_TARGETS, context);
  return defined({
    specVersion,
    specVersionCheck: readCheck(value, specVersion, context),
    gradeDelta: delta === undefined ? undefined : defined({ against: stringMember(delta, "against") ?? "", expect }),
    baseline: stringMember(value, "baseline"),
    servers: context.pickServers(value, ["compliance"]),
    tests: Array.isArray(tests) ? readTests(tests, ["compliance", "tests"], { ...context, specVersion }) : undefined,
  });
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
      message:
        "spec_version_check compares with compliance.spec_version, which is missing; add spec_version next to it",
      atKey: true,
    });
  const against = stringMember(check, "against");
  if (against !== undefined && !LOOKS_LIKE_REVISION.test(against))
    context.report({ path: [...path, "against"], message: unknownVersion("spec_version_check against", against) });
  return defined({ against, expect: readGateRows(check, path, SPEC_TARGETS, context) });
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
