import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../base/json.ts";
import type { RawText } from "../../base/reading.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";

/** Ids and tokens are the client's: in what is said again, those of the recorded client become those of the new one. */
export interface Substitution {
  readonly recorded: Json | undefined;
  readonly asked: Json | undefined;
}

const encoder = new TextEncoder();

export const textBytes = (text: string): Uint8Array => encoder.encode(text);

/** The kept bytes again. */
export const rawBytes = ({ encoding, data }: RawText): Uint8Array => {
  if (encoding === "utf8") return textBytes(data);
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  } catch {
    return textBytes(data);
  }
};

/** The recorded response with the id of the new request, as far as the recorded one had that of its own. */
export const answerFor = (response: Json, { recorded, asked }: Substitution): Json => {
  if (Array.isArray(response))
    return response.map((part) =>
      answerFor(part, { recorded: partFor(recorded, part), asked: partFor(asked, part, recorded) }),
    );
  if (!isJsonObject(response)) return response;
  const answered = member(response, "id");
  const wanted = idOf(asked);
  if (answered === undefined || answered === null || wanted === undefined) return response;
  const before = idOf(recorded);
  if (answered === before) return withSubscription({ ...response, id: wanted }, before, wanted);
  // A server that answers "1" to 1 does so with every id.
  if (String(answered) !== String(before)) return response;
  return { ...response, id: typeof answered === "string" ? String(wanted) : wanted };
};

/** The last answer to a subscription names it again. */
const withSubscription = (response: JsonObject, before: Json, wanted: Json): JsonObject => {
  const result = member(response, "result");
  const meta = member(result, "_meta");
  if (!isJsonObject(result) || !isJsonObject(meta)) return response;
  const named = member(meta, META_KEY.subscriptionId);
  if (named === undefined || String(named) !== String(before)) return response;
  const own: Json = typeof named === "string" ? String(wanted) : wanted;
  return { ...response, result: { ...result, _meta: { ...meta, [META_KEY.subscriptionId]: own } } };
};

const idOf = (message: Json | undefined): Json | undefined => member(message, "id");

/** The member of a batch that a part of the response answers; of the new batch the one at the same place. */
const partFor = (batch: Json | undefined, part: Json, like: Json | undefined = batch): Json | undefined => {
  if (!Array.isArray(batch) || !Array.isArray(like)) return undefined;
  const index = like.findIndex((entry) => idOf(entry) !== undefined && idOf(entry) === idOf(part));
  return index < 0 ? undefined : batch[index];
};

/**
 * A recorded notification for the new request. Undefined: it reports progress that the new client did not ask for.
 */
export const noticeFor = (message: Json, { recorded, asked }: Substitution): Json | undefined => {
  const params = member(message, "params");
  if (!isJsonObject(message) || !isJsonObject(params)) return message;
  const before = tokenOf(recorded);
  if (before !== undefined && member(params, "progressToken") === before) {
    const token = tokenOf(asked);
    return token === undefined ? undefined : { ...message, params: { ...params, progressToken: token } };
  }
  const meta = member(params, "_meta");
  const id = idOf(asked);
  const subscription = member(meta, META_KEY.subscriptionId);
  if (!isJsonObject(meta) || subscription === undefined || id === undefined) return message;
  if (String(subscription) !== String(idOf(recorded) ?? "")) return message;
  const own: Json = typeof subscription === "string" ? String(id) : id;
  return { ...message, params: { ...params, _meta: { ...meta, [META_KEY.subscriptionId]: own } } };
};

const tokenOf = (request: Json | undefined): Json | undefined => valueAt(request, "params", "_meta", "progressToken");

/** Replaces a name in every text of a value; for what is said about a name that the recorded client made up. */
export const renameIn = (value: Json, from: string, to: string, depth = 0): Json => {
  if (typeof value === "string") return value.replaceAll(from, to);
  if (typeof value !== "object" || value === null || depth > 64) return value;
  if (Array.isArray(value)) return value.map((entry) => renameIn(entry, from, to, depth + 1));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, entry]) => [name, renameIn(entry, from, to, depth + 1)]),
  );
};
