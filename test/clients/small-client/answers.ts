// How a client of ours answers what it is asked, in either era.

import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../../src/base/json.ts";
import type { AnswerRules } from "../../../src/probe/scenario/scenario.ts";

export type Answering = (params: Json | undefined, rules: AnswerRules) => JsonObject;

/** A value for a field of a form: its default, else the second choice, else something that fits. */
const valueFor = (field: Json): Json => {
  const given = member(field, "default");
  if (given !== undefined) return given;
  const choices = choicesOf(field);
  switch (stringMember(field, "type")) {
    case "array": {
      const items = choicesOf(member(field, "items"));
      const least = Number(member(field, "minItems") ?? 1);
      return items.slice(1, 1 + Math.max(1, least));
    }
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Number(member(field, "minimum") ?? 1);
    default:
      return choices[1] ?? choices[0] ?? (stringMember(field, "format") === "email" ? "ada@example.com" : "Ada");
  }
};

const choicesOf = (field: Json | undefined): readonly Json[] => {
  const titled = [...listMember(field, "oneOf"), ...listMember(field, "anyOf")].flatMap(
    (one) => member(one, "const") ?? [],
  );
  return titled.length > 0 ? titled : listMember(field, "enum");
};

const elicit: Answering = (params, { elicitation = "accept" }) => {
  if (elicitation !== "accept" || stringMember(params, "mode") === "url") return { action: elicitation };
  const properties = member(member(params, "requestedSchema"), "properties");
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  return { action: "accept", content: Object.fromEntries(fields.map(([key, field]) => [key, valueFor(field)])) };
};

const textsOf = (params: Json | undefined): string =>
  listMember(params, "messages")
    .map((message) => stringMember(member(message, "content"), "text") ?? "")
    .join(" ");

const sample: Answering = (params, { sampling }) => {
  if (sampling === "refuse") return { error: { code: -1, message: "User rejected sampling request" } };
  const [tool] = listMember(params, "tools");
  const name = stringMember(tool, "name");
  if (name !== undefined && stringMember(member(params, "toolChoice"), "mode") !== "none")
    return {
      ...{ role: "assistant", model: "small", stopReason: "toolUse" },
      content: [{ type: "tool_use", id: "use-1", name, input: { place: "Paris" } }],
    };
  return {
    role: "assistant",
    content: { type: "text", text: sampling === "echo" ? textsOf(params) : "Tea." },
    model: "small",
  };
};

/** Every assistant message with tool_use is followed by its results, and by nothing else. */
export const isUnbalanced = (params: Json | undefined): boolean => {
  const blocks = listMember(params, "messages").map((message) => {
    const content = member(message, "content");
    return Array.isArray(content) ? content : content === undefined ? [] : [content];
  });
  return blocks.some((own, index) => {
    const results = own.filter((block) => stringMember(block, "type") === "tool_result");
    if (results.length > 0 && results.length < own.length) return true;
    const uses = own.flatMap((block) =>
      stringMember(block, "type") === "tool_use" ? (stringMember(block, "id") ?? "") : [],
    );
    const answered = (blocks[index + 1] ?? []).flatMap((block) => stringMember(block, "toolUseId") ?? []);
    return uses.some((id) => !answered.includes(id));
  });
};

export const ANSWERS: Readonly<Record<string, Answering>> = {
  ping: () => ({}),
  "roots/list": () => ({ roots: [{ uri: "file:///home/ada/project", name: "project" }] }),
  "sampling/createMessage": sample,
  "elicitation/create": elicit,
};

const FEATURES: Readonly<Record<string, string>> = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
};

/** What is wrong with a question, as an error; undefined where it can be answered. */
export const refusalOf = (
  method: string,
  params: Json | undefined,
  capabilities: JsonObject,
): JsonObject | undefined => {
  const feature = FEATURES[method];
  const declared = feature === undefined ? {} : capabilities[feature];
  if (ANSWERS[method] === undefined || declared === undefined) return { code: -32601, message: "Method not found" };
  const isWhole =
    feature === "sampling"
      ? Array.isArray(member(params, "messages"))
      : feature !== "elicitation" || stringMember(params, "message") !== undefined;
  if (!isWhole) return { code: -32602, message: "Invalid params" };
  const wantsTools = member(params, "tools") !== undefined || member(params, "toolChoice") !== undefined;
  if (feature === "sampling" && wantsTools && member(declared, "tools") === undefined)
    return { code: -32602, message: "No tools" };
  if (feature === "sampling" && isUnbalanced(params)) return { code: -32602, message: "Tool results are missing" };
  if (feature === "elicitation" && !modesOf(declared).includes(stringMember(params, "mode") ?? "form"))
    return { code: -32602, message: "Unsupported mode" };
  return undefined;
};

/** Nothing named means forms. */
const modesOf = (declared: Json): readonly string[] => {
  const named = ["form", "url"].filter((mode) => member(declared, mode) !== undefined);
  return named.length === 0 ? ["form"] : named;
};
