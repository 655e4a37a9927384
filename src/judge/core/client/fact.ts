// How a fact about clients is written: things of one kind, and what is observed about each.

import type { Json } from "../../../base/json.ts";
import type { Place } from "../../../capture/capture.ts";
import type { ScenarioName } from "../../../capture/scenario-names.ts";
import type { Message } from "../../../capture/timeline.ts";
import { distinct } from "../distinct.ts";
import { type Fact, type Item, seen, type Unseen, type View } from "../fact.ts";
import { typeOf } from "../facts/messages.ts";
import { messagesIn } from "./view.ts";

export type { Place } from "../../../capture/capture.ts";
export { seen } from "../fact.ts";
export { typeOf } from "../facts/messages.ts";

/** A place with the name that reports give to what is there. */
export interface NamedPlace extends Place {
  readonly name?: string | undefined;
}

/** Whatever evidence can point to. */
export type Placed = NamedPlace | Pick<Message, "source" | "method">;

interface Head<T> extends Pick<Fact, "doc" | "type" | "derived" | "words" | "tell" | "scenarios"> {
  readonly kind?: Fact["kind"];
  /** What the session has to come to; absent: any message. */
  readonly missing?: string;
  /** The things that are looked at; absent: every message of the client. Without any, the fact was not reached. */
  readonly among?: (view: View) => readonly T[];
  /** Which of them are looked at; absent: all. */
  readonly only?: (one: T, view: View) => boolean;
  /** Where a thing is shown of which nothing is observed; absent: at itself. */
  readonly lookedAt?: (one: T) => Placed;
}

/** A list fact: `pick` makes items of what is looked at, or leaves it out. */
export const clientFact = <T extends Placed = Message>(
  name: string,
  {
    among,
    only = () => true,
    missing = "the client sends a message",
    lookedAt = (one) => one,
    pick,
    ...head
  }: Head<T> & { readonly pick: (one: T, view: View) => Item | readonly Item[] | undefined },
): Fact => ({
  ...{ name, kind: "list" },
  ...head,
  questions: "anything",
  read(view) {
    const all = among?.(view) ?? (messagesIn(view) as readonly Placed[] as readonly T[]);
    const found = all.filter((one) => only(one, view));
    if (found.length === 0) return notReached(view, missing, this.scenarios);
    const items = found.flatMap((one) => pick(one, view) ?? []);
    return seen(
      distinct(items),
      items.length > 0 ? items.slice(0, 1) : found.slice(0, 1).map((one) => namedPlace(lookedAt(one))),
    );
  },
});

/** A list fact of items that are made where they are found; what is in them is made here too, unless it says otherwise. */
export const itemsFact = (name: string, head: Head<Item> & { readonly among: (view: View) => readonly Item[] }): Fact =>
  clientFact(name, { derived: true, ...head, pick: (item: Item) => item });

interface Saying<T> extends Head<T> {
  readonly say: (one: T, view: View) => Json | undefined;
  /** Where the observation is shown; absent: at the thing itself. */
  readonly at?: (one: T, view: View) => Placed;
}

/** A list fact of words or objects that are made here: `say` makes one of each thing that is looked at, or leaves it out. */
export const derivedFact = <T extends Placed = Message>(name: string, { say, at, ...head }: Saying<T>): Fact =>
  clientFact(name, {
    derived: true,
    ...head,
    pick: (one: T, view) => {
      const value = say(one, view);
      return value === undefined ? undefined : derivedAt(at?.(one, view) ?? one, value);
    },
  });

const namedPlace = (one: Placed): NamedPlace => ("source" in one ? { ...one.source, name: one.method } : one);

/** A place in the exchange of a message. */
export const placeOf = ({ source }: Message, pointer: string): Place => ({ exchange: source.exchange, pointer });

/** A place within a message, under the name of its method. */
export const within = ({ source, method }: Message, pointer: string): NamedPlace => ({
  exchange: source.exchange,
  pointer: source.pointer + pointer,
  name: method,
});

export const inParams = (message: Message): NamedPlace => within(message, "/params");

/** A message, under another name than that of its method. */
export const named = ({ source }: Message, name: string | undefined): NamedPlace => ({ ...source, name });

/** An item whose members are all made here, with one place. */
export const derivedAt = (one: Placed, value: Json): Item => {
  const { exchange, pointer, name } = namedPlace(one);
  const keys = Object.keys(typeof value === "object" && value !== null ? value : {});
  return { value, exchange, pointer, name, parts: Object.fromEntries(keys.map((key) => [key, pointer])) };
};

/** A part of a message at its own place. */
export const partOf = (message: Message, value: Json, pointer: string): Item => ({
  ...within(message, pointer),
  value,
});

/** The params of a message, or an empty object at the message. */
export const paramsOf = (message: Message, absent: Json = {}): Item =>
  message.params === undefined ? partOf(message, absent, "") : partOf(message, message.params, "/params");

/** Why a session does not show what a rule is about. It is never a failure: a client may have had no occasion. */
export const notReached = (view: View, step: string, scenarios: readonly ScenarioName[] = []): Unseen => {
  const { conversations = [], not_probed = [], outcome, closed } = view.capture;
  const held = new Set(conversations.flatMap(({ scenario }) => scenario ?? []));
  if (outcome === "unreachable") return gap("unreachable", "no client connected");
  const [first] = scenarios;
  // The client was spared what it would not have come to.
  const spared = not_probed.find(({ step: name }) => scenarios.some((one) => one === name));
  if (spared && !scenarios.some((name) => held.has(name)))
    return gap("not-reached", `the session never came to it: ${spared.detail} (scenario ${spared.step})`);
  // Scenarios are chosen by the user; a recorded session has none.
  if (first !== undefined && held.size > 0 && !scenarios.some((name) => held.has(name)))
    return gap("not-probed", `the scenario ${first} was not run; add --scenario ${first}`);
  if (closed === false) return gap("capture-truncated", `the recording ends before ${step}`);
  return gap("not-reached", `the session never came to it: ${step}`);
};

const gap = (reason: Extract<Unseen, { applies: true }>["reason"], detail: string): Unseen => ({
  ...{ seen: false, applies: true, reason, detail },
  places: [],
});

/** The JSON type, with integers told apart from other numbers. */
export const numberTypeOf = (value: Json | undefined): string =>
  typeof value === "number" ? (Number.isInteger(value) ? "integer" : "fraction") : typeOf(value);
