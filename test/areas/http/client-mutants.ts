import { stringMember } from "../../../src/base/json.ts";
import { onMethod, withHeader, withoutHeader } from "../../clients/edits.ts";
import { BOTH_ERAS, HTTP, MODERN_HTTP, type MutantClient, mutant, OLDEST_HTTP } from "../../clients/mutant-client.ts";
import type { HeardAnswer } from "../../clients/small-client/step-vice.ts";

const typeIn = ({ headers }: HeardAnswer): string | undefined => {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "content-type");
  return at < 0 ? undefined : headers[at + 1];
};

export const MUTANTS: readonly MutantClient[] = [
  mutant("batches-over-http", ["C-HTTP-006", "C-PROTO-018"], HTTP).does(onMethod("tools/list", (message) => [message])),
  mutant("adds-a-slash", ["C-HTTP-004"], BOTH_ERAS).does({
    url: (url, message) => (stringMember(message, "method") === "prompts/list" ? `${url}/` : url),
  }),
  mutant("puts", ["C-HTTP-004"], HTTP).does({
    httpMethod: (message) => (stringMember(message, "method") === "prompts/list" ? "PUT" : "POST"),
  }),
  mutant("accepts-json-alone", ["C-HTTP-005"], BOTH_ERAS).does(withHeader("Accept", "application/json", "tools/list")),
  mutant("accepts-anything", ["C-HTTP-005"], BOTH_ERAS).does(withHeader("Accept", "*/*", "tools/call")),
  mutant("two-lines-in-a-body", ["C-HTTP-006"], BOTH_ERAS).does({
    text: (text, message) => (stringMember(message, "method") === "prompts/list" ? `${text}\n${text}` : text),
  }),
  mutant("plain-text", ["C-HTTP-007"], BOTH_ERAS).does(withHeader("Content-Type", "text/plain", "tools/list")),
  mutant("gets-anything", ["C-HTTP-017"], HTTP).does({
    opensStream: true,
    headers: (headers, message) =>
      message ? headers : headers.map(([name, value]) => [name, name === "Accept" ? "*/*" : value]),
  }),
  mutant("still-gets", ["C-HTTP-032"], MODERN_HTTP).does({ opensStream: true }),
  mutant("forgets-the-session", ["C-HTTP-025"], HTTP).does(withoutHeader("Mcp-Session-Id", "prompts/list")),
  mutant("invents-a-session", ["C-HTTP-027"], HTTP, "no-session").does(
    withHeader("Mcp-Session-Id", "mine", "initialize"),
  ),
  mutant("session-in-the-stateless-era", ["C-HTTP-033"], MODERN_HTTP).does(
    withHeader("Mcp-Session-Id", "mine", "tools/list"),
  ),
  mutant("keeps-a-lost-session", ["C-HTTP-028"], HTTP, "lost-session").does({ keepsLostSession: true }),
  mutant("insists-on-a-stream", ["C-HTTP-018"], HTTP, "no-stream").does({ insistsOnStream: 4 }),
  mutant("resumes-from-nowhere", ["C-HTTP-021"], HTTP, "broken-stream").does({ lastEventId: null }),
  mutant("resumes-from-elsewhere", ["C-HTTP-021"], HTTP, "broken-stream").does({ lastEventId: "s1-6" }),
  mutant("compares-the-whole-type", ["C-HTTP-008"], BOTH_ERAS, ["neutral", "json-with-charset"]).does({
    chokesOn: (heard) => heard.text !== "" && !heard.isEvents && typeIn(heard) !== "application/json",
  }),
  mutant("reads-json-alone", ["C-HTTP-009"], BOTH_ERAS, ["neutral", "streamed-answers"]).does({
    chokesOn: ({ isEvents }) => isEvents,
  }),
  mutant("sticks-to-the-first-form", ["C-HTTP-010"], BOTH_ERAS, ["neutral", "changing-answers"]).does({
    chokesOn: ({ isEvents }) => isEvents,
  }),
  mutant("splits-events-at-blank-lines", ["C-HTTP-011"], BOTH_ERAS, ["neutral", "odd-events"]).does({
    readsEventsHastily: true,
    stopsUnanswered: true,
  }),
  mutant("parses-comments", ["C-HTTP-012"], BOTH_ERAS, ["neutral", "busy-streams"]).does({
    chokesOn: ({ text, isEvents }) => isEvents && text.startsWith(":"),
  }),
  mutant("takes-the-first-event", ["C-HTTP-013"], BOTH_ERAS, ["neutral", "busy-streams"]).does({
    takesFirstEvent: true,
  }),
  mutant("waits-for-the-end-of-the-stream", ["C-HTTP-014"], BOTH_ERAS, "busy-streams").does({
    readsStreamsAtTheEnd: true,
  }),
  mutant("parses-every-body", ["C-HTTP-015"], HTTP, ["neutral", "accepted-with-body"]).does({
    chokesOn: ({ status, text }) => status === 202 && text === "",
  }),
  mutant("parses-empty-events", ["C-HTTP-024"], HTTP, "primed-streams").does({
    chokesOn: ({ text, isEvents }) => isEvents && text.includes("data:\n\n"),
  }),
  mutant("encodes-the-session", ["C-HTTP-025", "C-HTTP-026"], HTTP, "odd-session-id").does({
    sessionId: encodeURIComponent,
  }),
  mutant("knows-one-spelling-of-headers", ["C-HTTP-037"], BOTH_ERAS, ["neutral", "odd-header-names"]).does({
    chokesOn: ({ headers, text }) => text !== "" && !headers.includes("Content-Type"),
  }),
  mutant("loses-the-query-of-the-endpoint", ["C-HTTP-001"], OLDEST_HTTP, "old-transport").does({
    oldAddress: (url) => url.replace(/\?.*/, ""),
    chokesOn: ({ status }) => status === 404,
  }),
  mutant("reads-the-body-of-the-post", ["C-HTTP-002"], OLDEST_HTTP, "old-transport").does({
    chokesOn: ({ text }) => text === "Accepted",
  }),
  mutant("posts-to-another-origin", ["C-HTTP-003"], OLDEST_HTTP, "old-foreign-endpoint").does({
    followsForeignEndpoint: true,
    chokesOn: ({ text }) => text === "{}",
  }),
  // The server cannot tell whose answers these are.
  mutant(
    "answers-outside-its-session",
    ["C-HTTP-016", "C-HTTP-025", "C-PING-001", "C-PROTO-006", "C-PROTO-009", "C-PROTO-010"],
    HTTP,
    "server-requests",
  ).does({
    headers: (headers, message) =>
      message !== undefined && !("method" in message)
        ? headers.filter(([name]) => name.toLowerCase() !== "mcp-session-id")
        : headers,
  }),
  mutant("deaf-on-its-own-stream", ["C-HTTP-019", "C-PING-001", "C-PROTO-006"], HTTP, "get-stream").does({
    opensStream: true,
    ignoresOwnStream: true,
  }),
  mutant("one-reader-for-all-streams", ["C-HTTP-020"], HTTP, "two-streams").does({ takesAnyAnswer: true }),
  mutant("comes-back-at-once", ["C-HTTP-022"], HTTP, "broken-stream").does({ retriesAfterMs: 10 }),
  mutant("gives-up-a-closed-stream", ["C-HTTP-023"], HTTP, "broken-stream").does({ neverPolls: true }),
  mutant("leaves-its-session", ["C-HTTP-029"], HTTP).does({ leavesSession: true }),
  mutant("falls-back-after-404-alone", ["C-HTTP-031"], HTTP, ["old-transport", "old-transport-404"]).does({
    fallsBackOn: [404],
  }),
  mutant("resumes-what-cannot-be-resumed", ["C-HTTP-032", "C-HTTP-034"], MODERN_HTTP, "broken-stateless-stream").does({
    resumesAnyway: true,
  }),
  mutant("tells-the-status-alone", ["C-HTTP-035"], BOTH_ERAS, "http-error").does({
    tellsErrors: () => ({ message: "HTTP 400" }),
  }),
  mutant("floods-a-server-that-is-down", ["C-HTTP-036"], MODERN_HTTP, "server-fault").does({ attempts: 15 }),
  // What fails here is the handshake.
  mutant("floods-a-server-that-shakes-no-hands", ["C-HTTP-036", "C-LIFE-015"], HTTP, "server-fault").does({
    attempts: 15,
  }),
];
