import { member } from "../../base/json.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { isStatelessRequest, versionNamedBy } from "../../judge/core/spoken-revision.ts";
import { recordsIn } from "../../judge/core/view.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { isRevision } from "../../protocol/revision.ts";
import { type ClientSession, recordingOf } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { type HttpRequest, httpRequestsIn } from "./http-requests.ts";
import { clientFact } from "./sent.ts";

const HEADERS = "/http/request_headers";

const idOf = ({ exchange }: ExchangeRecord): string | undefined =>
  headerValue(exchange.http?.request_headers, HEADER_KEY.sessionId);

const givenBy = ({ exchange }: ExchangeRecord): string | undefined =>
  headerValue(exchange.http?.response_headers, HEADER_KEY.sessionId);

interface Assigned extends Item {
  readonly session: ClientSession;
  readonly id: string;
  /** Everything at the endpoint of the scenario after the id was given. */
  readonly later: readonly ExchangeRecord[];
  /** The ids of earlier sessions of the same client. */
  readonly besides: ReadonlySet<string>;
}

/** Only in a scenario is every request at the endpoint certainly of the client that was given the id. */
const assignedIds = (view: View): readonly Assigned[] => view.once(gatherAssigned);

const gatherAssigned = (view: View): readonly Assigned[] => {
  const { conversations = [] } = view.capture;
  const scenarioOf = new Map(conversations.map(({ id, scenario }) => [id, scenario]));
  return sessionsIn(view).flatMap((session): Assigned[] => {
    const { initialize, scenario, transport } = session;
    const id = initialize && givenBy(initialize);
    if (!initialize || id === undefined || scenario === undefined || transport !== "streamable-http") return [];
    const after = initialize.exchange.response_seq ?? 0;
    const later = recordsIn(view.capture).filter(
      ({ exchange }) =>
        scenarioOf.get(exchange.conversation ?? "") === scenario &&
        recordingOf(exchange.conversation) === recordingOf(session.conversation) &&
        exchange.http !== undefined &&
        exchange.http.url === undefined &&
        (exchange.seq ?? 0) > after,
    );
    const besides = new Set(
      sessionsIn(view).flatMap(({ conversation, initialize: opening }) => {
        const given = opening && givenBy(opening);
        return given !== undefined && given !== id && recordingOf(conversation) === recordingOf(session.conversation)
          ? [given]
          : [];
      }),
    );
    return [{ session, id, later, besides, exchange: initialize.id, pointer: "/http/response_headers", value: id }];
  });
};

export const sessionIdEchoes = clientFact(
  {
    name: "session_id_echoes",
    doc: "Of every request after a session id was given: whether it has the id.",
    type: "same, other or missing",
    derived: true,
    scenarios: ["neutral-stateful"],
  },
  assignedIds,
  ({ id, later, besides }) => {
    // A new session has an id of its own, and what follows has that one.
    const end = later.findIndex(({ method }) => method === "initialize");
    const lost = later.find((record) => record.exchange.http?.status === 404 && besides.has(idOf(record) ?? ""));
    return later.slice(0, end < 0 ? undefined : end).flatMap((record): Item[] => {
      const sent = idOf(record);
      // A client may have several sessions at the same time.
      if (sent !== undefined && besides.has(sent) && sent !== (lost && idOf(lost))) return [];
      // A client of both eras that connects anew begins without a session.
      if (
        sent === undefined &&
        isStatelessRequest(record.method ?? "", versionNamedBy(record.exchange.request ?? null))
      )
        return [];
      const value = sent === undefined ? "missing" : sent === id ? "same" : "other";
      return [{ ...placeOf(record, HEADERS), value, name: record.method ?? record.exchange.http?.method }];
    });
  },
  "the server gives a session id and the client goes on",
);

export const inventedSessionIds = clientFact(
  {
    name: "invented_session_ids",
    doc: "Session ids in requests of a scenario in which the server gave none.",
    type: "the id",
    scenarios: ["no-session"],
  },
  (view) =>
    httpRequestsIn(view).filter(({ session }) => session.era === "stateful" && session.scenario === "no-session"),
  ({ record }) => {
    const id = idOf(record);
    return id === undefined ? undefined : { ...placeOf(record, HEADERS), value: id };
  },
  "a server without sessions is used",
);

export const statelessSessionIds = clientFact(
  {
    name: "stateless_session_ids",
    doc: "Session ids in requests of the stateless era, which has none.",
    type: "the id",
  },
  (view) => httpRequestsIn(view).filter(({ session }) => session.era === "stateless"),
  ({ record }) => {
    const id = idOf(record);
    return id === undefined ? undefined : { ...placeOf(record, HEADERS), value: id };
  },
  "the client speaks the stateless era over HTTP",
);

