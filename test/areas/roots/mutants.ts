import type { Hooks } from "../../servers/hooks.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { breakDown, set } from "../edits.ts";
import { editAsked } from "../question-edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

const ROOTS = "roots/list";

/** Sessions whose roots have changed answer no ping any more. */
const fallen = (): Hooks => {
  const down = new Set<unknown>();
  return {
    httpRequest: ({ request, response, body }) => {
      const session = request.headers["mcp-session-id"];
      if (body.includes("notifications/roots/list_changed")) down.add(session);
      if (!down.has(session) || !body.includes('"method":"ping"')) return false;
      response.writeHead(500).end();
      return true;
    },
  };
};

export const MUTANTS: MutantTable = {
  "roots-params-list": mutant("ROOTS-003", STATELESS, STATEFUL, "http/2025-03-26", {
    vice: "Asks for the roots with a list as params.",
    hooks: editAsked(ROOTS, set({ params: ["/"] })),
  }),
  "roots-by-notification": mutant("ROOTS-003", STATEFUL, {
    vice: "Asks for the roots without an id.",
    outgoing: (message) => {
      if (message.method !== ROOTS) return undefined;
      const { id: _, ...others } = message;
      return [others, message];
    },
  }),
  "roots-change-is-the-end": mutant("ROOTS-004", STATEFUL, "http/2025-03-26", {
    vice: "Answers no ping any more once the roots have changed.",
    hooks: fallen,
  }),
  "no-roots-breaks": mutant("ROOTS-005", STATELESS, {
    vice: "Breaks down at a retry that brings no roots.",
    hooks: breakDown((_, params) => JSON.stringify(params.inputResponses ?? {}).includes('"roots":[]')),
  }),
  "asks-anybody": sameAs("elicitation", "ROOTS-001"),
};
