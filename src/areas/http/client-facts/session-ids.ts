// Sessions over HTTP: their ids, their loss and their end.

import { isStatelessRequest, versionNamedBy } from "../../../capture/sessions.ts";
import { NEVER } from "../../../capture/timeline.ts";
import { clientFact, itemsFact, type Place, placeOf } from "../../../judge/core/client/fact.ts";
import {
  givenSessionId,
  HEADERS,
  httpFact,
  inHeaders,
  isAtEndpoint,
  sentSessionId,
} from "../../../judge/core/client/http.ts";
import { runOf } from "../../../judge/core/client/runs.ts";
import { type Item, type Message, sessionsIn, sessionsOf, type View } from "../../../judge/core/client/view.ts";

interface Assigned extends Place {
  readonly id: string;
  /** Everything at the endpoint of the scenario after the id was given. */
  readonly later: readonly Message[];
  /** The ids of other sessions of the same client. */
  readonly besides: ReadonlySet<string>;
}

/** Only in a scenario is every request at the endpoint certainly of the client that was given the id. */
const assignedIds = (view: View): readonly Assigned[] => view.once(gatherAssigned);

const gatherAssigned = (view: View): readonly Assigned[] =>
  sessionsIn(view).flatMap((session): Assigned[] => {
    const { initialize, scenario, transport, recording } = session;
    const id = givenSessionId(session);
    if (!initialize || id === undefined || scenario === undefined || transport !== "streamable-http") return [];
    const after = initialize.answeredAt;
    const later = (runOf(session, view)?.exchanges ?? []).filter(
      (one) => one.http !== undefined && isAtEndpoint(one) && one.sentAt > after,
    );
    const given = sessionsIn(view).flatMap((one) => (one.recording === recording ? (givenSessionId(one) ?? []) : []));
    const besides = new Set(given.filter((one) => one !== id));
    return [{ ...placeOf(initialize, "/http/response_headers"), id, later, besides }];
  });

export const sessionIdEchoes = clientFact("session_id_echoes", {
  doc: "Of every request after a session id was given: whether it has the id.",
  type: "same, other or missing",
  scenarios: ["neutral-stateful"],
  derived: true,
  missing: "the server gives a session id and the client goes on",
  among: assignedIds,
  pick: ({ id, later, besides }) => {
    // A new session has an id of its own, and what follows has that one.
    const end = later.findIndex(({ method }) => method === "initialize");
    const lost = later.find((one) => one.http?.status === 404 && besides.has(sentSessionId(one) ?? ""));
    return later.slice(0, end < 0 ? undefined : end).flatMap((one): Item[] => {
      const sent = sentSessionId(one);
      // A client may have several sessions at the same time.
      if (sent !== undefined && besides.has(sent) && sent !== (lost && sentSessionId(lost))) return [];
      // A client of both eras that connects anew begins without a session.
      if (sent === undefined && isStatelessRequest(one.method ?? "", versionNamedBy(one.value))) return [];
      return [{ ...inHeaders(one), value: sent === undefined ? "missing" : sent === id ? "same" : "other" }];
    });
  },
});

const idItem = (request: Message): Item | undefined => {
  const value = sentSessionId(request);
  return value === undefined ? undefined : { ...placeOf(request, HEADERS), value };
};

export const inventedSessionIds = httpFact("invented_session_ids", {
  doc: "Session ids in requests of a scenario in which the server gave none.",
  type: "the id",
  scenarios: ["no-session"],
  missing: "a server without sessions is used",
  only: ({ session }) => session.era === "stateful" && session.scenario === "no-session",
  pick: idItem,
});

export const statelessSessionIds = httpFact("stateless_session_ids", {
  doc: "Session ids in requests of the stateless era, which has none.",
  type: "the id",
  missing: "the client speaks the stateless era over HTTP",
  only: ({ session }) => session.era === "stateless",
  pick: idItem,
});

