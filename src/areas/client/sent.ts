import { type Json, member, stringMember } from "../../base/json.ts";
import { distinct } from "../../judge/core/distinct.ts";
import { type ExchangeRecord, type Fact, type Item, seen, type View } from "../../judge/core/fact.ts";
import { kindOf, type MessageKind } from "../../judge/core/messages.ts";
import type { Place } from "../../judge/core/verdict.ts";
import { type ClientSession, messagesOf } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { notReached } from "./not-reached.ts";

/** A message that the client sent, with the place it stands at. */
export interface Sent extends Item {
  readonly kind: MessageKind;
  readonly method: string | undefined;
  readonly params: Json | undefined;
  readonly session: ClientSession;
  readonly record: ExchangeRecord;
  readonly isBatched: boolean;
}

/** Everything the client said that could be read as JSON; a batch is its members. */
export const sentIn = (view: View): readonly Sent[] => view.once(gather);

const gather = (view: View): readonly Sent[] =>
  sessionsIn(view).flatMap((session) =>
    session.records.flatMap((record) => {
      const isBatched = Array.isArray(record.exchange.request) && record.exchange.request.length > 0;
      return messagesOf(record).map((value, index): Sent => {
        const method = stringMember(value, "method");
        return {
          ...{ value, exchange: record.id, pointer: isBatched ? `/request/${index}` : "/request", name: method },
          ...{ kind: kindOf(value), method, params: member(value, "params"), session, record, isBatched },
        };
      });
    }),
  );

/** The requests of the stateless era. */
export const statelessRequestsIn = (view: View): readonly Sent[] =>
  sentIn(view).filter(({ kind, session }) => kind === "request" && session.era === "stateless");

type Head = Pick<Fact, "name" | "doc" | "type" | "derived" | "words" | "tell" | "scenarios"> &
  Partial<Pick<Fact, "kind">>;

/** A list fact over what the client sent: `pick` chooses and may narrow to a part of the message. */
export const sentFact = (
  head: Head,
  pick: (sent: Sent, view: View) => Item | readonly Item[] | undefined,
  /** What the session has to come to; without it, any message will do. */
  missing = "the client sends a message",
): Fact => clientFact(head, sentIn, pick, missing);

/** A list fact over things of one kind; not reached where there are none to go through. */
export const clientFact = <T extends Place>(
  head: Head,
  among: (view: View) => readonly T[],
  pick: (one: T, view: View) => Item | readonly Item[] | undefined,
  missing: string,
): Fact => ({
  kind: "list",
  ...head,
  questions: "anything",
  read(view) {
    const found = among(view);
    if (found.length === 0) return notReached(view, missing, this.scenarios);
    const items = found.flatMap((one) => pick(one, view) ?? []);
    return seen(distinct(items), items.length > 0 ? items.slice(0, 1) : found.slice(0, 1));
  },
});

/** An item whose members are all made here, with one place. */
export const derivedAt = (place: Place & { readonly name?: string | undefined }, value: Item["value"]): Item => ({
  value,
  exchange: place.exchange,
  pointer: place.pointer,
  name: place.name,
  parts: Object.fromEntries(
    Object.keys(typeof value === "object" && value !== null ? value : {}).map((key) => [key, place.pointer]),
  ),
});

/** A part of a message at its own place. */
export const partOf = (sent: Sent, value: Json, at: string): Item => ({
  value,
  exchange: sent.exchange,
  pointer: sent.pointer + at,
  name: sent.name,
});
