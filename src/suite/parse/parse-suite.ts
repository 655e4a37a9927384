import { resolve } from "node:path";
import suiteSchema from "../../../schemas/suite.schema.json" with { type: "json" };
import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { ToolPolicy } from "../../capture/tool-policy.ts";
import type { Condition } from "../../judge/core/rule.ts";
import { describeValue } from "../../judge/corpus/read-rows.ts";
import { readVersion } from "../../judge/corpus/sep-versions.ts";
import { regexFor } from "../../judge/regex-engine.ts";
import { DISCOVERABILITY_GRADES } from "../../scores/discoverability/discoverability.ts";
import { LOCK_GATES } from "../../scores/lock/lock.ts";
import { type Gate, parseGates } from "../../scores/result/gate.ts";
import { didYouMean, type Problem, type SuitePath } from "../problem.ts";
import { type RowScope, rowProblems } from "../rules/row-problems.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { Suite } from "../suite.ts";
import { matcherProblems } from "./matcher-problems.ts";
import { readCompliance, wordSpecVersion } from "./read-compliance.ts";
import { readFunctional } from "./read-functional.ts";
import { readServers } from "./read-servers.ts";
import { resolveCandidates } from "./release-candidates.ts";
import { shapeProblems } from "./shape-problems.ts";
import { fillInVariables } from "./variables.ts";
import { readYamlSource } from "./yaml-source.ts";

export const SUITE_SCHEMA = suiteSchema as unknown as JsonObject;

export interface SuiteContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the file, absolute. */
  readonly folder: string;
  readonly book: RuleBook;
}

/** Throws SuiteError, with everything that is wrong, and nothing else. */
export const parseSuite = async (text: string, file: string, context: SuiteContext): Promise<Suite> => {
  const source = readYamlSource(text, file);
  const filled = fillInVariables(source.value, context.env, context.folder);
  const isHidden = (path: SuitePath): boolean =>
    path.some((step) => step === "headers" || step === "env" || step === "auth" || step === "variables") ||
    filled.isFromEnvironment(path);
  const { value, notes } = resolveCandidates(filled.value, context.book);
  const shape = [...filled.problems, ...shapeProblems(value, SUITE_SCHEMA, isHidden).map(wordSpecVersion)];
  if (!isJsonObject(value)) return source.fail(shape);
  if (shape.length > 0) return source.fail([...shape, ...testProblems(value, shape)]);
  const problems: Problem[] = [];
  const rows: { rows: readonly Condition[]; path: SuitePath; scope: RowScope }[] = [];
  const { servers, problems: serverProblems } = readServers(value, source.value);
  problems.push(...serverProblems);
  const names = [...servers.keys()];
  const known = (name: string, path: SuitePath): void => {
    if (!servers.has(name)) problems.push({ path, message: unknownServer(name, names) });
  };
  const pickServers = (lane: Json | undefined, path: SuitePath): readonly string[] => {
    const wanted = member(lane, "server");
    if (wanted === undefined) return names;
    const list = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
    list.forEach((name, index) => {
      known(name, Array.isArray(wanted) ? [...path, "server", index] : [...path, "server"]);
    });
    return [...new Set(list)];
  };
  const pickServer = (name: string | undefined, path: SuitePath): string => {
    if (name !== undefined) known(name, [...path, "server"]);
    else if (names.length > 1)
      problems.push({ path, message: `the suite has several servers; add server: with one of ${names.join(", ")}` });
    return name ?? names[0] ?? "";
  };
  const compliance = readCompliance(value["compliance"], {
    book: context.book,
    pickServers,
    pickServer,
    checkLater: (list, path, scope) => void rows.push({ rows: list, path, scope }),
    report: (problem) => void problems.push(problem),
  });
  const tests = readFunctional(value, {
    pickServer,
    report: (problem) => void problems.push(problem),
  });
  problems.push(...(await matcherProblems(tests)));
  const regex = await regexFor(rows.flatMap((entry) => entry.rows));
  for (const entry of rows) problems.push(...rowProblems(entry.rows, entry.path, entry.scope, regex));
  const lanes = readLanes(value, pickServers, (problem) => void problems.push(problem));
  const failOn = readFailOn(member(value, "fail_on"), (problem) => void problems.push(problem));
  const maxTokens = readMaxTokens(member(value, "max_tokens"), (problem) => void problems.push(problem));
  const needing = lacksServer(value, names);
  if (needing !== undefined) {
    const message = `${needing} needs a server; add server: with a command or a url`;
    problems.push({ path: [needing], message, atKey: true });
  }
  if (problems.length > 0) return source.fail(problems);
  return defined({
    file,
    folder: context.folder,
    name: stringMember(value, "name"),
    servers,
    tools: stringMember(value, "tools") as ToolPolicy | undefined,
    failOn,
    lock: readLock(member(value, "lock")),
    maxTokens,
    compliance,
    ...lanes,
    tests,
    secrets: filled.secrets,
    notes,
    spot: (path: SuitePath) => source.spot(path),
    resolve: (path: string) => resolve(context.folder, path),
  });
};

