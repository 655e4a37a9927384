// How sessions are opened: initialize, notifications/initialized and what a client declares.

import type { ScenarioName } from "../../../capture/scenario-names.ts";
import { NEVER } from "../../../capture/timeline.ts";
import { clientFact, derivedAt, itemsFact, paramsOf, partOf, placeOf } from "../../../judge/core/client/fact.ts";
import { END_WORDS, stepFact } from "../../../judge/core/client/plans.ts";
import {
  allSessions,
  declarationIn,
  type Fact,
  type Item,
  type Message,
  messagesIn,
  sessionsIn,
  sessionsOf,
  type View,
} from "../../../judge/core/client/view.ts";

/** Of a session that the recording shows from its beginning. */
const openings = (view: View): readonly Message[] =>
  sessionsIn(view)
    .filter(({ initialize }) => initialize !== undefined)
    .flatMap(({ messages, exchanges, transport, scenario }) =>
      messages.filter(
        ({ source, isBatched, method }) =>
          source.exchange === exchanges[0]?.source.exchange &&
          (!isBatched || method === "initialize") &&
          // Over HTTP a client that was connected before the recording began goes on without a word.
          (transport === "stdio" || scenario !== undefined || method === "initialize"),
      ),
    );

export const firstMessages = clientFact("first_messages", {
  doc: "The method of the first message of every session with a handshake.",
  type: "string",
  missing: "the client opens a session with initialize",
  among: openings,
  pick: (sent) => partOf(sent, sent.method ?? null, sent.method === undefined ? "" : "/method"),
});

export const initializeParams = clientFact("initialize_params", {
  doc: "The params of every initialize.",
  type: "object",
  pick: (sent) => (sent.method === "initialize" ? paramsOf(sent) : undefined),
});

const isOrdinary = ({ kind, method }: Message): boolean =>
  kind === "request" && method !== "initialize" && method !== "ping";

/** Over HTTP two requests may overtake each other; one that was answered before had certainly arrived before. */
const wasServedBefore = (request: Message, { sentAt }: Message): boolean =>
  (request.session.transport === "stdio" ? request.sentAt : request.answeredAt) < sentAt;

const isInitialized = ({ method }: Message): boolean => method === "notifications/initialized";

export const initializedNotices = itemsFact("initialized_notices", {
  doc: "Of every session that was opened and used: when notifications/initialized came, and how often.",
  type: "object: came (after-result, before-result, after-requests, never), count",
  words: {
    "before-result": "notifications/initialized before initialize was answered",
    "after-requests": "notifications/initialized after other requests",
    never: "requests without notifications/initialized",
  },
  missing: "initialize is answered and the client goes on",
  among: (view) =>
    sessionsIn(view).flatMap(({ initialize, shared, messages }): Item[] => {
      if (!initialize || shared || initialize.result === undefined || initialize.answeredAt === NEVER) return [];
      const { answeredAt } = initialize;
      const notices = messages.filter(isInitialized);
      const requests = messages.filter(isOrdinary);
      const [first] = notices;
      if (!first)
        return requests.length > 0 ? [derivedAt(placeOf(initialize, "/request"), { came: "never", count: 0 })] : [];
      const isLate = requests.some((one) => one.sentAt > answeredAt && wasServedBefore(one, first));
      const came = first.sentAt < answeredAt ? "before-result" : isLate ? "after-requests" : "after-result";
      return [derivedAt(first, { came, count: notices.length })];
    }),
});

/** The capabilities as they are in some message, once each. */
export const clientCapabilities = clientFact("client_capabilities", {
  doc: "The capabilities a client declares: with initialize, or in the _meta of a request.",
  type: "object",
  missing: "the client declares its capabilities",
  pick: (sent) => {
    const { value, pointer } = declarationIn(sent);
    return value === undefined ? undefined : partOf(sent, value, pointer);
  },
});

