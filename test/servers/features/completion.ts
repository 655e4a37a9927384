// completion/complete for prompt arguments and for the variables of resource templates.

import { INTERNAL_ERROR, INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../json-rpc.ts";
import type { Call } from "./call.ts";
import { findPrompt, TONES } from "./prompts.ts";
import { ENTRY_IDS, ENTRY_TEMPLATE, isKnownResource, TOPIC_TEMPLATE, TOPICS } from "./resources.ts";

const MOST_VALUES = 100;

export function complete(params: JsonObject, call: Call): JsonObject {
  const { ref, argument, context } = params;
  if (!isObject(ref)) throw new RpcError(INVALID_PARAMS, "The ref is missing");
  if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string") {
    throw new RpcError(INVALID_PARAMS, "The argument needs a name and a value");
  }
  if (context !== undefined && !isObject(context)) throw new RpcError(INVALID_PARAMS, "The context is not an object");
  if (call.core.checks("rate-limit") && !call.core.world.withinRateLimit()) {
    throw new RpcError(INTERNAL_ERROR, "Too many requests");
  }
  const found = rank(candidates(ref, argument.name), argument.value);
  const values = found.slice(0, MOST_VALUES);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}

// An argument nobody knows has no suggestions; only an unknown prompt or resource is an error.
function candidates(ref: JsonObject, argument: string): readonly string[] {
  if (ref.type === "ref/prompt" && typeof ref.name === "string") {
    if (findPrompt(ref.name) === undefined) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${ref.name}`);
    if (ref.name === "summarise" && argument === "topic") return TOPICS;
    if (ref.name === "summarise" && argument === "tone") return TONES;
    if (ref.name === "interview" && argument === "ask") return ["yes"];
    return [];
  }
  if (ref.type === "ref/resource" && typeof ref.uri === "string") {
    if (ref.uri === ENTRY_TEMPLATE) return argument === "id" ? ENTRY_IDS : [];
    if (ref.uri === TOPIC_TEMPLATE) return argument === "topic" ? TOPICS : [];
    if (isKnownResource(ref.uri)) return [];
    throw new RpcError(INVALID_PARAMS, "Unknown resource template");
  }
  throw new RpcError(INVALID_PARAMS, "The ref is neither ref/prompt nor ref/resource");
}

// Values that begin with what was typed come first, then those that contain it.
function rank(values: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const beginning = values.filter((value) => value.toLowerCase().startsWith(wanted));
  const containing = values.filter((value) => !beginning.includes(value) && value.toLowerCase().includes(wanted));
  return [...beginning, ...containing];
}
