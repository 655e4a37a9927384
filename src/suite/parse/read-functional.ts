import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Functional, FunctionalTest, Identity, SuiteCommand, SuiteMask } from "../functional.ts";
import type { Problem, SuitePath } from "../problem.ts";
import { namesIn, writtenCases } from "../saved-names.ts";
import { readAnswers } from "./read-answers.ts";
import { readValues } from "./read-servers.ts";
import { readMasks, readRepeat, readStep } from "./read-step.ts";

export interface FunctionalContext {
  /** The server a test is for; reports a problem where that is unclear. */
  pickServer(name: string | undefined, path: SuitePath): string;
  report(problem: Problem): void;
}

/** The tests: block and the identities of a suite. */
export const readFunctional = (suite: JsonObject, context: FunctionalContext): Functional | undefined => {
  const tests = member(suite, "tests");
  if (tests === undefined) return undefined;
  const identities = readIdentities(member(suite, "identities"));
  const settings = isJsonObject(tests) ? tests : {};
  const masks = readMasks(settings["mask"], ["tests", "mask"], context);
  const { cases, path } = writtenCases(suite);
  const read = cases.flatMap((entry, index) => {
    const at = [...path, index];
    if (!isJsonObject(entry)) return [];
    return [readTest(entry, at, { ...context, identities: [...identities.keys()], masks })];
  });
  reportTwins(read, context);
  const rules = (["must", "should", "never"] as const).find((known) => known === settings["rules"]);
  return {
    cases: read,
    serverPerTest: settings["server_per"] === "test",
    setup: readCommands(settings["setup"]),
    teardown: readCommands(settings["teardown"]),
    env: readValues(settings["env"]),
    rules: rules ?? "report",
    identities,
  };
};

/** Snapshots and reports know a test by its name. */
const reportTwins = (tests: readonly FunctionalTest[], { report }: FunctionalContext): void => {
  const seen = new Set<string>();
  for (const { name, path } of tests) {
    if (name !== "" && seen.has(name))
      report({
        path: [...path, "name"],
        message: `two tests are named ${JSON.stringify(name.slice(0, 60))}; rename one`,
      });
    seen.add(name);
  }
};

const readIdentities = (value: Json | undefined): ReadonlyMap<string, Identity> =>
  new Map(
    Object.entries(isJsonObject(value) ? value : {}).map(([name, entry]) => [
      name,
      defined({
        bearerTokenEnv: stringMember(entry, "bearer_token_env"),
        headers: readValues(member(entry, "headers")),
        env: readValues(member(entry, "env")),
      }),
    ]),
  );

export const readCommands = (value: Json | undefined): readonly SuiteCommand[] => {
  if (typeof value === "string") return [value];
  return (Array.isArray(value) ? value : []).map((entry) => (Array.isArray(entry) ? entry.map(String) : String(entry)));
};

interface TestContext extends FunctionalContext {
  readonly identities: readonly string[];
  readonly masks: readonly SuiteMask[];
}

/** What a test with steps says in its steps. */
const OF_STEPS = ["expect", "save", "within", "snapshot", "as"] as const;

const readTest = (entry: JsonObject, path: SuitePath, context: TestContext): FunctionalTest => {
  const { report } = context;
  const written = member(entry, "steps");
  const several = Array.isArray(written);
  if (several)
    for (const key of OF_STEPS.filter((name) => entry[name] !== undefined))
      report({
        path: [...path, key],
        message: `${key} belongs to a step when there are steps:; move it there`,
        atKey: true,
      });
  const masks = [...context.masks, ...(several ? readMasks(entry["mask"], [...path, "mask"], context) : [])];
  const steps = several
    ? written.flatMap((step, index) => {
        const read = isJsonObject(step) ? readStep(step, [...path, "steps", index], { ...context, masks }) : undefined;
        return read ? [read] : [];
      })
    : [readStep(entry, path, context)].flatMap((step) => step ?? []);
  reportUnsaved(several ? listMember(entry, "steps") : [entry], several ? [...path, "steps"] : path, several, context);
  return defined({
    name: stringMember(entry, "name") ?? "",
    server: context.pickServer(stringMember(entry, "server"), path),
    path,
    steps,
    repeat: several ? readRepeat(entry["repeat"], [...path, "repeat"], context) : 1,
    answers: readAnswers(member(entry, "answers"), [...path, "answers"], report),
    setup: readCommands(entry["setup"]),
    teardown: readCommands(entry["teardown"]),
  });
};

/** A saved value can be used from the next step on. What is left of `${…}` here is no variable of the suite. */
const reportUnsaved = (
  written: readonly Json[],
  path: SuitePath,
  several: boolean,
  { report }: FunctionalContext,
): void => {
  const known = new Set<string>();
  written.forEach((step, index) => {
    const { save, name: _name, ...rest } = isJsonObject(step) ? step : {};
    for (const name of new Set(namesIn(rest as Json)))
      if (!known.has(name))
        report({
          path: several ? [...path, index] : path,
          message: `\${${name.slice(0, 40)}} is used before a step has saved it; save it in an earlier step`,
        });
    for (const name of isJsonObject(save) ? Object.keys(save) : []) known.add(name);
  });
};
