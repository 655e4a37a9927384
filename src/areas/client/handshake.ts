import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { type ClientSession, clientSessions } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn } from "./sent.ts";

/** Of a session that the recording shows from its beginning. */
const openings = (view: View): readonly Sent[] =>
  sentIn(view).filter(
    ({ session, record, isBatched, method }) =>
      session.initialize !== undefined &&
      session.records[0] === record &&
      (!isBatched || method === "initialize") &&
      // Over HTTP a client that was connected before the recording began goes on without a word.
      (session.transport === "stdio" || session.scenario !== undefined || method === "initialize"),
  );

export const firstMessages = clientFact(
  { name: "first_messages", doc: "The method of the first message of every session with a handshake.", type: "string" },
  openings,
  (sent) => partOf(sent, sent.method ?? null, sent.method === undefined ? "" : "/method"),
  "the client opens a session with initialize",
);

export const initializeParams = sentFact(
  { name: "initialize_params", doc: "The params of every initialize.", type: "object" },
  (sent) =>
    sent.method === "initialize"
      ? partOf(sent, sent.params ?? {}, sent.params === undefined ? "" : "/params")
      : undefined,
);

const isOrdinary = ({ kind, method }: Sent): boolean =>
  kind === "request" && method !== "initialize" && method !== "ping";

/** Sessions whose initialize was answered with a result, in which the client went on. */
interface Opened extends Item {
  readonly session: ClientSession;
  readonly answeredAt: number;
  readonly sent: readonly Sent[];
}

const openedSessions = (view: View): readonly Opened[] => view.once(findOpened);

const findOpened = (view: View): readonly Opened[] =>
  sessionsIn(view).flatMap((session): Opened[] => {
    const { initialize, shared } = session;
    const answeredAt = initialize?.exchange.response_seq;
    if (
      !initialize ||
      shared ||
      answeredAt === undefined ||
      member(initialize.exchange.response, "result") === undefined
    )
      return [];
    const sent = sentIn(view).filter((one) => one.session === session);
    const wentOn = sent.some((one) => isOrdinary(one) || one.method === "notifications/initialized");
    return wentOn ? [{ session, answeredAt, sent, exchange: initialize.id, pointer: "/request", value: null }] : [];
  });

const seqOf = ({ record }: Sent): number => record.exchange.seq ?? record.index;

/** Over HTTP two requests may overtake each other; one that was answered before had certainly arrived before. */
const wasServedBefore = (request: Sent, notice: Sent): boolean =>
  request.session.transport === "stdio"
    ? seqOf(request) < seqOf(notice)
    : (request.record.exchange.response_seq ?? Number.POSITIVE_INFINITY) < seqOf(notice);

export const initializedNotices = clientFact(
  {
    name: "initialized_notices",
    doc: "Of every session that was opened and used: when notifications/initialized came, and how often.",
    type: "object: came (after-result, before-result, after-requests, never), count",
    derived: true,
    words: {
      "before-result": "notifications/initialized before initialize was answered",
      "after-requests": "notifications/initialized after other requests",
      never: "requests without notifications/initialized",
    },
  },
  openedSessions,
  ({ sent, answeredAt, exchange, pointer }) => {
    const notices = sent.filter(({ method }) => method === "notifications/initialized");
    const [first] = notices;
    if (!first) return derivedAt({ exchange, pointer }, { came: "never", count: 0 });
    const isLate = sent.some((one) => isOrdinary(one) && seqOf(one) > answeredAt && wasServedBefore(one, first));
    const came = seqOf(first) < answeredAt ? "before-result" : isLate ? "after-requests" : "after-result";
    return derivedAt(first, { came, count: notices.length });
  },
  "initialize is answered and the client goes on",
);

/** What a client says it can do: at the handshake, or with each request. */
const declaredWith = (sent: Sent): { value: Json | undefined; pointer: string } =>
  sent.method === "initialize"
    ? { value: member(sent.params, "capabilities"), pointer: "/params/capabilities" }
    : {
        value: member(member(sent.params, "_meta"), META_KEY.clientCapabilities),
        pointer: `/params/_meta/${META_KEY.clientCapabilities.replaceAll("/", "~1")}`,
      };

/** The capabilities as they stand in some message, once each. */
export const clientCapabilities = sentFact(
  {
    name: "client_capabilities",
    doc: "The capabilities a client declares: with initialize, or in the _meta of a request.",
    type: "object",
  },
  (sent) => {
    const { value, pointer } = declaredWith(sent);
    return value === undefined ? undefined : partOf(sent, value, pointer);
  },
  "the client declares its capabilities",
);

