// Clients that make many unusual choices at once in a session in which nothing goes wrong: what the text leaves open, they do otherwise.

import { isJsonObject, type JsonObject, member } from "../../src/base/json.ts";
import { stray } from "./edits.ts";
import type { HeaderPair, Vice } from "./small-client/vice.ts";

export const isRequest = (message: JsonObject): boolean => "method" in message && "id" in message;

/** Ids that are texts, keys of its own and a token for progress in `_meta`, numbers with fractions. */
export const unusual = (message: JsonObject): JsonObject => {
  if (!isRequest(message)) return message;
  const params = member(message, "params");
  const meta = member(params, "_meta");
  const given = member(params, "arguments");
  return {
    ...message,
    id: `call/${String(message["id"])}`,
    params: {
      ...(isJsonObject(params) ? params : {}),
      ...(isJsonObject(given) && "a" in given ? { arguments: { ...given, a: -2.5, later: null } } : {}),
      _meta: {
        ...(isJsonObject(meta) ? meta : {}),
        "com.example.trace/x_y.z": { since: [1] },
        progressToken: `t ${String(message["id"])}`,
      },
    },
  };
};

export const lowerCase = (headers: readonly HeaderPair[]): readonly HeaderPair[] =>
  headers.map(
    ([name, value]): HeaderPair => [
      name.toLowerCase(),
      name.toLowerCase() === "content-type" ? `${value}; charset=utf-8` : value,
    ],
  );

/** Such a session of the stateful era. */
export const UNUSUAL_SESSION: Vice = {
  edit: unusual,
  headers: lowerCase,
  before: { "tools/list": [stray("ping", 700)] },
  after: { "notifications/initialized": [stray("notifications/initialized")] },
};