/** The processes in which a client spoke this era, and whether it spoke the other one there too. */
export const stdioFirstMessages = itemsFact("stdio_first_messages", {
  doc: "The first message to every process in which the client spoke the stateless era, and whether it speaks the other too.",
  type: "object: first (a method), speaks (both-eras, one-era)",
  missing: "the client starts a process and speaks the stateless era to it",
  among: (view) =>
    sessionsIn(view)
      .filter(({ transport, era }) => transport === "stdio" && era === "stateless")
      .flatMap(({ conversation, scenario }): Item[] => {
        const here = allSessions(view).filter((session) => session.conversation === conversation);
        const [first] = here.flatMap(({ exchanges }) => exchanges).sort((left, right) => left.sentAt - right.sentAt);
        // Of a client that falls back in another process both are seen; in a recorded session both are in one.
        const beside = allSessions(view).filter(({ transport }) => scenario !== undefined && transport === "stdio");
        const eras = new Set([...here, ...beside].map(({ era }) => era));
        const speaks = eras.size > 1 ? "both-eras" : "one-era";
        return first ? [derivedAt(placeOf(first, "/request"), { first: first.method ?? "nothing", speaks })] : [];
      }),
});

/** Where a request of the stateless era had been answered with a result, before which nothing is known of the server. */
const provedAt = (view: View, conversation: string): number =>
  Math.min(
    ...messagesIn(view)
      .filter(
        ({ session, result }) =>
          session.conversation === conversation && session.era === "stateless" && result !== undefined,
      )
      .map(({ answeredAt }) => answeredAt),
  );

const HANDSHAKE: ReadonlySet<string> = new Set(["initialize", "notifications/initialized"]);

const statelessMessages = (view: View): readonly Message[] =>
  messagesIn(view).filter(({ session }) => session.era === "stateless");

export const handshakeLeftovers = clientFact("handshake_leftovers", {
  doc: "Every initialize and notifications/initialized after the server had answered a request of the stateless era.",
  type: "the method",
  missing: "the client speaks the stateless era",
  among: (view) => statelessMessages(view),
  pick: (_, view) => view.once(leftoversIn),
});

const leftoversIn = (view: View): readonly Item[] =>
  allSessions(view)
    // Over HTTP other clients may be in the conversation, unless it is a scenario of ours.
    .filter(({ transport, scenario }) => transport === "stdio" || scenario !== undefined)
    .flatMap(({ conversation, exchanges }) =>
      exchanges
        .filter(({ method = "", sentAt }) => HANDSHAKE.has(method) && sentAt > provedAt(view, conversation))
        .map((sent) => ({ ...placeOf(sent, "/request/method"), value: sent.method ?? "" })),
    );

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

export const removedMethods = clientFact("removed_methods", {
  doc: "Every message of the stateless era whose method that era no longer has.",
  type: "the method",
  missing: "the client speaks the stateless era",
  among: statelessMessages,
  pick: (sent) =>
    sent.method !== undefined && REMOVED.has(sent.method) ? partOf(sent, sent.method, "/method") : undefined,
});

export const discoverParams = clientFact("discover_params", {
  doc: "The params of every server/discover.",
  type: "object",
  pick: (sent) => (sent.method === "server/discover" ? paramsOf(sent, null) : undefined),
});

/** Handshakes that a client has every reason to accept: whether it went on. */
const handshakeFact = (name: string, doc: string, scenario: ScenarioName): Fact =>
  itemsFact(name, {
    ...{ doc, type: "went-on or ended", scenarios: [scenario], words: END_WORDS },
    missing: `initialize is answered in the scenario ${scenario}`,
    among: (view) =>
      sessionsOf(view, scenario).flatMap(({ initialize, end, messages }): Item[] => {
        if (end === undefined || end === "limit" || initialize?.result === undefined) return [];
        const goesOn = messages.some(({ method }) => method !== "initialize");
        return [derivedAt(placeOf(initialize, "/response/result"), goesOn ? "went-on" : "ended")];
      }),
  });

export const afterMinimalHandshake = handshakeFact(
  "after_minimal_handshake",
  "What the client did after initialize was answered with as little as is allowed.",
  "minimal-handshake",
);
export const afterUnknownCapabilities = handshakeFact(
  "after_unknown_capabilities",
  "What the client did after initialize was answered with unknown capabilities and members.",
  "surprises",
);
export const afterUnknownMembers = stepFact(
  "after_unknown_members",
  "after a result with unknown members",
  "surprises",
  3,
);
