import { listMember, member, stringMember } from "../../base/json.ts";
import type { ExchangeRecord, Item, View } from "../../judge/core/fact.ts";
import { versionNamedBy } from "../../judge/core/spoken-revision.ts";
import { isRevision } from "../../protocol/revision.ts";
import type { ClientSession } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn, statelessRequestsIn } from "./sent.ts";

export const requestedVersions = sentFact(
  { name: "requested_versions", doc: "The version that every initialize asks for.", type: "as sent" },
  (sent) => {
    if (sent.method !== "initialize") return undefined;
    const version = member(sent.params, "protocolVersion");
    return version === undefined ? undefined : partOf(sent, version, "/params/protocolVersion");
  },
  "the client sends initialize",
);

export interface Answered extends Item {
  readonly session: ClientSession;
  readonly initialize: ExchangeRecord;
}

export const handshakes = (view: View): readonly Answered[] =>
  sessionsIn(view).flatMap((session): Answered[] => {
    const { initialize } = session;
    if (!initialize || session.shared || initialize.exchange.response === undefined) return [];
    return [{ session, initialize, exchange: initialize.id, pointer: "/response", value: null }];
  });

/** What the client still sent in a session after the answer to its initialize; to cancel is no use of it. */
export const sentAfter = ({ session, initialize }: Answered): readonly string[] =>
  session.records
    .filter(({ exchange }) => (exchange.seq ?? 0) > (initialize.exchange.response_seq ?? 0))
    .flatMap(({ method }) => method ?? [])
    .filter((method) => method !== "initialize" && method !== "notifications/cancelled");

export const afterUnknownVersion = clientFact(
  {
    name: "after_unknown_version",
    doc: "Of every initialize answered with a version that does not exist: what the client sent after it.",
    type: "array of methods",
    derived: true,
    scenarios: ["unknown-version"],
  },
  (view) =>
    handshakes(view).filter(({ initialize }) => {
      const version = stringMember(member(initialize.exchange.response, "result"), "protocolVersion");
      return version !== undefined && !isRevision(version);
    }),
  (answered) => derivedAt(answered, [...sentAfter(answered)]),
  "initialize is answered with an unknown version",
);

export const afterRefusedHandshake = clientFact(
  {
    name: "after_refused_handshake",
    doc: "Of every initialize answered with an error: what the client sent in that session after it.",
    type: "array of methods",
    derived: true,
    scenarios: ["refused-handshake"],
  },
  (view) => handshakes(view).filter(({ initialize }) => member(initialize.exchange.response, "error") !== undefined),
  (answered) => derivedAt(answered, [...sentAfter(answered)]),
  "initialize is answered with an error",
);

/** Over HTTP two requests may overtake each other, and one without a session is in no session. */
export const duringHandshake = clientFact(
  {
    name: "during_handshake",
    doc: "Requests but ping that the client wrote to a process while initialize was open.",
    type: "the method",
    scenarios: ["slow-handshake"],
  },
  (view) => handshakes(view).filter(({ session }) => session.transport === "stdio"),
  ({ session, initialize }, view) => {
    const [from, until] = [initialize.exchange.seq ?? 0, initialize.exchange.response_seq ?? 0];
    return sentIn(view)
      .filter((sent) => sent.session === session && sent.kind === "request" && sent.method !== "ping")
      .filter(({ record }) => (record.exchange.seq ?? 0) > from && (record.exchange.seq ?? 0) < until)
      .map((sent) => partOf(sent, sent.method ?? "", "/method"));
  },
  "initialize is answered on stdio",
);

/** The capability that the methods of a feature presuppose. */
const FEATURES: readonly (readonly [prefix: string, capability: string])[] = [
  ["tools/", "tools"],
  ["resources/", "resources"],
  ["prompts/", "prompts"],
  ["completion/", "completions"],
  ["logging/", "logging"],
];

/** What the server said it has, to this client: at the handshake, or when it was discovered. */
const advertisedIn = ({ records }: ClientSession) => {
  for (const { exchange, method } of records) {
    const result = member(exchange.response, "result");
    if ((method === "initialize" || method === "server/discover") && result !== undefined)
      return { capabilities: member(result, "capabilities"), seq: exchange.response_seq ?? 0 };
  }
  return undefined;
};

