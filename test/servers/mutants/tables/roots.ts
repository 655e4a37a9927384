import type { Hooks } from "../../hooks.ts";
import { isObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { breakDown } from "./edits.ts";
import { deafTo, editAsked } from "./question-edits.ts";

const ASK = "roots/list";
const STATEFUL = ["http/2025-11-25", "http/2025-03-26"] as const;
const EVERYWHERE = ["http/2026-07-28", ...STATEFUL] as const;

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

export const ROOTS_MUTANTS: readonly Mutant[] = [
  {
    id: "roots-params-list",
    vice: "Asks for the roots with a list as params.",
    hooks: editAsked(ASK, (request) => ({ ...request, params: ["/"] })),
    fails: ["ROOTS-003"],
    in: EVERYWHERE,
  },
  {
    id: "roots-by-notification",
    vice: "Asks for the roots without an id.",
    hooks: {
      outgoing: (message) => {
        if (message.method !== ASK) return undefined;
        const { id: _, ...others } = message;
        return [others, message];
      },
    },
    fails: ["ROOTS-003"],
    in: ["http/2025-11-25"],
  },
  {
    id: "roots-change-is-the-end",
    vice: "Answers no ping any more once the roots have changed.",
    hooks: fallen,
    fails: ["ROOTS-004"],
    in: STATEFUL,
  },
  {
    id: "no-roots-breaks",
    vice: "Breaks down at a retry that brings no roots.",
    hooks: breakDown((_, params) => JSON.stringify(params.inputResponses ?? {}).includes('"roots":[]')),
    fails: ["ROOTS-005"],
    in: ["http/2026-07-28"],
  },
  {
    id: "refused-roots-hang",
    vice: "Waits for ever where the client has no roots/list after all.",
    hooks: deafTo(({ error }) => isObject(error) && error.code === -32601),
    fails: ["ROOTS-008"],
    in: ["http/2025-11-25"],
  },
];
