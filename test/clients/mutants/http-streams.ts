import { BOTH_ERAS, HTTP, MODERN_HTTP, type MutantClient, OLDEST_HTTP } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "loses-the-query-of-the-endpoint",
    fails: ["C-HTTP-001"],
    contexts: OLDEST_HTTP,
    scenario: "old-transport",
    vice: { oldAddress: (url) => url.replace(/\?.*/, ""), chokesOn: ({ status }) => status === 404 },
  },
  {
    name: "reads-the-body-of-the-post",
    fails: ["C-HTTP-002"],
    contexts: OLDEST_HTTP,
    scenario: "old-transport",
    vice: { chokesOn: ({ text }) => text === "Accepted" },
  },
  {
    name: "posts-to-another-origin",
    fails: ["C-HTTP-003"],
    contexts: OLDEST_HTTP,
    scenario: "old-foreign-endpoint",
    vice: { followsForeignEndpoint: true, chokesOn: ({ text }) => text === "{}" },
  },
  {
    name: "answers-outside-its-session",
    // The server cannot tell whose answers these are.
    fails: ["C-HTTP-016", "C-HTTP-025", "C-PING-001", "C-PROTO-006", "C-PROTO-009", "C-PROTO-010"],
    contexts: HTTP,
    scenario: "server-requests",
    vice: {
      headers: (headers, message) =>
        message !== undefined && !("method" in message)
          ? headers.filter(([name]) => name.toLowerCase() !== "mcp-session-id")
          : headers,
    },
  },
  {
    name: "deaf-on-its-own-stream",
    fails: ["C-HTTP-019", "C-PING-001", "C-PROTO-006"],
    contexts: HTTP,
    scenario: "get-stream",
    vice: { opensStream: true, ignoresOwnStream: true },
  },
  {
    name: "one-reader-for-all-streams",
    fails: ["C-HTTP-020"],
    contexts: HTTP,
    scenario: "two-streams",
    vice: { takesAnyAnswer: true },
  },
  {
    name: "comes-back-at-once",
    fails: ["C-HTTP-022"],
    contexts: HTTP,
    scenario: "broken-stream",
    vice: { retriesAfterMs: 10 },
  },
  {
    name: "gives-up-a-closed-stream",
    fails: ["C-HTTP-023"],
    contexts: HTTP,
    scenario: "broken-stream",
    vice: { neverPolls: true },
  },
  { name: "leaves-its-session", fails: ["C-HTTP-029"], contexts: HTTP, vice: { leavesSession: true } },
  {
    name: "falls-back-after-404-alone",
    fails: ["C-HTTP-031"],
    contexts: HTTP,
    scenario: ["old-transport", "old-transport-404"],
    vice: { fallsBackOn: [404] },
  },
  {
    name: "resumes-what-cannot-be-resumed",
    fails: ["C-HTTP-032", "C-HTTP-034"],
    contexts: MODERN_HTTP,
    scenario: "broken-stateless-stream",
    vice: { resumesAnyway: true },
  },
  {
    name: "tells-the-status-alone",
    fails: ["C-HTTP-035"],
    contexts: BOTH_ERAS,
    scenario: "http-error",
    vice: { tellsErrors: () => ({ message: "HTTP 400" }) },
  },
  {
    name: "floods-a-server-that-is-down",
    fails: ["C-HTTP-036"],
    contexts: MODERN_HTTP,
    scenario: "server-fault",
    vice: { attempts: 15 },
  },
  {
    // What fails here is the handshake.
    name: "floods-a-server-that-shakes-no-hands",
    fails: ["C-HTTP-036", "C-LIFE-015"],
    contexts: HTTP,
    scenario: "server-fault",
    vice: { attempts: 15 },
  },
];
