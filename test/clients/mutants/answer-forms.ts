import { BOTH_ERAS, HTTP, type MutantClient } from "../mutant-client.ts";
import type { HeardAnswer } from "../small-client/step-vice.ts";

const typeIn = ({ headers }: HeardAnswer): string | undefined => {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "content-type");
  return at < 0 ? undefined : headers[at + 1];
};

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "compares-the-whole-type",
    fails: ["C-HTTP-008"],
    contexts: BOTH_ERAS,
    scenario: ["neutral", "json-with-charset"],
    vice: { chokesOn: (heard) => heard.text !== "" && !heard.isEvents && typeIn(heard) !== "application/json" },
  },
  {
    name: "reads-json-alone",
    fails: ["C-HTTP-009"],
    contexts: BOTH_ERAS,
    scenario: ["neutral", "streamed-answers"],
    vice: { chokesOn: ({ isEvents }) => isEvents },
  },
  {
    name: "sticks-to-the-first-form",
    fails: ["C-HTTP-010"],
    contexts: BOTH_ERAS,
    scenario: ["neutral", "changing-answers"],
    vice: { chokesOn: ({ isEvents }) => isEvents },
  },
  {
    name: "splits-events-at-blank-lines",
    fails: ["C-HTTP-011"],
    contexts: BOTH_ERAS,
    scenario: ["neutral", "odd-events"],
    vice: { readsEventsHastily: true, stopsUnanswered: true },
  },
  {
    name: "parses-comments",
    fails: ["C-HTTP-012"],
    contexts: BOTH_ERAS,
    scenario: ["neutral", "busy-streams"],
    vice: { chokesOn: ({ text, isEvents }) => isEvents && text.startsWith(":") },
  },
  {
    name: "takes-the-first-event",
    fails: ["C-HTTP-013"],
    contexts: BOTH_ERAS,
    scenario: ["neutral", "busy-streams"],
    vice: { takesFirstEvent: true },
  },
  {
    name: "waits-for-the-end-of-the-stream",
    fails: ["C-HTTP-014"],
    contexts: BOTH_ERAS,
    scenario: "busy-streams",
    vice: { readsStreamsAtTheEnd: true },
  },
  {
    name: "parses-every-body",
    fails: ["C-HTTP-015"],
    contexts: HTTP,
    scenario: ["neutral", "accepted-with-body"],
    vice: { chokesOn: ({ status, text }) => status === 202 && text === "" },
  },
  {
    name: "parses-empty-events",
    fails: ["C-HTTP-024"],
    contexts: HTTP,
    scenario: "primed-streams",
    vice: { chokesOn: ({ text, isEvents }) => isEvents && text.includes("data:\n\n") },
  },
  {
    name: "encodes-the-session",
    fails: ["C-HTTP-025", "C-HTTP-026"],
    contexts: HTTP,
    scenario: "odd-session-id",
    vice: { sessionId: encodeURIComponent },
  },
  {
    name: "knows-one-spelling-of-headers",
    fails: ["C-HTTP-037"],
    contexts: BOTH_ERAS,
    scenario: ["neutral", "odd-header-names"],
    vice: { chokesOn: ({ headers, text }) => text !== "" && !headers.includes("Content-Type") },
  },
];
