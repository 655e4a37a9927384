import { isJsonObject, type Json, member, stringMember } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import { shorten } from "../../base/shorten.ts";
import type { Exchange } from "../../capture/capture.ts";
import { type AnswerOutcome, outcomeOf } from "../core/answer.ts";
import type { Fact } from "../core/fact.ts";
import { excerpt } from "./evidence.ts";
import type { FoundValue } from "./follow-path.ts";

/** A value that does not meet an expectation, and how the row came to it. */
export interface Shortfall {
  readonly spot: FoundValue;
  /** JSON Pointer to the failing part of the value. */
  readonly at: string;
  readonly fact: Pick<Fact, "kind" | "derived" | "words" | "tell">;
  /** The members of the fact that the row names. */
  readonly path: readonly string[];
}

/** What was found, in words where the value alone would tell a reader nothing. */
export const describeActual = ({ spot, at, fact, path }: Shortfall, exchange: Exchange | undefined): string => {
  const value = at === "" ? spot.value : readPointer(spot.value, at);
  const members = [...path, ...at.split("/").slice(1)];
  // A list of answers is told like a single one where an item as a whole is not what it should be.
  if (exchange && members.length === 0 && fact.kind === "list" && hasOutcome(fact)) return describeOutcome(exchange);
  if (exchange && isAnswer(fact)) {
    const about = describeAnswer(value, members, exchange);
    if (about !== undefined) return about;
  }
  if (value === undefined) return members.length === 0 ? "nothing" : `no ${nameOf(members)}`;
  const told = members.length === 0 && isJsonObject(value) ? fact.tell?.(value) : undefined;
  if (told !== undefined) return told;
  const known = inWords(value, fact) ?? besideInWords(spot.value, fact);
  if (known !== undefined) return known;
  if (Array.isArray(value) && value.length === 0) return "nothing";
  if (members.at(-1) === "code" && typeof value === "number") return `error ${value}`;
  // A word of ours says nothing without what it is about.
  if ((typeof value === "number" || isWord(value)) && isOurs(members, fact))
    return `${nameOf(members).replaceAll("_", " ")}: ${value}`;
  return excerpt(value);
};

const inWords = (value: Json | undefined, { words }: Shortfall["fact"]): string | undefined => {
  const known = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === "string" && words && Object.hasOwn(words, one) ? (words[one] ?? []) : [],
  );
  return known.length === 0 ? undefined : known.join("; ");
};

/** A row may fail at several members at once; the one that has words says most. */
const besideInWords = (whole: Json | undefined, fact: Shortfall["fact"]): string | undefined =>
  isJsonObject(whole)
    ? Object.keys(whole).flatMap((name) => (isOurs([name], fact) ? (inWords(whole[name], fact) ?? []) : []))[0]
    : undefined;

/** Whether a member is a reading of ours, which says nothing without its name, or the server's own. */
const isOurs = ([first]: readonly string[], { derived }: Shortfall["fact"]): boolean =>
  first !== undefined && (derived === true || (derived?.includes(first) ?? false));

const isWord = (value: Json): value is string => typeof value === "string" && /^[a-z][a-z ,-]*$/.test(value);

const isAnswer = (fact: Shortfall["fact"]): boolean => fact.kind === "observations" && hasOutcome(fact);

const hasOutcome = ({ derived }: Shortfall["fact"]): boolean => Array.isArray(derived) && derived.includes("outcome");

const nameOf = (members: readonly string[]): string => members.filter((name) => name !== "*").join(".");

/** The members of an answer that exist only where the server answered in that way. */
const NEEDS: Readonly<Record<string, readonly AnswerOutcome[]>> = {
  result: ["result"],
  error: ["error"],
  message: ["result", "error", "other"],
};

const describeAnswer = (
  value: Json | undefined,
  members: readonly string[],
  exchange: Exchange,
): string | undefined => {
  const [first, ...rest] = members;
  // What we asked is no part of what the server did: a row that looks at it says for which requests an answer is right.
  if (first === undefined || first === "outcome" || first === "asked") return describeOutcome(exchange);
  if (first === "status" && typeof value === "number") return `HTTP ${value}`;
  if (first === "error" && rest[0] === "code" && value !== undefined) return errorWords(exchange);
  if (first === "answered" && Array.isArray(value) && value.length > 0) return value.map(replyWords).join(", ");
  if (value !== undefined) return undefined;
  const needs = NEEDS[first];
  return needs && !needs.includes(outcomeOf(exchange)) ? describeOutcome(exchange) : undefined;
};

/** One response to a batch. */
const replyWords = (reply: Json): string => {
  const [code, id] = [member(reply, "code"), member(reply, "id")];
  const is =
    code === undefined
      ? stringMember(reply, "is") === "error"
        ? "an error"
        : "a result"
      : `error ${JSON.stringify(code)}`;
  return `${is} ${id === undefined ? "without an id" : `with id ${JSON.stringify(id)}`}`;
};

/** How an exchange ended, as one would tell it. */
export const describeOutcome = (exchange: Exchange): string => {
  const { http, trouble } = exchange;
  const outcome = outcomeOf(exchange);
  switch (outcome) {
    case "result":
      return `the result ${excerpt(member(exchange.response, "result"))}`;
    case "error":
      return errorWords(exchange);
    case "other":
      return `a message that is neither a result nor an error: ${excerpt(exchange.response)}`;
    case "accepted":
      return `HTTP ${http?.status} without a message`;
    case "refused":
      return `HTTP ${http?.status} without a JSON-RPC message`;
    case "nothing":
      return "nothing was answered";
    case "silence":
      return trouble === undefined ? "no answer in time" : trouble.detail;
    case "closed":
      return trouble?.kind === "unexpected-exit"
        ? `${trouble.detail} after this message`
        : (trouble?.detail ?? "closed");
    case "garbled":
    case "unreachable":
    case "stopped":
      return trouble?.detail ?? outcome;
  }
};

const LONGEST_MESSAGE = 120;

const errorWords = ({ response, http }: Exchange): string => {
  const error = member(response, "error");
  const code = member(error, "code");
  const message = stringMember(error, "message");
  const status = http?.status === undefined || http.status === 200 ? "" : ` with HTTP ${http.status}`;
  if (!isJsonObject(error) || code === undefined) return `an error without a code${status}`;
  const said = message === undefined ? "" : ` (${JSON.stringify(shorten(message, LONGEST_MESSAGE))})`;
  return `error ${JSON.stringify(code)}${status}${said}`;
};
