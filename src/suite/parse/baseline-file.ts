import { isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from "yaml";
import baselineSchema from "../../../schemas/baseline.schema.json" with { type: "json" };
import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../../base/json.ts";
import { describeValue, EXAMPLE_RULE_ID, isRuleId } from "../../judge/corpus/read-rows.ts";
import type { BaselineEntry } from "../../scores/result/baseline.ts";
import type { Problem } from "../problem.ts";
import { shapeProblems } from "./shape-problems.ts";
import { readYamlSource } from "./yaml-source.ts";

const SCHEMA = baselineSchema as unknown as JsonObject;

/** Throws SuiteError. */
export const readBaseline = (text: string, file: string): readonly BaselineEntry[] => {
  const source = readYamlSource(text, file);
  const problems: Problem[] = [...shapeProblems(source.value, SCHEMA)];
  if (problems.length > 0) return source.fail(problems);
  const list = (source.value as { server: Json[] }).server;
  const entries = list.map(readEntry);
  entries.forEach(({ rule_id }, index) => {
    const path = ["server", index, ...(isJsonObject(list[index]) ? ["rule_id"] : [])];
    if (!isRuleId(rule_id))
      problems.push({
        path,
        message: `expected a rule id such as ${EXAMPLE_RULE_ID}, found ${describeValue(rule_id)}`,
      });
    else if (entries.findIndex((entry) => entry.rule_id === rule_id) !== index)
      problems.push({ path, message: `${rule_id} is listed twice; keep one` });
  });
  return problems.length > 0 ? source.fail(problems) : entries;
};

const readEntry = (value: Json): BaselineEntry => {
  if (typeof value === "string") return { rule_id: value };
  return defined({
    rule_id: stringMember(value, "rule_id") ?? "",
    reason: stringMember(value, "reason"),
    tracking: stringMember(value, "tracking"),
  });
};

const HEAD = ` Rules that are known to fail. A run fails when a rule that is not listed fails, and when a rule that is
 listed passes. An entry may also be {rule_id: ${EXAMPLE_RULE_ID}, reason: why, tracking: link}.`;

/** The file with exactly `failing` in its list; entries that stay keep their reasons, their order and their comments. */
export const updateBaseline = (text: string | undefined, failing: readonly string[]): string => {
  if (text === undefined || text.trim() === "") {
    const fresh = parseDocument("server: []\n");
    fresh.commentBefore = HEAD;
    fresh.set("server", fresh.createNode([...failing]));
    return fresh.toString();
  }
  const document = parseDocument(text);
  const list = document.get("server") as YAMLSeq | undefined;
  if (!isSeq(list)) return updateBaseline(undefined, failing);
  const idOf = (item: unknown): string | undefined => {
    if (isScalar(item)) return String(item.value);
    return isMap(item) ? String(item.get("rule_id")) : undefined;
  };
  list.items = list.items.filter((item) => failing.includes(idOf(item) ?? ""));
  const listed = new Set(list.items.map(idOf));
  for (const id of failing) if (!listed.has(id)) list.add(document.createNode(id));
  if (list.items.length > 0) list.flow = false;
  return document.toString({ lineWidth: 0 });
};