const membersOf = (name: string, sent: Sent): readonly [string, Json, string][] => {
  const { value, pointer } = declaredWith(sent);
  const found = member(value, name);
  if (!isJsonObject(found)) return [];
  return Object.entries(found).map(([key, entry]) => [
    key,
    entry,
    `${pointer}/${name}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  ]);
};

export const declaredExtensions = sentFact(
  { name: "declared_extensions", doc: "Every extension a client declares.", type: "object: id, settings" },
  (sent) =>
    membersOf("extensions", sent).map(([id, settings, pointer]) => ({
      ...partOf(sent, { id, settings }, pointer),
      name: id,
      parts: { id: sent.pointer + pointer, settings: sent.pointer + pointer },
    })),
);

export const declaredExperimental = sentFact(
  { name: "declared_experimental", doc: "The experimental capabilities a client declares.", type: "as sent" },
  (sent) => {
    const { value, pointer } = declaredWith(sent);
    const found = member(value, "experimental");
    return found === undefined ? undefined : partOf(sent, found, `${pointer}/experimental`);
  },
);

/** clientInfo, wherever the revision has it. */
export const clientInfos = sentFact(
  {
    name: "client_infos",
    doc: "How a client names itself: with initialize, or in the _meta of a request.",
    type: "object",
  },
  (sent) => {
    const initial = sent.method === "initialize" ? member(sent.params, "clientInfo") : undefined;
    if (initial !== undefined) return partOf(sent, initial, "/params/clientInfo");
    const named = member(member(sent.params, "_meta"), META_KEY.clientInfo);
    const pointer = `/params/_meta/${META_KEY.clientInfo.replaceAll("/", "~1")}`;
    return named === undefined ? undefined : partOf(sent, named, pointer);
  },
  "the client names itself",
);

interface Opening extends Item {
  readonly first: Sent | undefined;
}

/** The processes in which a client spoke this era, and whether it spoke the other one there too. */
const stdioOpenings = (view: View): readonly Opening[] =>
  sessionsIn(view)
    .filter(({ transport, era }) => transport === "stdio" && era === "stateless")
    .flatMap(({ conversation, scenario }): Opening[] => {
      const [first] = clientSessions(view.capture)
        .filter((session) => session.conversation === conversation)
        .flatMap(({ records }) => records)
        .sort((left, right) => left.index - right.index);
      if (!first) return [];
      // Of a client that falls back in another process both are seen; in a recorded session both are in one.
      const eras = clientSessions(view.capture)
        .filter(
          (session) =>
            session.conversation === conversation || (scenario !== undefined && session.transport === "stdio"),
        )
        .map(({ era }) => era);
      const value = { first: first.method ?? "nothing", speaks: new Set(eras).size > 1 ? "both-eras" : "one-era" };
      return [{ ...derivedAt({ exchange: first.id, pointer: "/request" }, value), first: undefined }];
    });

export const stdioFirstMessages = clientFact(
  {
    name: "stdio_first_messages",
    doc: "The first message to every process in which the client spoke the stateless era, and whether it speaks the other too.",
    type: "object: first (a method), speaks (both-eras, one-era)",
    derived: true,
  },
  stdioOpenings,
  (opening) => opening,
  "the client starts a process and speaks the stateless era to it",
);

/** Where a request of the stateless era had been answered with a result, before which nothing is known of the server. */
const provedAt = (view: View): ReadonlyMap<string, number> => {
  const proved = new Map<string, number>();
  for (const { session, record, method } of sentIn(view)) {
    const { response, response_seq: seq } = record.exchange;
    const counts = session.era === "stateless" && method !== "initialize" && member(response, "result") !== undefined;
    if (counts && seq !== undefined && seq < (proved.get(session.conversation) ?? Number.POSITIVE_INFINITY))
      proved.set(session.conversation, seq);
  }
  return proved;
};

/** Over HTTP other clients may be in the conversation, unless it is a scenario of ours. */
const isAlone = ({ transport, scenario }: ClientSession): boolean => transport === "stdio" || scenario !== undefined;

export const handshakeLeftovers = clientFact(
  {
    name: "handshake_leftovers",
    doc: "Every initialize and notifications/initialized after the server had answered a request of the stateless era.",
    type: "the method",
  },
  (view) => sentIn(view).filter(({ session }) => session.era === "stateless"),
  (_, view) => view.once(leftoversIn),
  "the client speaks the stateless era",
);

const leftoversIn = (view: View): readonly Item[] => {
  const proved = view.once(provedAt);
  return clientSessions(view.capture)
    .filter((session) => isAlone(session) && proved.has(session.conversation))
    .flatMap(({ conversation, records }) =>
      records
        .filter(({ method }) => method === "initialize" || method === "notifications/initialized")
        .filter(({ exchange }) => (exchange.seq ?? 0) > (proved.get(conversation) ?? Number.POSITIVE_INFINITY))
        .map((record) => ({ value: record.method ?? "", exchange: record.id, pointer: "/request/method" })),
    );
};

const REMOVED: ReadonlySet<string> = new Set([
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
  "notifications/roots/list_changed",
  "notifications/progress",
  "tasks/list",
  "tasks/result",
]);

export const removedMethods = clientFact(
  {
    name: "removed_methods",
    doc: "Every message of the stateless era whose method that era no longer has.",
    type: "the method",
  },
  (view) => sentIn(view).filter(({ session }) => session.era === "stateless"),
  (sent) => (sent.method !== undefined && REMOVED.has(sent.method) ? partOf(sent, sent.method, "/method") : undefined),
  "the client speaks the stateless era",
);

export const discoverParams = sentFact(
  { name: "discover_params", doc: "The params of every server/discover.", type: "object" },
  (sent) =>
    sent.method === "server/discover"
      ? partOf(sent, sent.params ?? null, sent.params === undefined ? "" : "/params")
      : undefined,
);
