import { type Json, member, stringMember } from "../../base/json.ts";
import { outcomeOf } from "./answer.ts";
import { recordsOf } from "./answers.ts";
import { defineFact } from "./define-fact.ts";
import { type ExchangeRecord, type Fact, placeOf, placesOf, type View } from "./fact.ts";

/**
 * Words with which a server says itself that the failure is its own: the name of the error, or the text of an exception.
 * A code alone does not tell: an application may have codes of its own for limits and for what it keeps to some.
 */
const OWN_FAULT: readonly RegExp[] = [
  /\binternal (?:server )?error\b/i,
  /\bTraceback \(most recent call last\)/,
  /\b(?:Type|Reference|Attribute|Runtime)Error: /,
  /\bCannot read propert(?:y|ies) of (?:undefined|null)\b/,
  /'NoneType' object\b/,
  /\bnil pointer dereference\b/,
  /\bNull(?:Pointer|Reference)Exception\b/,
  /\bthread '[^']{0,40}' panicked at\b/,
  /\bconnect ECONNREFUSED\b/,
];

/** Longer messages are looked at from their beginning only. */
const LONGEST = 2_000;

const tellsOfOwnFault = (error: Json | undefined): boolean => {
  const message = stringMember(error, "message")?.slice(0, LONGEST);
  return message !== undefined && OWN_FAULT.some((form) => form.test(message));
};

interface Asked extends Pick<Fact, "name" | "doc" | "questions"> {
  readonly where: (record: ExchangeRecord, view: View) => boolean;
  /** What the capture does not show if nothing was asked. */
  readonly missing: string;
}

/** Answers to sound requests that say themselves that something failed within the server. */
export const internalFailures = ({ where, missing, ...head }: Asked): Fact =>
  defineFact({
    ...head,
    type: "code, message",
    among: (view) => recordsOf(view, head.questions, where).filter(isAnswered),
    missing,
    each: (record) => {
      const error = member(record.exchange.response, "error");
      const code = member(error, "code");
      if (code === undefined || !tellsOfOwnFault(error)) return undefined;
      return { ...placeOf(record, "/response/error"), value: { code, message: member(error, "message") ?? "" } };
    },
    looked: (records) => placesOf(records.slice(0, 3), "/response"),
  });

const isAnswered = ({ exchange }: ExchangeRecord): boolean => ["result", "error"].includes(outcomeOf(exchange));
