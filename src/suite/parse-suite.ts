import { resolve } from "node:path";
import suiteSchema from "../../schemas/suite.schema.json" with { type: "json" };
import { loadRegex } from "../check/regex-engine.ts";
import { readVersion } from "../corpus/sep-versions.ts";
import { DISCOVERABILITY_GRADES } from "../model/discoverability.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../model/json.ts";
import { nearestNames } from "../model/nearest-names.ts";
import type { Condition } from "../model/rule.ts";
import { checkRows, type RowScope, usesRegex } from "./check-rows.ts";
import { checkShape, describe } from "./check-shape.ts";
import type { Problem, SuitePath } from "./problem.ts";
import { readCompliance, wordSpecVersion } from "./read-compliance.ts";
import { readServers } from "./read-servers.ts";
import type { RuleBook } from "./rule-book.ts";
import type { Suite, ToolWish } from "./suite.ts";
import { fillInVariables } from "./variables.ts";
import { readYamlSource } from "./yaml-source.ts";

export const SUITE_SCHEMA = suiteSchema as unknown as JsonObject;

export interface SuiteWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the file, absolute. */
  readonly folder: string;
  readonly book: RuleBook;
}

/** Text to suite. Throws SuiteError with everything that is wrong, and nothing else. */
export const parseSuite = async (text: string, file: string, world: SuiteWorld): Promise<Suite> => {
  const source = readYamlSource(text, file);
  const filled = fillInVariables(source.value, world.env, world.folder);
  const isHidden = (path: SuitePath): boolean =>
    path.some((step) => step === "headers" || step === "env" || step === "auth" || step === "variables") ||
    filled.isFromEnvironment(path);
  const shape = [...filled.problems, ...checkShape(filled.value, SUITE_SCHEMA, isHidden).map(wordSpecVersion)];
  if (shape.length > 0 || !isJsonObject(filled.value)) return source.fail(shape);
  const value = filled.value;
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
  const compliance = readCompliance(value["compliance"], {
    book: world.book,
    pickServers,
    pickServer: (name, path) => {
      if (name !== undefined) known(name, [...path, "server"]);
      else if (names.length > 1)
        problems.push({ path, message: `which server? add server: with one of ${names.join(", ")}` });
      return name ?? names[0] ?? "";
    },
    checkLater: (list, path, scope) => void rows.push({ rows: list, path, scope }),
    report: (problem) => void problems.push(problem),
  });
  const regex = rows.some((entry) => entry.rows.some(({ matcher }) => usesRegex(matcher)))
    ? await loadRegex()
    : undefined;
  for (const entry of rows) problems.push(...checkRows(entry.rows, entry.path, entry.scope, regex));
  const lanes = readLanes(value, pickServers, (problem) => void problems.push(problem));
  const needing = lacksServer(value, names);
  if (needing !== undefined)
    problems.push({
      path: [needing],
      message: `${needing} needs a server; add server: with a command or a url`,
      atKey: true,
    });
  if (problems.length > 0) return source.fail(problems);
  const name = stringMember(value, "name");
  const tools = stringMember(value, "tools") as ToolWish | undefined;
  return {
    file,
    folder: world.folder,
    ...(name === undefined ? {} : { name }),
    servers,
    ...(tools ? { tools } : {}),
    ...(compliance ? { compliance } : {}),
    ...lanes,
    spot: (path) => source.spot(path),
    resolve: (path) => resolve(world.folder, path),
  };
};

/** The first lane that cannot do without a server where there is none. */
const lacksServer = (suite: JsonObject, names: readonly string[]): string | undefined => {
  if (names.length > 0) return undefined;
  const compliance = member(suite, "compliance");
  const tests = Array.isArray(compliance) ? compliance : member(compliance, "tests");
  const onlyGates = Array.isArray(tests) && tests.length === 0 && member(compliance, "grade_delta") === undefined;
  if (compliance !== undefined && !onlyGates) return "compliance";
  return ["conformance", "audit", "invariants"].find((lane) => suite[lane] !== undefined && suite[lane] !== false);
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
      message: `${describe(version)} is not a version; write it as 2026-07-28, or with a suffix`,
    });
  const corpusDir = stringMember(conformance, "corpus_dir");
  const minGrade = DISCOVERABILITY_GRADES.find((grade) => grade === member(audit, "min_grade"));
  const failOn = (["must", "should", "never"] as const).find((level) => level === member(conformance, "fail_on"));
  return {
    ...(conformance === undefined
      ? {}
      : {
          conformance: {
            servers: pickServers(conformance, ["conformance"]),
            failOn: failOn ?? "must",
            ...(targetVersion === undefined ? {} : { targetVersion }),
            ...(corpusDir === undefined ? {} : { corpusDir }),
          },
        }),
    ...(audit === undefined
      ? {}
      : { audit: { servers: pickServers(audit, ["audit"]), ...(minGrade ? { minGrade } : {}) } }),
    ...(invariants === undefined
      ? {}
      : {
          invariants: {
            servers: pickServers(invariants, ["invariants"]),
            transport: member(invariants, "transport") === "shared" ? ("shared" as const) : ("separate" as const),
          },
        }),
  };
};

const unknownServer = (name: string, names: readonly string[]): string => {
  const [near] = nearestNames(name, names, 1);
  const hint = near === undefined ? `known: ${names.join(", ") || "none"}` : `did you mean ${near}?`;
  return `unknown server ${JSON.stringify(name.slice(0, 60))}; ${hint}`;
};
