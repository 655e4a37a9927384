import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import type { Condition, Expectation } from "../../judge/core/rule.ts";
import { EXAMPLE_RULE_ID, isRuleId } from "../../judge/corpus/read-rows.ts";
import { CLIENT_METHODS, isMethod } from "../../protocol/methods.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Problem, SuitePath } from "../problem.ts";
import { ANSWER_MEMBERS, type RowScope } from "../rules/row-problems.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SuiteTest } from "../suite.ts";

const NAMED_BY_RULE = /^([A-Z][A-Z0-9]*-[0-9]{3,})(?![\w-])/;

export interface TestContext {
  readonly book: RuleBook;
  readonly specVersion: Revision | undefined;
  /** The server a test is for; reports a problem where that is unclear. */
  pickServer(name: string | undefined, path: SuitePath): string;
  /** Has the targets and matchers of rows checked once all rows are known. */
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
  const byRule = check !== undefined && isRuleId(check);
  const ruleId = byRule ? check : inName;
  const method = byRule ? undefined : check;
  const when = entry["when"] as readonly Condition[] | undefined;
  const expect = entry["expect"] as readonly Expectation[] | undefined;
  if (check === undefined && inName === undefined)
    context.report({
      path,
      message: `test ${JSON.stringify(name.slice(0, 60))} does not say what to check; add check: with a method (tools/list) or a rule id (${EXAMPLE_RULE_ID})`,
    });
  if (method !== undefined && !CLIENT_METHODS.some((known) => known === method))
    context.report({ path: [...path, "check"], message: unknownMethod(method) });
  // In a test with its own expectations for a method, a rule id in the name is only a label.
  if (ruleId !== undefined) checkRule(ruleId, [...path, byRule ? "check" : "name"], context);
  const scope: RowScope =
    method === undefined
      ? {
          names: [],
          facts: true,
          noAnswer:
            "is part of an answer; add check: with the method that is answered (such as initialize), or start with a fact",
        }
      : { names: ANSWER_MEMBERS, facts: true };
  for (const [key, rows] of Object.entries({ when, expect })) if (rows) context.checkLater(rows, [...path, key], scope);
  return defined({
    name,
    server: context.pickServer(stringMember(entry, "server"), path),
    path,
    ruleId,
    method,
    when,
    each: typeof entry["each"] === "boolean" ? entry["each"] : undefined,
    expect,
  });
};

const unknownMethod = (method: string): string => {
  const [near] = nearestNames(method, CLIENT_METHODS, 1);
  if (isMethod(method) && near === undefined)
    return `${JSON.stringify(method)} is not a request that clients send to servers; use one of ${CLIENT_METHODS.slice(0, 5).join(", ")} …`;
  const hint =
    near === undefined ? `use one of ${CLIENT_METHODS.slice(0, 6).join(", ")} … or a rule id` : `did you mean ${near}?`;
  return `unknown check ${JSON.stringify(method.slice(0, 60))}; ${hint}`;
};

const checkRule = (id: string, path: SuitePath, { book, specVersion, report }: TestContext): void => {
  if (id.startsWith("INV-")) {
    report({ path, message: `${id} is about whole sessions; add invariants: true to the suite instead` });
    return;
  }
  if (specVersion !== undefined && book.find(specVersion, id)) return;
  // Whoever tested for it did nothing wrong; the run says that there is nothing to test any more.
  if (book.withdrawn(id) !== undefined) return;
  const carriers = book.revisionsOf(id);
  if (carriers.length > 0) {
    if (specVersion !== undefined)
      report({ path, message: `${id} is not a rule of ${specVersion}; it is one of ${carriers.join(", ")}` });
    return;
  }
  const near = nearestNames(id, book.ids(), 2);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "mcptest compliance rules lists them";
  report({ path, message: `unknown rule ${id}; ${hint}` });
};
