import { groupBy } from "../../base/group-by.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listMember,
  member,
  stringMember,
  valueAt,
} from "../../base/json.ts";
import { type Untrusted, untrusted } from "../../base/untrusted.ts";
import type { Capture } from "../../capture/capture.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import { toolOf } from "../../judge/core/facts/calls.ts";
import type { JsonTypeName } from "../../judge/core/rule.ts";
import { openView } from "../../judge/core/view.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { ToolRow } from "../../scores/tools/tool-outcomes.ts";
import { toolRows, workedTools } from "../../scores/tools/tool-rows.ts";

/** A call that the probe made and the shape of what came back, as a functional test. */
export interface StarterCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly expect: readonly { readonly target: string; readonly type: JsonTypeName }[];
}

export interface StarterCalls {
  readonly kept: readonly StarterCall[];
  /** Called, but the answer was an error or none: nothing to expect again. */
  readonly left: readonly string[];
  /** Never called, by the reason: `it does not declare readOnlyHint: true`. */
  readonly notCalled: readonly { readonly reason: Untrusted; readonly tools: readonly Untrusted[] }[];
}

/** Members of one answer that are written down; the rest is for whoever knows the tool. */
const MOST_MEMBERS = 8;

/** Every tool that was called with success, once. The types of an answer change less than its values. */
export const starterCalls = (capture: Capture, revision: Revision): StarterCalls => {
  const kept: StarterCall[] = [];
  const left: string[] = [];
  const view = openView(capture, revision);
  const scripted = groupBy(view.records.filter(isScripted), (record) => toolOf(record));
  for (const { name, calls } of workedTools(view)) {
    const records = [...calls.map(({ record }) => record), ...(scripted.get(name) ?? [])];
    if (records.length === 0) continue;
    const drafts = records.flatMap(({ exchange }) => draft(name, exchange.request, exchange.response));
    const [first] = drafts;
    if (first) kept.push(first);
    else left.push(name);
  }
  const called = new Set([...kept.map(({ tool }) => tool), ...left]);
  return { kept, left, notCalled: byReason(toolRows(view).filter(({ name }) => !called.has(name))) };
};

/** Somebody's own call, by `mcptest call`, a functional test or a program: it is named after its method, and no question of the plan. */
const isScripted = ({ method, step, exchange }: ExchangeRecord): boolean =>
  method === "tools/call" && step === method && exchange.deliberate !== true;

const byReason = (rows: readonly ToolRow[]): StarterCalls["notCalled"] => {
  const groups = groupBy(
    rows.filter(({ called }) => !called),
    ({ reason }) => reason ?? untrusted("no reason is known"),
  );
  return [...groups].map(([reason, group]) => ({ reason, tools: group.map(({ name }) => name) }));
};

const draft = (tool: string, request: Json | undefined, response: Json | undefined): readonly StarterCall[] => {
  const result = member(response, "result");
  const given = valueAt(request, "params", "arguments");
  const args = isJsonObject(given) ? given : {};
  if (!isJsonObject(result) || result["isError"] === true || result["resultType"] === "input_required") return [];
  if (!isWritable(tool) || !isWritable(JSON.stringify(args))) return [];
  return [{ tool, arguments: args, expect: shapeOf(result) }];
};

/** Printable, and nothing that was replaced because it was a secret. */
const isWritable = (text: string): boolean =>
  text.length <= 2_000 && /^[\x20-\x7e]*$/.test(text) && !text.includes("[redacted:");

const shapeOf = (result: JsonObject): StarterCall["expect"] => {
  const structured = member(result, "structuredContent");
  if (isJsonObject(structured)) return membersOf(structured, "result.structuredContent");
  const [first] = listMember(result, "content");
  const value = jsonIn(stringMember(first, "text"));
  if (isJsonObject(value) && listMember(result, "content").length === 1) return membersOf(value, "json");
  return stringMember(first, "text") === undefined
    ? [{ target: "result.content", type: "array" }]
    : [{ target: "text", type: "string" }];
};

/** What is null today may be something tomorrow, so it is left out. */
const membersOf = (value: JsonObject, path: string): StarterCall["expect"] => {
  const members = Object.entries(value).flatMap(([name, entry]) => {
    const type = typeOf(entry);
    return type === undefined || !/^[A-Za-z0-9_$-]{1,60}$/.test(name) ? [] : [{ target: `${path}.${name}`, type }];
  });
  return members.length === 0 ? [{ target: path, type: "object" }] : members.slice(0, MOST_MEMBERS);
};

const typeOf = (value: Json): JsonTypeName | undefined => {
  if (value === null) return undefined;
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "object";
  }
};

const jsonIn = (text: string | undefined): Json | undefined => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
};