export const unadvertisedUses = sentFact(
  {
    name: "unadvertised_uses",
    doc: "Requests for features that the server had not advertised to this client.",
    type: "the method",
    scenarios: ["tools-only"],
  },
  (sent) => {
    const advertised = advertisedIn(sent.session);
    const feature = FEATURES.find(([prefix]) => sent.method?.startsWith(prefix));
    if (!advertised || !feature || sent.kind !== "request" || (sent.record.exchange.seq ?? 0) < advertised.seq)
      return undefined;
    // Before 2025-03-26 completion had no capability.
    if (feature[1] === "completions" && sent.session.revision === "2024-11-05") return undefined;
    return member(advertised.capabilities, feature[1]) === undefined
      ? partOf(sent, sent.method ?? "", "/method")
      : undefined;
  },
);

const UNSUPPORTED = -32022;

/** Requests that were refused for their version. */
const refusedRequests = (view: View): readonly Sent[] =>
  statelessRequestsIn(view).filter(
    ({ record }) => member(member(record.exchange.response, "error"), "code") === UNSUPPORTED,
  );

const supportedBy = ({ record }: Sent): readonly unknown[] =>
  listMember(member(member(record.exchange.response, "error"), "data"), "supported");

/** Only where the client can speak one of the versions that the server lists: the one it is known to speak. */
export const versionRetries = clientFact(
  {
    name: "version_retries",
    doc: "Of every request refused for its version although the server lists one that the client speaks: how the client tried again.",
    type: "object: tried (listed, unlisted, not-again), id (new, same)",
    derived: true,
    scenarios: ["version-refused"],
  },
  // A client that was refused again need not go on for ever.
  (view) =>
    refusedRequests(view).filter(
      (sent, index, all) =>
        supportedBy(sent).includes(view.revision) && all.findIndex(({ session }) => session === sent.session) === index,
    ),
  (sent, view) => {
    const refusedAt = sent.record.exchange.response_seq ?? 0;
    const later = sentIn(view).filter(
      ({ session, record, kind }) =>
        session === sent.session && kind === "request" && (record.exchange.seq ?? 0) > refusedAt,
    );
    const listed = later.find((one) => supportedBy(sent).includes(versionNamedBy(one.value)));
    const next = listed ?? later[0];
    // Who is still at it may yet try.
    if (!next) return sent.session.clientEnd === "itself" ? derivedAt(sent, { tried: "not-again" }) : undefined;
    return derivedAt(next, {
      tried: listed ? "listed" : "unlisted",
      id: member(next.value, "id") === member(sent.value, "id") ? "same" : "new",
    });
  },
  "a request is refused for its version",
);

export const hopelessAttempts = clientFact(
  {
    name: "hopeless_attempts",
    doc: "How many requests the client sent to a server that lists no version it speaks.",
    type: "integer",
    derived: true,
    scenarios: ["no-common-version"],
  },
  (view) => refusedRequests(view).filter((sent) => !supportedBy(sent).includes(view.revision)),
  (sent, view) => {
    const all = refusedRequests(view).filter(({ session }) => session === sent.session);
    return all[0] === sent ? derivedAt(sent, all.length) : undefined;
  },
  "a request is refused, and no version is common",
);

/** Where the server gave cursors: those of before the recording are not known. */
export const sentCursors = clientFact(
  {
    name: "sent_cursors",
    doc: "Every cursor the client sent for a list of which the server had given one: whether it is one of those.",
    type: "given or changed",
    derived: true,
    scenarios: ["pages"],
    words: { changed: "a cursor that the server never gave" },
  },
  (view) =>
    sentIn(view).filter(
      ({ params }) => typeof member(params, "cursor") === "string" && member(params, "cursor") !== "",
    ),
  (sent, view) => {
    // Whether it is from this session is another matter.
    const given = sentIn(view)
      .filter(({ method }) => method === sent.method)
      .flatMap(({ record }) => member(member(record.exchange.response, "result"), "nextCursor") ?? []);
    if (given.length === 0) return undefined;
    const isGiven = given.includes(member(sent.params, "cursor") ?? null);
    return derivedAt({ ...sent, pointer: `${sent.pointer}/params/cursor` }, isGiven ? "given" : "changed");
  },
  "the client asks for a second page",
);
