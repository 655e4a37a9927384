import { BOTH_ERAS, HTTP, type InnocentClient, MODERN_HTTP, OLDEST_HTTP } from "../mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "closes-streams-with-the-answer",
    near: ["C-HTTP-013", "C-HTTP-014", "C-HTTP-012"],
    contexts: BOTH_ERAS,
    scenario: "busy-streams",
    vice: { closesAnswered: true },
  },
  {
    name: "waits-longer-than-asked",
    near: ["C-HTTP-021", "C-HTTP-022", "C-HTTP-023"],
    contexts: HTTP,
    scenario: "broken-stream",
    vice: { retriesAfterMs: 1200 },
  },
  {
    name: "tries-a-faulty-server-three-times",
    near: ["C-HTTP-036"],
    contexts: BOTH_ERAS,
    scenario: "server-fault",
    vice: { attempts: 3 },
  },
  {
    name: "reports-the-code-alone",
    near: ["C-HTTP-035"],
    contexts: BOTH_ERAS,
    scenario: "http-error",
    vice: { tellsErrors: () => ({ message: "the server refused: -32602" }) },
  },
  {
    name: "listens-on-its-own-stream",
    near: ["C-HTTP-019"],
    contexts: HTTP,
    scenario: "get-stream",
    vice: { opensStream: true },
  },
  {
    name: "goes-straight-to-an-old-server",
    near: ["C-HTTP-001", "C-HTTP-002"],
    contexts: OLDEST_HTTP,
    scenario: "old-transport",
    vice: {},
  },
  {
    name: "gives-up-a-broken-stream",
    near: ["C-HTTP-034"],
    contexts: MODERN_HTTP,
    scenario: "broken-stateless-stream",
    vice: {},
  },
];
