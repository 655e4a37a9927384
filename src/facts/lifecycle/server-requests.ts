import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { distinct, type Heard, heardIn } from "../common/messages.ts";
import { isOfEra, META_KEYS, metaOf } from "../common/modern.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { isServerRequest } from "./notifications.ts";

const requestsIn = (view: View): readonly Heard[] => view.once(pickRequests);

const pickRequests = (view: View): readonly Heard[] => heardIn(view).filter(isServerRequest);

/** A stream that is resumed says things again, under the same event id: that is one use of the id. */
export const serverRequestIds: Fact = {
  name: "server_request_ids",
  doc: "Every id the server gave to a request of its own, and how many requests of the session have it.",
  kind: "list",
  type: "object: id, requests",
  derived: ["requests"],
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, [], "a message of the server's");
    const uses = new Map<string, { first: Heard; id: Json; events: Set<string>; count: number }>();
    for (const request of requestsIn(view)) {
      const id = member(request.value, "id");
      if (id === undefined) continue;
      const key = `${request.conversation ?? ""}\n${JSON.stringify(id)}`;
      const use = uses.get(key) ?? { first: request, id, events: new Set<string>(), count: 0 };
      uses.set(key, use);
      const event = request.sse?.id;
      if (event !== undefined && use.events.has(event)) continue;
      if (event !== undefined) use.events.add(event);
      use.count++;
    }
    const items = [...uses.values()].map(({ first, id, count }): Item => {
      const { exchange, pointer, value } = first;
      const parts = { id: `${pointer}/id`, requests: pointer };
      return { value: { id, requests: count }, exchange, pointer, name: stringMember(value, "method"), parts };
    });
    return seen(items, heard.slice(0, 1));
  },
};

/** Where the client shakes hands, in each conversation: what comes before it was said to nobody. */
const handshakes = (view: View): ReadonlyMap<string, Seat> => {
  const first = new Map<string, Seat>();
  for (const seat of view.seats) {
    const { conversation, seq } = seat.exchange;
    if (conversation === undefined || seq === undefined || seat.method !== "initialize") continue;
    const before = first.get(conversation);
    if (before?.exchange.seq === undefined || seq < before.exchange.seq) first.set(conversation, seat);
  }
  return first;
};

/** A response is no first word: somebody asked, if too early. */
export const firstWords: Fact = {
  name: "first_words",
  doc: "Requests and notifications the server sent before the client had sent initialize.",
  kind: "list",
  type: "the message",
  read(view) {
    if (view.transport === "streamable-http")
      return inapplicable("over Streamable HTTP a server cannot speak before it is asked", [
        { exchange: null, pointer: "/transport" },
      ]);
    const shaken = handshakes(view);
    if (shaken.size === 0) return unseen(view, ["silence", "initialize"], "the beginning of a conversation");
    const early = heardIn(view).filter(({ kind, conversation, seq }) => {
      const limit = shaken.get(conversation ?? "")?.exchange.seq;
      return kind !== "response" && seq !== undefined && limit !== undefined && seq < limit;
    });
    return seen(
      early,
      [...shaken.values()].slice(0, 3).map((seat) => placeOf(seat)),
    );
  },
};

/** Requests the server made between initialize and notifications/initialized. */
export const earlyRequests: Fact = {
  name: "early_requests",
  doc: "Requests the server sent before it had been told notifications/initialized.",
  kind: "list",
  type: "the message",
  read(view) {
    const told = new Map<string, Seat>();
    for (const seat of view.seats) {
      const { conversation = "", seq } = seat.exchange;
      if (seat.method === "notifications/initialized" && seq !== undefined && !told.has(conversation))
        told.set(conversation, seat);
    }
    if (told.size === 0) return unseen(view, [/initialized/], "notifications/initialized");
    const early = requestsIn(view).filter(({ conversation, seq }) => {
      const limit = told.get(conversation ?? "")?.exchange.seq;
      return seq !== undefined && limit !== undefined && seq < limit;
    });
    return seen(
      early.map((heard) => ({ ...heard, name: stringMember(heard.value, "method") })),
      [...told.values()].slice(0, 3).map((seat) => placeOf(seat)),
    );
  },
};

/** What a client must have declared before it is asked for something. */
const FEATURES: Readonly<Record<string, string>> = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "tasks/get": "tasks",
  "tasks/result": "tasks",
  "tasks/list": "tasks",
  "tasks/cancel": "tasks",
};

/**
 * Everything the server asked of the client: requests of its own, and in the stateless era the input requests of a
 * result. A stateful client declares once, a stateless one in each request.
 */
export const featureUses: Fact = {
  name: "feature_uses",
  doc: "Every client feature the server used (roots, sampling, elicitation, tasks), and whether the client had declared it.",
  kind: "list",
  type: "object: method, feature, declared (declared, undeclared), params",
  derived: ["feature", "declared"],
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, [], "a message of the server's");
    return seen(distinct(view.once(findUses)), heard.slice(0, 1));
  },
};

const findUses = (view: View): readonly Item[] => {
  const declaredIn = new Map<string, JsonObject>();
  for (const { method, request, exchange } of view.seats) {
    const declared = member(member(request, "params"), "capabilities");
    if (method === "initialize" && isJsonObject(declared)) declaredIn.set(exchange.conversation ?? "", declared);
  }
  const asked = requestsIn(view).flatMap((heard) => {
    const declared = view.era === "stateful" ? declaredIn.get(heard.conversation ?? "") : declaredBy(heard.seat);
    // Without the handshake nobody knows what was declared.
    if (view.era === "stateful" && declared === undefined) return [];
    return useOf(heard.value, declared, heard.exchange, heard.pointer) ?? [];
  });
  return [...asked, ...view.seats.filter((seat) => isOfEra(seat, view)).flatMap(inputUses)];
};

export const declaredBy = (seat: Seat | undefined): JsonObject | undefined => {
  const declared = metaOf(seat?.request)?.[META_KEYS.clientCapabilities];
  return isJsonObject(declared) ? declared : undefined;
};

export const inputRequestsIn = (seat: Seat): JsonObject | undefined => {
  const requests = member(member(seat.exchange.response, "result"), "inputRequests");
  return isJsonObject(requests) ? requests : undefined;
};

const inputUses = (seat: Seat): readonly Item[] =>
  Object.entries(inputRequestsIn(seat) ?? {}).flatMap(([key, request]) => {
    const pointer = `/response/result/inputRequests/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return useOf(request, declaredBy(seat), seat.id, pointer) ?? [];
  });

const useOf = (
  request: Json,
  declared: JsonObject | undefined,
  exchange: Item["exchange"],
  pointer: string,
): Item | undefined => {
  const method = stringMember(request, "method");
  const feature = method === undefined ? undefined : FEATURES[method];
  if (method === undefined || feature === undefined) return undefined;
  const isDeclared = declared !== undefined && Object.hasOwn(declared, feature);
  const value: JsonObject = { method, feature, declared: isDeclared ? "declared" : "undeclared" };
  const params = member(request, "params");
  if (params !== undefined) value["params"] = params;
  return { value, exchange, pointer, name: method, parts: { feature: pointer, declared: pointer } };
};
