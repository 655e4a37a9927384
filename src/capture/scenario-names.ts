import { AUTH_SCENARIO_NAMES } from "./authorization-scenario-names.ts";

interface ScenarioEntry {
  /** One phrase that says what the server does in it. */
  readonly phrase: string;
  /** A program for the official suite may name no version here: whatever it says is of the stateless era. */
  readonly unversioned?: true;
}

/**
 * Everything a client can be put through: what a question is for servers. Captures and facts refer to these names, so they
 * never change. What the server does in each is data of the areas (src/areas/scenarios.ts).
 */
export const SCENARIOS = {
  // The first sessions of a run.
  neutral: { phrase: "a plain server of both eras, to learn who the client is" },
  "neutral-stateful": { phrase: "a plain server with sessions: tools, resources, prompts" },
  "neutral-stateless": { phrase: "a plain server without sessions: tools, resources, prompts" },
  // Requests of the server: roots, sampling, elicitation, input rounds.
  "server-requests": { phrase: "the server pings during a call and asks for something unknown" },
  "client-features": { phrase: "the server asks for roots, sampling and elicitation, declared or not" },
  "stateless-server-requests": { phrase: "a server of the stateless era sends a request, which it must not" },
  "input-rounds": { phrase: "calls ask for input of every kind, in one round or more", unversioned: true },
  "endless-rounds": { phrase: "a call asks for input again and again" },
  "odd-inputs": { phrase: "input is asked for where, or of a kind that, it must not be" },
  "sampling-requests": { phrase: "the server asks for two messages of a model" },
  "sampling-tools": { phrase: "the server asks for messages of a model that may use tools, declared or not" },
  "sampling-rounds": { phrase: "calls ask for messages of a model, with tools and without" },
  "elicitation-forms": { phrase: "the server asks for a form with conditions" },
  "elicitation-choices": { phrase: "the server asks for a form with choices of every kind" },
  "elicitation-defaults": { phrase: "the server asks for a form with defaults" },
  "elicitation-modes": { phrase: "the server asks in a mode that was not declared" },
  "elicitation-urls": { phrase: "the server asks to open pages" },
  "url-login": { phrase: "a call needs a login, and notices say that some login is complete" },
  "elicitation-rounds": { phrase: "calls ask for forms and pages" },
  "refused-requests": { phrase: "the server asks for what the user refuses" },
  // Credentials on stdio.
  "stdio-credentials": { phrase: "a call on stdio is refused for want of a credential" },
  // Tasks.
  "client-tasks": { phrase: "the server asks for sampling as a task, declared or not" },
  "server-tasks": { phrase: "a server with tools that are tasks, and tools that must not be" },
  "unoffered-tasks": { phrase: "a tool wants to be a task on a server without tasks" },
  "cancelled-task": { phrase: "a task that is cancelled" },
  "asking-task": { phrase: "a task asks something while it runs" },
  "client-task-work": { phrase: "the server asks for tasks of the client, and about them" },
  "task-handles": { phrase: "calls return handles of the tasks extension" },
  "odd-handles": { phrase: "a handle where there must be none" },
  // Cancellation and roots.
  "cancelled-call": { phrase: "a call that is cancelled and answered all the same" },
  "call-limits": { phrase: "calls with limits of their own" },
  "cancelled-requests": { phrase: "the server cancels what it asked" },
  "odd-cancellations": { phrase: "the server cancels what it must not" },
  "roots-changes": { phrase: "the roots change" },
  // Calls and lists.
  "slow-call": { phrase: "calls take a while, two at the same time" },
  pages: { phrase: "a list of two pages, the first of them empty" },
  "uneven-pages": { phrase: "lists of several pages, some of them short or empty" },
  "empty-cursor": { phrase: "a list whose second page has an empty text for a cursor" },
  "long-list": { phrase: "a list of five hundred tools on one page" },
  "endless-pages": { phrase: "a list whose pages never end" },
  "two-sessions": { phrase: "a list in pages, in one session after the other" },
  "two-at-once": { phrase: "two calls at the same time, with progress, answered in the other order" },
  "log-level": { phrase: "the log level is set" },
  "progress-wanted": { phrase: "the server asks for sampling and for its progress" },
  // Messages.
  "odd-messages": { phrase: "unknown notifications, answers to nobody, stray progress, many log messages" },
  surprises: { phrase: "members, capabilities and metadata that no client knows, and an error" },
  pieces: { phrase: "answers in several pieces, several messages in one, text in many scripts" },
  "unknown-result-type": { phrase: "a result of a kind that nobody knows" },
  "reserved-codes": { phrase: "errors with codes that meant something in drafts" },
  "malformed-requests": { phrase: "the server asks for sampling and elicitation without what they are about" },
  "error-without-id": { phrase: "a request is refused with an error that names no request" },
  "batched-answers": { phrase: "answers in JSON-RPC batches" },
  "changing-lists": { phrase: "lists of tools, prompts and resources change in the middle" },
  "unasked-notices": { phrase: "fifty notices at once, and one about a resource that nobody watches" },
  "three-pages": { phrase: "a list of prompts on three pages" },
  "odd-tool-names": { phrase: "tools whose names differ in the size of a letter, or are long" },
  "rich-content": { phrase: "results and prompts with content of every type, and an error of a tool" },
  "odd-results": { phrase: "a result with content of an unknown type, and a call that is refused" },
  "odd-resources": { phrase: "resources with unusual addresses, contents of every kind, and templates" },
  "watched-resource": { phrase: "a resource that changes while it is watched" },
  completions: { phrase: "completions without values, without a total, with more to come, and an error" },
  // Schemas.
  "remote-references": { phrase: "schemas that refer to addresses of ours" },
  "hostile-schemas": { phrase: "schemas that are costly to work with" },
  "schema-keywords": { phrase: "a schema with every keyword, to be sent back" },
  "schema-dialects": { phrase: "schemas of an older and of an unknown dialect" },
  "output-schemas": { phrase: "structured results that fit their schema and that do not" },
  "typed-results": { phrase: "structured results of every JSON type" },
  // Subscriptions and caching.
  subscriptions: { phrase: "a subscription to changes" },
  "subscription-refused": { phrase: "subscriptions are refused, or acknowledged without anything" },
  "subscription-ends": { phrase: "the server ends a subscription with its answer" },
  "subscription-breaks": { phrase: "the connection of a subscription breaks" },
  caching: { phrase: "answers that may be kept for a long time" },
  "short-lived-lists": { phrase: "lists that may not be kept, or not for long" },
  // Handshakes and versions.
  "unknown-version": { phrase: "initialize is answered with a version that nobody knows" },
  "refused-handshake": { phrase: "initialize is answered with an error" },
  "slow-handshake": { phrase: "initialize is answered late" },
  "tools-only": { phrase: "the server offers tools and nothing else" },
  "version-refused": { phrase: "the first request is refused for its version, with a list of others" },
  "no-common-version": { phrase: "every request is refused for its version, and no version is common" },
  "newer-version": { phrase: "the server knows the newest version with a handshake alone" },
  "older-version": { phrase: "initialize is answered with an older version" },
  "minimal-handshake": { phrase: "initialize is answered with as little as is allowed" },
  "failing-handshake": { phrase: "initialize is answered with status 500" },
  "broken-handshake": { phrase: "the connection or the process ends on initialize" },
  "early-ping": { phrase: "the server pings before it answers initialize" },
  "listed-versions": { phrase: "discovery lists versions of both eras, the older one first" },
  "anonymous-server": { phrase: "a plain server without sessions that does not name itself" },
  "famous-server": { phrase: "a plain server without sessions under the name of a known product" },
  "capability-required": { phrase: "every call is refused because it needs a capability of the client" },
  "legacy-400-empty": { phrase: "a server with sessions that answers other requests with 400 and nothing else" },
  "legacy-400-text": { phrase: "a server with sessions that answers other requests with 400 and a text" },
  "legacy-404": { phrase: "a server with sessions that answers other requests with 404 and a page" },
  "legacy-405": { phrase: "a server with sessions that answers other requests with 405" },
  "legacy-406": { phrase: "a server with sessions that answers other requests with 406" },
  "legacy-invalid-params": { phrase: "a server with a handshake that answers other requests with -32602" },
  "legacy-not-initialized": { phrase: "a server with a handshake that answers other requests with -32000" },
  "legacy-own-code": { phrase: "a server with a handshake that answers other requests with a code of its own" },
  "legacy-silence": { phrase: "a server with a handshake that answers no other request" },
  "legacy-exit": { phrase: "a server with a handshake that ends on any other request" },
  "headers-refused": { phrase: "a server without sessions that refuses every request for its headers" },
  "capability-refused": { phrase: "a server without sessions that refuses every request for a missing capability" },
  "version-always-refused": { phrase: "every request is refused for the version that the refusal lists" },
  "no-discovery": { phrase: "a server without sessions that does not know server/discover" },
  // Streamable HTTP: sessions, streams, headers.
  "no-session": { phrase: "a server that hands out no session id" },
  "no-stream": { phrase: "a server that refuses GET" },
  "lost-session": { phrase: "the session is gone in the middle: 404" },
  "broken-stream": { phrase: "the stream of a call ends before the answer and can be resumed" },
  "broken-stateless-stream": { phrase: "the stream of a call breaks before the answer and cannot be resumed" },
  "json-with-charset": { phrase: "answers are application/json with a parameter" },
  "streamed-answers": { phrase: "every answer is an event stream" },
  "changing-answers": { phrase: "JSON and event streams take turns" },
  "odd-events": { phrase: "event streams in everything their format allows" },
  "primed-streams": { phrase: "event streams that begin with an event without data" },
  "busy-streams": { phrase: "comments and messages before the answer, and a stream that stays open after it" },
  "odd-header-names": { phrase: "names of headers in letters of mixed size" },
  "odd-session-id": { phrase: "a long session id of every character that is allowed" },
  "accepted-with-body": { phrase: "notifications are accepted with a body, which they must not be" },
  "get-stream": { phrase: "the server pings on the GET stream" },
  "two-streams": { phrase: "two calls at the same time, each answered on a stream of its own" },
  "http-error": { phrase: "a call is answered with 400 and an error in the body" },
  "server-fault": { phrase: "everything is answered with 503" },
  "old-transport": { phrase: "a server with HTTP+SSE: POST is refused with 405" },
  "old-transport-404": { phrase: "a server with HTTP+SSE: POST is refused with 404" },
  "old-foreign-endpoint": { phrase: "a server with HTTP+SSE names an address of another origin" },
  "odd-names": { phrase: "names that a header cannot carry as they are" },
  "param-headers": { phrase: "a tool whose arguments are repeated in headers" },
  "invalid-param-headers": { phrase: "tools with x-mcp-header that is not allowed, among others" },
  "header-mismatch": { phrase: "calls are refused because of their headers" },
  // stdio.
  "process-ends": { phrase: "the process ends while a call is open" },
  "process-ends-at-rest": { phrase: "the process ends between two requests" },
  // Authorization.
  ...AUTH_SCENARIO_NAMES,
} as const satisfies Record<string, ScenarioEntry>;

/** Text in several scripts and on two lines, that clients hand on as it is. */
export const TRICKY_TEXT = "Zoë 世界 𝄞\nsecond line\r\nend";

/** How long a server waits between the notice that something has changed and its next answer. */
export const CHANGE_WAIT_MS = 1000;

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

/** Whether requests without a version are of the stateless era in a scenario. */
export const isUnversioned = (name: string | undefined): boolean => {
  const entry: ScenarioEntry | undefined =
    name !== undefined && Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name as ScenarioName] : undefined;
  return entry?.unversioned === true;
};