/** What else is wrong with the tests. What is said of a part that has no proper shape may follow from that alone, and is left out. */
const testProblems = (value: JsonObject, shape: readonly Problem[]): readonly Problem[] => {
  const problems: Problem[] = [];
  const isTold = ({ path }: Problem): boolean => shape.some((known) => isWithin(known.path, path));
  readFunctional(value, {
    pickServer: (name) => name ?? "",
    report: (problem) => void (isTold(problem) || problems.push(problem)),
  });
  return problems;
};

const isWithin = (path: SuitePath, whole: SuitePath): boolean => whole.every((step, index) => path[index] === step);

const readFailOn = (written: Json | undefined, report: (problem: Problem) => void): readonly Gate[] | undefined => {
  if (written === undefined) return undefined;
  const read = parseGates([written].flat().map(String).join(","));
  if ("gates" in read) return read.gates;
  report({ path: ["fail_on"], message: read.problem });
  return undefined;
};

/** The shape has been checked. */
const readLock = (written: Json | undefined): Suite["lock"] => {
  const file = typeof written === "string" ? written : stringMember(written, "file");
  if (file === undefined) return undefined;
  return { file, failOn: LOCK_GATES.find((gate) => gate === member(written, "fail_on")) ?? "meaning" };
};

const readMaxTokens = (written: Json | undefined, report: (problem: Problem) => void): number | undefined => {
  if (typeof written !== "number") return undefined;
  if (Number.isInteger(written) && written > 0) return written;
  report({ path: ["max_tokens"], message: `expected a whole number of tokens, such as 8000, found ${written}` });
  return undefined;
};

/** The first lane that needs a server in a suite without one. */
const lacksServer = (suite: JsonObject, names: readonly string[]): string | undefined => {
  if (names.length > 0) return undefined;
  const compliance = member(suite, "compliance");
  const tests = Array.isArray(compliance) ? compliance : member(compliance, "tests");
  const onlyGates = Array.isArray(tests) && tests.length === 0 && member(compliance, "grade_delta") === undefined;
  if (compliance !== undefined && !onlyGates) return "compliance";
  return ["fail_on", "lock", "max_tokens", "tests", "conformance", "audit", "invariants"].find(
    (lane) => suite[lane] !== undefined && suite[lane] !== false,
  );
};

const readLanes = (
  suite: JsonObject,
  pickServers: (lane: Json | undefined, path: SuitePath) => readonly string[],
  report: (problem: Problem) => void,
): Pick<Suite, "conformance" | "audit" | "invariants"> => {
  const lane = (name: string): Json | undefined => (suite[name] === false ? undefined : suite[name]);
  const [conformance, audit, invariants] = ["conformance", "audit", "invariants"].map(lane);
  const version = stringMember(conformance, "target_version");
  const targetVersion = version === undefined || version === "latest" ? undefined : readVersion(version);
  if (version !== undefined && version !== "latest" && targetVersion === undefined)
    report({
      path: ["conformance", "target_version"],
      message: `${describeValue(version)} is not a version; write a date such as 2026-07-28`,
    });
  const minGrade = DISCOVERABILITY_GRADES.find((grade) => grade === member(audit, "min_grade"));
  const failOn = (["must", "should", "never"] as const).find((level) => level === member(conformance, "fail_on"));
  const present = <T>(found: Json | undefined, block: () => T): T | undefined =>
    found === undefined ? undefined : block();
  return defined({
    conformance: present(conformance, () =>
      defined({
        servers: pickServers(conformance, ["conformance"]),
        failOn: failOn ?? "must",
        targetVersion,
        corpusDir: stringMember(conformance, "corpus_dir"),
      }),
    ),
    audit: present(audit, () => defined({ servers: pickServers(audit, ["audit"]), minGrade })),
    invariants: present(invariants, () => ({
      servers: pickServers(invariants, ["invariants"]),
      transport: member(invariants, "transport") === "shared" ? ("shared" as const) : ("separate" as const),
    })),
  });
};

const unknownServer = (name: string, names: readonly string[]): string =>
  `unknown server ${describeValue(name)}; ${didYouMean(name, names, `the suite has ${names.join(", ") || "none"}`)}`;
