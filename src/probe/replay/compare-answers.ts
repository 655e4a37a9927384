import { compareJson } from "../../base/compare.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { type Masks, maskedJson } from "../../base/mask.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { Exchange } from "../../capture/capture.ts";
import { nameOf } from "./plan-replay.ts";
import type { ReplayDifference, ReplayedAnswer } from "./replay-report.ts";

/** Enough to see what changed; a list that has become another one differs in every entry. */
const MOST_DIFFERENCES = 50;

/** How an answer of today stands to the recorded one. What the server says meanwhile depends on timing and is not compared. */
export const compareAnswers = (recorded: Exchange, now: Exchange, masks: Masks = {}): ReplayedAnswer => {
  const [before, after] = [viewOf(recorded, masks), viewOf(now, masks)];
  const named = nameOf(recorded);
  if (before && !after) return { ...named, state: "gone", differences: [], reason: whyNot(now) };
  if (!before && after)
    return { ...named, state: "new", differences: [{ kind: "added", path: "", after }], reason: whyNot(recorded) };
  if (!before || !after) return { ...named, state: "same", differences: [] };
  const all = isSameJson(before, after) ? [] : compareJson(before, after).filter(isNoSecret).map(shown);
  const more = all.length - MOST_DIFFERENCES;
  return {
    ...named,
    state: all.length === 0 ? "same" : "differs",
    differences: all.slice(0, MOST_DIFFERENCES),
    ...(more > 0 ? { more } : {}),
  };
};

/** Of a secret the recording holds a tag in its place: whatever stands there today is no difference. */
const isNoSecret = (difference: ReturnType<typeof compareJson>[number]): boolean => {
  if (difference.kind !== "changed") return true;
  const { before, after } = difference;
  if (typeof before !== "string" || typeof after !== "string" || !before.includes("[redacted:")) return true;
  const [start = "", ...rest] = before.split(/\[redacted:[0-9a-f]+\]/);
  const end = rest.pop() ?? "";
  if (!after.startsWith(start) || !after.endsWith(end) || after.length < start.length + end.length) return true;
  let place = start.length;
  for (const part of rest) {
    const found = after.indexOf(part, place);
    if (found < 0 || found + part.length > after.length - end.length) return true;
    place = found + part.length;
  }
  return false;
};

const shown = ({ kind, path, ...values }: ReturnType<typeof compareJson>[number]): ReplayDifference => ({
  kind,
  path,
  ...values,
});

/** What is compared of an answer, masked; undefined: there was none. */
const viewOf = ({ response, response_raw, http }: Exchange, masks: Masks): JsonObject | undefined => {
  const said = response === undefined ? undefined : maskedJson(withoutId(response), masks);
  const text = response === undefined ? (response_raw ?? http?.body) : undefined;
  const view = {
    ...(http?.status === undefined ? {} : { status: http.status }),
    ...(isJsonObject(said) ? pick(said) : said === undefined ? {} : { response: said }),
    ...(text === undefined ? {} : { body: maskedJson(text.data) }),
  };
  return Object.keys(view).length === 0 ? undefined : view;
};

const pick = (said: JsonObject): JsonObject => {
  const { jsonrpc: _, ...rest } = said;
  return rest;
};

/** The id is the client's. */
const withoutId = (response: Json): Json => {
  if (Array.isArray(response)) return response.map(withoutId);
  if (!isJsonObject(response) || member(response, "id") === undefined) return response;
  const { id: _, ...rest } = response;
  return rest;
};

const whyNot = ({ trouble }: Exchange): string => trouble?.detail ?? "there was no answer";
