import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { headerValue } from "../../../capture/header-value.ts";
import { declaredBy, inputRequestsIn } from "../../../judge/core/client-questions.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { isServerRequest } from "../../../judge/core/facts/notifications.ts";
import { inapplicable, TRANSPORT } from "../../../judge/core/left-out.ts";
import { amongHeard, type Heard, heardIn } from "../../../judge/core/messages.ts";
import { isOfEra } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";

const requestsIn = (view: View): readonly Heard[] => view.once(pickRequests);

const pickRequests = (view: View): readonly Heard[] => heardIn(view).filter(isServerRequest);

/** A stream that is resumed says things again, under the same event id: that is one use of the id. */
export const serverRequestIds = defineFact({
  name: "server_request_ids",
  doc: "Every id the server gave to a request of its own, and how many requests of the session have it.",
  type: "object: id, requests",
  derived: ["requests"],
  read: (view) => amongHeard(view, () => usesOfIds(requestsIn(view))),
});

const usesOfIds = (requests: readonly Heard[]): readonly Item[] => {
  const uses = new Map<string, { first: Heard; id: Json; events: Set<string>; count: number }>();
  for (const request of requests) {
    const id = member(request.value, "id");
    if (id === undefined) continue;
    // A conversation goes on in a new session where the server ended one.
    const session = headerValue(request.record?.exchange.http?.request_headers, HEADER_KEY.sessionId) ?? "";
    const key = `${request.conversation ?? ""}\n${session}\n${JSON.stringify(id)}`;
    const use = uses.get(key) ?? { first: request, id, events: new Set<string>(), count: 0 };
    uses.set(key, use);
    const event = request.sse?.id;
    if (event !== undefined && use.events.has(event)) continue;
    if (event !== undefined) use.events.add(event);
    use.count++;
  }
  return [...uses.values()].map(({ first, id, count }) => {
    const { exchange, pointer, value } = first;
    const parts = { id: `${pointer}/id`, requests: pointer };
    return { value: { id, requests: count }, exchange, pointer, name: stringMember(value, "method"), parts };
  });
};

/** Where the client shakes hands, in each conversation: what comes before it was said to nobody. */
const handshakes = (view: View): ReadonlyMap<string, ExchangeRecord> => {
  const first = new Map<string, ExchangeRecord>();
  for (const record of view.records) {
    const { conversation, seq } = record.exchange;
    if (conversation === undefined || seq === undefined || record.method !== "initialize") continue;
    const before = first.get(conversation);
    if (before?.exchange.seq === undefined || seq < before.exchange.seq) first.set(conversation, record);
  }
  return first;
};

/** The page that lets a server ping and log before the session is initialized does not say how long before. */
const isAlwaysAllowed = (message: Json): boolean =>
  ["ping", "notifications/message"].includes(stringMember(message, "method") ?? "");

/** A response is no first word: somebody asked, if too early. Nor is what is no message: that has a rule of its own. */
export const firstWords = defineFact({
  name: "first_words",
  doc: "Requests but ping, and notifications but log messages, that the server sent before the client had sent initialize.",
  type: "the message",
  questions: ["silence", "initialize"],
  read(view) {
    if (view.transport === "streamable-http")
      return inapplicable("over Streamable HTTP a server cannot speak before it is asked", TRANSPORT);
    const shaken = handshakes(view);
    if (shaken.size === 0) return unseen(view, this.questions, "the beginning of a conversation");
    const early = heardIn(view).filter(({ kind, conversation, seq, value }) => {
      const limit = shaken.get(conversation ?? "")?.exchange.seq;
      const isSaid = (kind === "request" || kind === "notification") && !isAlwaysAllowed(value);
      return isSaid && seq !== undefined && limit !== undefined && seq < limit;
    });
    return seen(early, placesOf([...shaken.values()].slice(0, 3)));
  },
});

