// The version that is agreed on, and what a client does where none is.

import { type Json, member, valueAt } from "../../../base/json.ts";
import { clientFact, derivedFact, type Place, partOf, placeOf } from "../../../judge/core/client/fact.ts";
import { HEADERS, requestHeader } from "../../../judge/core/client/http.ts";
import { lastingRuns } from "../../../judge/core/client/runs.ts";
import { type Message, type Session, sessionsIn, type View } from "../../../judge/core/client/view.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { isRevision } from "../../../protocol/revision.ts";

export const requestedVersions = clientFact("requested_versions", {
  doc: "The version that every initialize asks for.",
  type: "as sent",
  missing: "the client sends initialize",
  pick: (sent) => {
    const version = sent.method === "initialize" ? member(sent.params, "protocolVersion") : undefined;
    return version === undefined ? undefined : partOf(sent, version, "/params/protocolVersion");
  },
});

/** An initialize that was answered. */
interface Handshake extends Place {
  readonly session: Session;
  readonly initialize: Message;
  readonly asked: Json | undefined;
  readonly agreed: Json | undefined;
}

const handshakesIn = (view: View): readonly Handshake[] =>
  sessionsIn(view).flatMap((session): Handshake[] => {
    const { initialize, shared } = session;
    if (!initialize || shared || initialize.response === undefined) return [];
    const asked = member(initialize.params, "protocolVersion");
    const agreed = member(initialize.result, "protocolVersion");
    return [{ ...placeOf(initialize, "/response"), session, initialize, asked, agreed }];
  });

const sentSince = ({ session, initialize }: Handshake): readonly Message[] =>
  session.exchanges.filter(({ sentAt }) => sentAt > initialize.answeredAt);

/** What the client still sent in a session after the answer to its initialize; to cancel is no use of it. */
const methodsSince = (handshake: Handshake): readonly string[] =>
  sentSince(handshake)
    .flatMap(({ method }) => method ?? [])
    .filter((method) => method !== "initialize" && method !== "notifications/cancelled");

export const afterUnknownVersion = derivedFact("after_unknown_version", {
  doc: "Of every initialize answered with a version that does not exist: what the client sent after it.",
  type: "array of methods",
  scenarios: ["unknown-version"],
  missing: "initialize is answered with an unknown version",
  among: handshakesIn,
  only: ({ agreed }) => typeof agreed === "string" && !isRevision(agreed),
  say: (one) => [...methodsSince(one)],
});

export const afterRefusedHandshake = derivedFact("after_refused_handshake", {
  doc: "Of every initialize answered with an error: what the client sent in that session after it.",
  type: "array of methods",
  scenarios: ["refused-handshake"],
  missing: "initialize is answered with an error",
  among: handshakesIn,
  only: ({ initialize }) => initialize.error !== undefined,
  say: (one) => [...methodsSince(one)],
});

/** Over HTTP two requests may overtake each other, and one without a session is in no session. */
export const duringHandshake = clientFact("during_handshake", {
  doc: "Requests but ping that the client wrote to a process while initialize was open.",
  type: "the method",
  scenarios: ["slow-handshake"],
  missing: "initialize is answered on stdio",
  among: handshakesIn,
  only: ({ session }) => session.transport === "stdio",
  pick: ({ session, initialize }) =>
    session.messages
      .filter(({ kind, method }) => kind === "request" && method !== "ping")
      .filter(({ sentAt }) => sentAt > initialize.sentAt && sentAt < initialize.answeredAt)
      .map((sent) => partOf(sent, sent.method ?? "", "/method")),
});

const isDate = (version: Json | undefined): version is string =>
  typeof version === "string" && /^\d{4}-\d\d-\d\d$/.test(version);

export const newerVersions = derivedFact("newer_versions", {
  doc: "Of every initialize answered with a newer version than it asked for, by a server that knows the newest: what the client did.",
  type: "asked-for-it, declined or accepted",
  scenarios: ["newer-version"],
  words: { accepted: "a newer version than the one it asked for" },
  missing: "initialize is answered with the newest version",
  among: handshakesIn,
  only: ({ asked, agreed, session }) => {
    if (!isDate(asked) || !isDate(agreed)) return false;
    return agreed > asked || (agreed === asked && session.scenario === "newer-version");
  },
  say: (one) => {
    if (one.asked === one.agreed) return "asked-for-it";
    return methodsSince(one).length > 0 ? "accepted" : "declined";
  },
});

