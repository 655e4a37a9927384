// The requestState of multi round-trip requests: signed, short-lived, and bound to the request it came from.

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { currentCaller } from "../caller.ts";
import { INVALID_PARAMS, isObject, type JsonObject, type JsonValue, RpcError, type RpcRequest } from "../json-rpc.ts";
import type { ServerCore } from "../server-core.ts";

const LIFETIME_MS = 5 * 60_000;

// The answers of earlier rounds travel with the client: no memory on this side, any connection will do.
export function writeState(core: ServerCore, request: RpcRequest, answers: JsonObject): string {
  const payload = {
    request: fingerprint(request),
    user: currentCaller() ?? null,
    expires: Date.now() + LIFETIME_MS,
    answers,
  };
  const body = Buffer.from(JSON.stringify(payload)).toString("base64url");
  return `${body}.${signature(core, body)}`;
}

// Undefined without a state: then the responses in the request answer nothing we asked.
export function readState(core: ServerCore, request: RpcRequest): JsonObject | undefined {
  const state = request.params.requestState;
  if (state === undefined) return undefined;
  if (typeof state !== "string") throw refused("The requestState is not a string");
  const [body = "", signed = ""] = state.split(".");
  if (core.checks("request-state") && !sameText(signed, signature(core, body))) {
    throw refused("The requestState was not issued by this server");
  }
  const payload = parse(body);
  if (!isObject(payload) || !isObject(payload.answers)) throw refused("The requestState cannot be read");
  if (core.checks("request-state")) {
    if (typeof payload.expires !== "number" || payload.expires < Date.now()) throw refused("The requestState expired");
    const bound = payload.request === fingerprint(request) || !core.checks("request-state-binding");
    if (!bound) throw refused("The requestState belongs to another request");
    if (payload.user !== (currentCaller() ?? null) && core.checks("request-state-user"))
      throw refused("The requestState belongs to another user");
  }
  return payload.answers;
}

function signature(core: ServerCore, body: string): string {
  return createHmac("sha256", core.secret).update(body).digest("base64url");
}

function fingerprint(request: RpcRequest): string {
  const { name, uri, arguments: args } = request.params;
  const salient = sorted([request.method, name ?? null, uri ?? null, args ?? {}]);
  return createHash("sha256").update(JSON.stringify(salient)).digest("base64url");
}

// A client may write its arguments in another order the second time.
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}

function sameText(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

function refused(message: string): RpcError {
  return new RpcError(INVALID_PARAMS, message);
}