/** Requests the server made between initialize and notifications/initialized. */
export const earlyRequests = defineFact({
  name: "early_requests",
  doc: "Requests the server sent before it had been told notifications/initialized.",
  type: "the message",
  questions: ["notifications/initialized", "withheld-initialized:*"],
  read(view) {
    const told = new Map<string, ExchangeRecord>();
    for (const record of view.records) {
      const { conversation = "", seq } = record.exchange;
      if (record.method === "notifications/initialized" && seq !== undefined && !told.has(conversation))
        told.set(conversation, record);
    }
    if (told.size === 0) return unseen(view, this.questions, "notifications/initialized");
    const early = requestsIn(view).filter(({ conversation, seq }) => {
      const limit = told.get(conversation ?? "")?.exchange.seq;
      return seq !== undefined && limit !== undefined && seq < limit;
    });
    return seen(
      early.map((heard) => ({ ...heard, name: stringMember(heard.value, "method") })),
      placesOf([...told.values()].slice(0, 3)),
    );
  },
});

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
export const featureUses = defineFact({
  name: "feature_uses",
  doc: "Every client feature the server used (roots, sampling, elicitation, tasks), and whether the client had declared it.",
  type: "object: method, feature, declared (declared, undeclared), remembered (yes: undeclared, and used only once an earlier request had declared it), params",
  derived: ["feature", "declared", "remembered"],
  words: {
    undeclared: "the client had not declared it",
    yes: "only an earlier request had declared it",
  },
  read: (view) => amongHeard(view, () => distinct(view.once(findUses))),
});

const findUses = (view: View): readonly Item[] => {
  const declaredIn = new Map<string, JsonObject>();
  for (const { method, request, exchange } of view.records) {
    const declared = member(member(request, "params"), "capabilities");
    if (method === "initialize" && isJsonObject(declared)) declaredIn.set(exchange.conversation ?? "", declared);
  }
  const asked = requestsIn(view).flatMap((heard) => {
    const declared = view.era === "stateful" ? declaredIn.get(heard.conversation ?? "") : declaredBy(heard.record);
    // Without the handshake nobody knows what was declared.
    if (view.era === "stateful" && declared === undefined) return [];
    return useOf(heard.value, declared, heard.exchange, heard.pointer) ?? [];
  });
  const uses = [...asked, ...view.records.filter((record) => isOfEra(record, view)).flatMap(inputUses)];
  return view.era === "stateful" ? uses : markRemembered(uses, view);
};

/** Who asks a client that nobody has heard declare anything remembers nothing: that server just does not look. */
const markRemembered = (uses: readonly Item[], view: View): readonly Item[] => {
  const records = new Map(view.records.map((record) => [record.id, record]));
  const featureOf = ({ value }: Item): string => stringMember(value, "feature") ?? "";
  const isUndeclared = ({ value }: Item): boolean => member(value, "declared") === "undeclared";
  const wasDeclared = (use: Item): boolean => {
    const asked = use.exchange === null ? undefined : records.get(use.exchange);
    return view.records.some(
      (other) =>
        asked !== undefined &&
        startOf(other) < startOf(asked) &&
        Object.hasOwn(declaredBy(other) ?? {}, featureOf(use)),
    );
  };
  const careless = new Set(uses.filter((use) => isUndeclared(use) && !wasDeclared(use)).map(featureOf));
  return uses.map((use) =>
    isUndeclared(use) && !careless.has(featureOf(use)) && isJsonObject(use.value)
      ? { ...use, value: { ...use.value, remembered: "yes" }, parts: { ...use.parts, remembered: use.pointer } }
      : use,
  );
};

const startOf = ({ exchange, index }: ExchangeRecord): number => exchange.timing?.start_ms ?? index;

const inputUses = (record: ExchangeRecord): readonly Item[] =>
  Object.entries(inputRequestsIn(record) ?? {}).flatMap(([key, request]) => {
    const pointer = `/response/result/inputRequests/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return useOf(request, declaredBy(record), record.id, pointer) ?? [];
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