const keepsOwn = (one: Handshake): Message | undefined =>
  sentSince(one).find((sent) => requestHeader(sent, HEADER_KEY.protocolVersion) === one.asked);

export const olderVersions = derivedFact("older_versions", {
  doc: "Of every initialize answered with an older version than it asked for: what the client did.",
  type: "declined, follows or keeps-own",
  scenarios: ["older-version"],
  words: { "keeps-own": "the version that it had asked for" },
  missing: "initialize is answered with an older version",
  among: handshakesIn,
  only: ({ asked, agreed }) => isDate(asked) && isDate(agreed) && agreed < asked,
  at: (one) => {
    const own = keepsOwn(one);
    return own ? placeOf(own, HEADERS) : one;
  },
  say: (one) => (keepsOwn(one) ? "keeps-own" : methodsSince(one).length > 0 ? "follows" : "declined"),
});

/** The capability that the methods of a feature presuppose. */
const FEATURES: readonly (readonly [prefix: string, capability: string])[] = [
  ["tools/", "tools"],
  ["resources/", "resources"],
  ["prompts/", "prompts"],
  ["completion/", "completions"],
  ["logging/", "logging"],
];

/** What the server said it has, to the client of each session: at the handshake, or when it was discovered. */
const gatherAdvertised = (view: View): ReadonlyMap<Session, Message | undefined> =>
  new Map(
    sessionsIn(view).map((session) => [
      session,
      session.exchanges.find(
        (one) => (one.method === "initialize" || one.method === "server/discover") && one.result !== undefined,
      ),
    ]),
  );

export const unadvertisedUses = clientFact("unadvertised_uses", {
  doc: "Requests for features that the server had not advertised to this client.",
  type: "the method",
  scenarios: ["tools-only"],
  pick: (sent, view) => {
    const { session, method = "", kind, sentAt } = sent;
    const advertised = view.once(gatherAdvertised).get(session);
    const [, capability] = FEATURES.find(([prefix]) => method.startsWith(prefix)) ?? [];
    if (!advertised || !capability || kind !== "request" || sentAt < advertised.answeredAt) return undefined;
    // Before 2025-03-26 completion had no capability.
    if (capability === "completions" && session.revision === "2024-11-05") return undefined;
    const isOffered = valueAt(advertised.result, "capabilities", capability) !== undefined;
    return isOffered ? undefined : partOf(sent, method, "/method");
  },
});

/** What a session of this revision cannot hold, whatever its client could say in another. */
const laterConstruct = ({ method = "", params, session, kind }: Message): string | undefined => {
  if (session.era !== "stateful") return undefined;
  if (session.revision < "2025-11-25" && kind === "request") {
    if (method.startsWith("tasks/")) return method;
    if (method !== "initialize" && member(params, "task") !== undefined) return "params.task";
  }
  if (method === "server/discover" || method === "subscriptions/listen") return method;
  return valueAt(params, "_meta", META_KEY.protocolVersion) === undefined ? undefined : META_KEY.protocolVersion;
};

export const laterConstructs = clientFact("later_constructs", {
  doc: "Everything the client sent in a session that only a later revision has: tasks, methods and metadata.",
  type: "what it is",
  derived: true,
  pick: (sent) => {
    const found = laterConstruct(sent);
    return found === undefined ? undefined : partOf(sent, found, "");
  },
});

export const handshakeAttempts = derivedFact("handshake_attempts", {
  doc: "How often a client sent initialize to a server that never answered it with a result.",
  type: "integer",
  scenarios: ["refused-handshake", "broken-handshake", "failing-handshake"],
  missing: "initialize fails",
  among: (view) =>
    lastingRuns(view).flatMap(({ exchanges }) => {
      const attempts = exchanges.filter(({ method }) => method === "initialize");
      return attempts
        .filter(({ session, result }) => session.revision === view.revision && result === undefined)
        .slice(0, 1)
        .map((first) => ({ ...placeOf(first, "/request"), attempts }));
    }),
  at: (run) => ({ ...run, name: "initialize" }),
  say: ({ attempts }) => (attempts.some(({ result }) => result !== undefined) ? undefined : attempts.length),
});
