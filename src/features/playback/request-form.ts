import { canonicalOrNull } from "../../base/canonical.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";

/** A message as far as it decides which recorded answer fits: its kind, what it names, and its parameters. */
export interface RequestForm {
  /** `request tools/list`, `notification …`, `answer`, `batch`, `broken` or `nothing`. */
  readonly kind: string;
  readonly method: string | undefined;
  readonly id: Json | undefined;
  /** What is asked for by name: a tool, a resource, a prompt, a page, a task. Another one has another answer. */
  readonly identity: string;
  /** Everything that was sent but the id, the client's name and the value of its progress token; null: not to be compared. */
  readonly whole: string | null;
  /** The parameters without `_meta`. */
  readonly params: JsonObject;
  /** The revision that a request of the stateless era names. */
  readonly revision: string | undefined;
}

export const formOf = (message: Json | undefined, text: string | undefined): RequestForm => {
  // On stdio the bytes that were sent are kept with their newline, and a line is read without it.
  if (message === undefined)
    return plainForm(text === undefined ? "nothing" : "broken", text?.replace(/\r?\n$/, "") ?? null);
  if (Array.isArray(message)) return plainForm("batch", canonicalOrNull(message));
  if (!isJsonObject(message)) return plainForm("broken", canonicalOrNull(message));
  const method = member(message, "method");
  const id = member(message, "id");
  if (typeof method !== "string") {
    const isAnswer = method === undefined && (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"));
    return { ...plainForm(isAnswer ? "answer" : "broken", canonicalOrNull(comparable(message))), id };
  }
  const params = member(message, "params");
  const named = isJsonObject(params) ? params : {};
  const { _meta, ...bare } = named;
  const revision = member(_meta, META_KEY.protocolVersion);
  return {
    kind: `${id === undefined ? "notification" : "request"} ${method}`,
    method,
    id,
    identity: identityOf(method, named),
    whole: canonicalOrNull(comparable(message)),
    params: bare,
    revision: typeof revision === "string" ? revision : undefined,
  };
};

const plainForm = (kind: string, whole: string | null): RequestForm => ({
  kind,
  method: undefined,
  id: undefined,
  identity: "",
  whole,
  params: {},
  revision: undefined,
});

/** Who asks, under which id and with which progress token changes no answer. */
const comparable = (message: JsonObject): JsonObject => {
  const { id, params, ...others } = message;
  const kept = { ...others, ...(id === undefined ? {} : { id: id === null ? null : typeof id }) };
  if (!isJsonObject(params)) return params === undefined ? kept : { ...kept, params };
  return { ...kept, params: anonymous(params) };
};

const anonymous = (params: JsonObject): JsonObject => {
  const changed = withoutName(params, "clientInfo");
  const meta = member(changed, "_meta");
  if (!isJsonObject(meta)) return changed;
  const token = member(meta, "progressToken");
  const named = withoutName(meta, META_KEY.clientInfo);
  return { ...changed, _meta: token === undefined ? named : { ...named, progressToken: typeof token } };
};

/** An ordinary name and version say nothing; anything else was said on purpose. */
const withoutName = (value: JsonObject, key: string): JsonObject => {
  const client = member(value, key);
  const isOrdinary = typeof member(client, "name") === "string" && typeof member(client, "version") === "string";
  return isOrdinary ? { ...value, [key]: "a client" } : value;
};

/** The member of the parameters that names what is asked for. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "resources/subscribe": "uri",
  "resources/unsubscribe": "uri",
  "tools/list": "cursor",
  "resources/list": "cursor",
  "resources/templates/list": "cursor",
  "prompts/list": "cursor",
  "tasks/list": "cursor",
  "tasks/get": "taskId",
  "tasks/result": "taskId",
  "tasks/cancel": "taskId",
  "tasks/update": "taskId",
  "completion/complete": "ref",
  initialize: "protocolVersion",
};

const identityOf = (method: string, params: JsonObject): string => {
  const key = NAMED_BY[method];
  const named = key === undefined ? undefined : member(params, key);
  const state = member(params, "requestState");
  return canonicalOrNull([named ?? null, state ?? null]) ?? "";
};

/** In how many places two values differ; counted up to a bound, because a client may send anything. */
export const distance = (left: Json | undefined, right: Json | undefined, depth = 0): number => {
  if (left === right) return 0;
  if (depth > 32) return 1;
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    let sum = 0;
    for (const name of names) {
      sum += distance(member(left, name), member(right, name), depth + 1);
      if (sum > 1_000) return sum;
    }
    return sum;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    let sum = Math.abs(left.length - right.length);
    for (let index = 0; index < Math.min(left.length, right.length) && sum <= 1_000; index++)
      sum += distance(left[index], right[index], depth + 1);
    return sum;
  }
  return 1;
};