/** A client that gives up then says nothing about the rule. */
export const afterLostSession = clientFact(
  {
    name: "after_lost_session",
    doc: "What a client that went on did after its session was answered with 404.",
    type: "new-session or old-id",
    derived: true,
    scenarios: ["lost-session"],
    words: { "old-id": "further requests with the id of a session that is gone" },
  },
  (view) => assignedIds(view).filter((assigned) => wentOn(assigned).length > 0),
  (assigned) =>
    wentOn(assigned).map((record) => ({
      ...placeOf(record, HEADERS),
      value: idOf(record) === undefined && record.method === "initialize" ? "new-session" : "old-id",
      name: record.method,
    })),
  "a session is answered with 404 and the client goes on",
);

/** The first request after the 404 had arrived, if there is any; to end the session is no use of it. */
const wentOn = ({ id, later }: Assigned): readonly ExchangeRecord[] => {
  const lost = later.find((record) => record.exchange.http?.status === 404 && idOf(record) === id);
  const knownAt = lost?.exchange.timing?.end_ms ?? Number.POSITIVE_INFINITY;
  const next = later.find(
    // What was on its way, or is no request, shows nothing.
    ({ exchange, request }) => member(request, "id") !== undefined && (exchange.timing?.start_ms ?? 0) > knownAt,
  );
  return next && next !== lost ? [next] : [];
};

/** In each session: how often GET was refused. */
export const refusedGets = clientFact(
  {
    name: "refused_gets",
    doc: "How often a client asked for a stream although it was answered with 405.",
    type: "integer",
    derived: true,
    scenarios: ["no-stream"],
  },
  (view) =>
    httpRequestsIn(view).filter(
      ({ http, isAtEndpoint }) => http.method === "GET" && http.status === 405 && isAtEndpoint,
    ),
  (request, view) => {
    const all = httpRequestsIn(view).filter(
      ({ http, session }) => session === request.session && http.method === "GET" && http.status === 405,
    );
    return all[0]?.record === request.record ? { ...placeOf(request.record, "/http"), value: all.length } : undefined;
  },
  "the client asks for a stream and is refused",
);

export const resumptions = clientFact(
  {
    name: "resumptions",
    doc: "Of every GET after a stream with event ids had ended without the answer: the event id it names.",
    type: "last-id, other-id or no-id",
    derived: true,
    scenarios: ["broken-stream"],
  },
  (view) => httpRequestsIn(view).filter((request) => brokenBefore(request, view) !== undefined),
  (request, view) => {
    const named = headerValue(request.http.request_headers, HEADER_KEY.lastEventId);
    // A GET without an id may be one to listen, beside another that takes up the stream.
    if (named === undefined && resumesElsewhere(request, view)) return undefined;
    const isLast = brokenBefore(request, view)?.some(({ http }) => http.stream?.last_event_id === named);
    const value = named === undefined ? "no-id" : isLast ? "last-id" : "other-id";
    return { ...placeOf(request.record, HEADERS), value };
  },
  "a stream ends before the answer, and the client comes back with GET",
);

const resumesElsewhere = (request: HttpRequest, view: View): boolean =>
  httpRequestsIn(view).some(
    ({ session, http }) =>
      session === request.session && headerValue(http.request_headers, HEADER_KEY.lastEventId) !== undefined,
  );

/** The streams with event ids before this GET, where one of them is of a POST whose answer had not come. */
const brokenBefore = (request: HttpRequest, view: View): readonly HttpRequest[] | undefined => {
  if (request.http.method !== "GET" || !request.isAtEndpoint) return undefined;
  const seq = request.record.exchange.seq ?? 0;
  const before = httpRequestsIn(view).filter(
    ({ http, session, record }) =>
      session === request.session && http.stream?.last_event_id !== undefined && (record.exchange.seq ?? 0) < seq,
  );
  const isOpen = before.some(
    ({ http, record: { exchange } }) =>
      http.method === "POST" && (exchange.response === undefined || (exchange.response_seq ?? 0) > seq),
  );
  return isOpen ? before : undefined;
};

export const versionHeaderValues = clientFact(
  {
    name: "version_header_values",
    doc: "MCP-Protocol-Version of every request after initialize that has it, beside the version that was agreed on.",
    type: "agreed or other",
    derived: true,
  },
  (view) =>
    httpRequestsIn(view).filter(
      ({ session, http }) => session.era === "stateful" && !session.shared && http.method !== "",
    ),
  ({ record, http, session }) => {
    const agreed = member(member(session.initialize?.exchange.response, "result"), "protocolVersion");
    const named = headerValue(http.request_headers, HEADER_KEY.protocolVersion);
    const isLater =
      (record.exchange.seq ?? 0) > (session.initialize?.exchange.response_seq ?? Number.POSITIVE_INFINITY);
    if (!isRevision(agreed) || named === undefined || !isLater) return undefined;
    return {
      ...placeOf(record, HEADERS),
      value: named === agreed ? "agreed" : "other",
      name: record.method ?? http.method,
    };
  },
  "the client sends a request after initialize over Streamable HTTP",
);
