import { isDefined } from "../judge/invariants/defined-methods.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../model/json.ts";
import { nearestNames } from "../model/nearest-names.ts";
import type { Revision } from "../model/revision.ts";
import type { Condition, Expectation } from "../model/rule.ts";
import { ANSWER_MEMBERS, type RowScope } from "./check-rows.ts";
import type { Problem, SuitePath } from "./problem.ts";
import type { RuleBook } from "./rule-book.ts";
import type { SuiteTest } from "./suite.ts";

/** The requests of a client that a probe sends. */
export const METHODS = [
  "initialize",
  "server/discover",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "subscriptions/listen",
  "tasks/list",
  "tasks/get",
  "tasks/result",
  "tasks/cancel",
  "tasks/update",
] as const;

const RULE_ID = /^[A-Z][A-Z0-9]*-[0-9]{3,}$/;
const NAMED_BY_RULE = /^([A-Z][A-Z0-9]*-[0-9]{3,})(?![\w-])/;

export interface TestContext {
  readonly book: RuleBook;
  readonly specVersion: Revision | undefined;
  /** The server a test means, or a problem. */
  pickServer(name: string | undefined, path: SuitePath): string;
  /** Checks targets and matchers of rows once all are known. */
  checkLater(rows: readonly Condition[], path: SuitePath, scope: RowScope): void;
  report(problem: Problem): void;
}

/** The tests of a list whose shape has been checked. */
export const readTests = (value: readonly Json[], path: SuitePath, context: TestContext): readonly SuiteTest[] =>
  value.flatMap((entry, index) => (isJsonObject(entry) ? [readTest(entry, [...path, index], context)] : []));

const readTest = (entry: JsonObject, path: SuitePath, context: TestContext): SuiteTest => {
  const name = stringMember(entry, "name") ?? "";
  const check = stringMember(entry, "check");
  const inName = NAMED_BY_RULE.exec(name)?.[1];
  const byRule = check !== undefined && RULE_ID.test(check);
  const ruleId = byRule ? check : inName;
  const method = byRule ? undefined : check;
  const when = entry["when"] as readonly Condition[] | undefined;
  const expect = entry["expect"] as readonly Expectation[] | undefined;
  if (check === undefined && inName === undefined)
    context.report({
      path,
      message: `test ${JSON.stringify(name.slice(0, 60))} says nothing to check; add check: with a method (tools/list) or a rule id (PROTO-002)`,
    });
  if (method !== undefined && !METHODS.some((known) => known === method))
    context.report({ path: [...path, "check"], message: unknownMethod(method) });
  // A rule id in a name is only a label where the test brings its own expectations for a method.
  if (ruleId !== undefined) checkRule(ruleId, [...path, byRule ? "check" : "name"], context);
  const scope: RowScope =
    method === undefined
      ? {
          names: [],
          facts: true,
          noAnswer:
            "is read from an answer; add check: and the method whose answer it is (initialize, say), or begin with a fact",
        }
      : { names: ANSWER_MEMBERS, facts: true };
  for (const [key, rows] of Object.entries({ when, expect })) if (rows) context.checkLater(rows, [...path, key], scope);
  return {
    name,
    server: context.pickServer(stringMember(entry, "server"), path),
    path,
    ...(ruleId === undefined ? {} : { ruleId }),
    ...(method === undefined ? {} : { method }),
    ...(when ? { when } : {}),
    ...(typeof entry["each"] === "boolean" ? { each: entry["each"] } : {}),
    ...(expect ? { expect } : {}),
  };
};

const unknownMethod = (method: string): string => {
  const [near] = nearestNames(method, METHODS, 1);
  if (isDefined(method) && near === undefined)
    return `${JSON.stringify(method)} is not a request that a client sends to a server; use one of ${METHODS.slice(0, 5).join(", ")} …`;
  const hint =
    near === undefined ? `use one of ${METHODS.slice(0, 6).join(", ")} … or a rule id` : `did you mean ${near}?`;
  return `unknown check ${JSON.stringify(method.slice(0, 60))}; ${hint}`;
};

const checkRule = (id: string, path: SuitePath, { book, specVersion, report }: TestContext): void => {
  if (id.startsWith("INV-")) {
    report({ path, message: `${id} is a property of whole sessions; add invariants: true to the suite instead` });
    return;
  }
  if (specVersion !== undefined && book.find(specVersion, id)) return;
  const carriers = book.revisionsOf(id);
  if (carriers.length > 0) {
    if (specVersion !== undefined)
      report({ path, message: `${id} is no rule of ${specVersion}; it stands in ${carriers.join(", ")}` });
    return;
  }
  const near = nearestNames(id, book.ids(), 2);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "mcptest compliance rules lists them";
  report({ path, message: `unknown rule ${id}; ${hint}` });
};