export const oddSessionIds = itemsFact("odd_session_ids", {
  doc: "Of every request after an unusual session id was given: whether it has the id, letter by letter.",
  type: "same, other or missing",
  scenarios: ["odd-session-id"],
  missing: "the server gives an unusual session id and the client goes on",
  among: (view) =>
    sessionsOf(view, "odd-session-id").flatMap((session): Item[] => {
      const given = givenSessionId(session);
      const after = session.initialize?.answeredAt ?? NEVER;
      return (runOf(session, view)?.exchanges ?? [])
        .filter(({ sentAt, http }) => given !== undefined && sentAt > after && http !== undefined)
        .map((one) => {
          const sent = sentSessionId(one);
          const value = sent === undefined ? "missing" : sent === given ? "same" : "other";
          return { ...placeOf(one, HEADERS), value, name: one.method };
        });
    }),
});

/** A client that gives up then says nothing about the rule. */
export const afterLostSession = itemsFact("after_lost_session", {
  doc: "What a client that went on did after its session was answered with 404.",
  type: "new-session or old-id",
  scenarios: ["lost-session"],
  words: { "old-id": "further requests with the id of a session that is gone" },
  missing: "a session is answered with 404 and the client goes on",
  among: (view) =>
    assignedIds(view).flatMap(({ id, later }): Item[] => {
      const lost = later.find((one) => one.http?.status === 404 && sentSessionId(one) === id);
      const knownAt = lost?.endedMs ?? NEVER;
      // What was on its way, or is not a request, shows nothing; to end the session is no use of it.
      const next = later.find((one) => one.id !== undefined && (one.sentMs ?? 0) > knownAt);
      if (!next || next === lost) return [];
      const isNew = sentSessionId(next) === undefined && next.method === "initialize";
      return [{ ...placeOf(next, HEADERS), value: isNew ? "new-session" : "old-id", name: next.method }];
    }),
});

/** Where nothing goes wrong. */
const ORDINARY = ["neutral", "neutral-stateful"] as const;

export const deletedSessions = itemsFact("deleted_sessions", {
  doc: "Of every session with an id whose client came to its end by itself: whether it was deleted.",
  type: "deleted or left",
  scenarios: ["neutral-stateful", "neutral"],
  words: { left: "a session that was left without DELETE" },
  missing: "a session with an id comes to its end",
  among: (view) =>
    sessionsOf(view, ...ORDINARY).flatMap((session): Item[] => {
      const { initialize, exchanges, end } = session;
      const id = givenSessionId(session);
      if (id === undefined || end !== "itself" || !initialize) return [];
      // One that was never used, or that the server has forgotten, is not left behind.
      const isUsed = exchanges.some((one) => one !== initialize && one.id !== undefined);
      if (!isUsed || exchanges.some(({ http }) => http?.status === 404)) return [];
      const isDeleted = runOf(session, view)?.exchanges.some(
        (one) => one.http?.method === "DELETE" && sentSessionId(one) === id,
      );
      return [{ ...placeOf(initialize, "/http/response_headers"), value: isDeleted ? "deleted" : "left" }];
    }),
});

export const sessionIdLeaks = clientFact("session_id_leaks", {
  doc: "Places other than its header where a session id stands in what the client sent.",
  type: "address, body or elsewhere",
  scenarios: ["neutral-stateful"],
  words: {
    address: "the session id in an address",
    body: "the session id in a body",
    elsewhere: "the session id in a request to another address",
  },
  derived: true,
  missing: "the server gives a session id",
  among: (view) =>
    sessionsIn(view).flatMap((session) => {
      const id = givenSessionId(session);
      // A short text may occur anywhere by chance.
      return id !== undefined && id.length >= 16 && session.initialize
        ? [{ ...placeOf(session.initialize, "/http/response_headers"), id, session }]
        : [];
    }),
  pick: ({ id, session }, view) =>
    (runOf(session, view)?.exchanges ?? session.exchanges).flatMap((one): Item[] => {
      const { http, value } = one;
      if (http?.url?.includes(id)) return [{ ...placeOf(one, "/http/url"), value: "address" }];
      if (JSON.stringify(value ?? null).includes(id)) return [{ ...placeOf(one, "/request"), value: "body" }];
      const isElsewhere = http?.url?.includes("/canary/") && http.request_headers.some(([, text]) => text.includes(id));
      return isElsewhere ? [{ ...placeOf(one, HEADERS), value: "elsewhere" }] : [];
    }),
});
