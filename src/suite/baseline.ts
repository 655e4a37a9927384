import { isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from "yaml";
import baselineSchema from "../../schemas/baseline.schema.json" with { type: "json" };
import type { BaselineEntry } from "../model/baseline.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../model/json.ts";
import { checkShape } from "./check-shape.ts";
import type { Problem } from "./problem.ts";
import { readYamlSource } from "./yaml-source.ts";

const RULE_ID = /^[A-Z][A-Z0-9]*-[0-9]{3,}$/;

const SCHEMA = baselineSchema as unknown as JsonObject;

/** Throws SuiteError. */
export const readBaseline = (text: string, file: string): readonly BaselineEntry[] => {
  const source = readYamlSource(text, file);
  const problems: Problem[] = [...checkShape(source.value, SCHEMA)];
  if (problems.length > 0) return source.fail(problems);
  const list = (source.value as { server: Json[] }).server;
  const entries = list.map(readEntry);
  entries.forEach(({ rule_id }, index) => {
    const path = ["server", index, ...(isJsonObject(list[index]) ? ["rule_id"] : [])];
    if (!RULE_ID.test(rule_id))
      problems.push({
        path,
        message: `expected a rule id such as PROTO-002, found ${JSON.stringify(rule_id.slice(0, 60))}`,
      });
    else if (entries.findIndex((entry) => entry.rule_id === rule_id) !== index)
      problems.push({ path, message: `${rule_id} is listed twice; keep one` });
  });
  return problems.length > 0 ? source.fail(problems) : entries;
};

const readEntry = (value: Json): BaselineEntry => {
  if (typeof value === "string") return { rule_id: value };
  const [reason, tracking] = [stringMember(value, "reason"), stringMember(value, "tracking")];
  return {
    rule_id: stringMember(value, "rule_id") ?? "",
    ...(reason === undefined ? {} : { reason }),
    ...(tracking === undefined ? {} : { tracking }),
  };
};

const HEAD = ` Rules that are known to fail. A rule that is not listed and fails turns the run red, and so does one that is
 listed and passes. An entry may also be {rule_id: PROTO-002, reason: why, tracking: link}.`;

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
