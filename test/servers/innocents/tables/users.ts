// Signed-in users: how tokens, sessions and other users may be treated.

import { currentCaller } from "../../caller.ts";
import type { Hooks } from "../../hooks.ts";
import { TOKENS } from "../../http/authorization.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import { bearerOf, beside, ifAnswer, issued } from "../../mutants/tables/auth-bends.ts";
import type { Innocent } from "../innocent.ts";
import { NEW } from "./auth-metadata.ts";
import { isAbsent, meets } from "./stricter.ts";

const NOT_ACTIVE = { not: { pattern: "not active" } };

const isSecond = (): boolean => currentCaller() === "second";

/** A code of the server's own. */
const NOT_YOURS = 4_030;

/** Says which page is done, to the client that was sent there. */
const announcing = (): Hooks => {
  const sent = new Map<unknown, JsonObject>();
  return {
    outgoing: (message, { request }) => {
      const params = isObject(message.params) ? message.params : {};
      if (message.method === "elicitation/create" && params.elicitationId !== undefined)
        sent.set(request?.id, { elicitationId: params.elicitationId });
      const done = message.result === undefined ? undefined : sent.get(request?.id);
      if (done === undefined) return undefined;
      sent.delete(request?.id);
      return [{ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: done }, message];
    },
  };
};

export const USER_INNOCENTS: readonly Innocent[] = [
  {
    id: "behind-a-gateway",
    choice: "Stands behind a gateway that looks at the tokens, leaves its mark on every answer and refuses with pages.",
    permittedBy:
      "2026-07-28 basic/authorization/index#token-handling: tokens must be validated; no sentence says by which part of a server.",
    hooks: ifAnswer(
      () => true,
      (answer) => ({ ...answer, headers: { ...answer.headers, Via: "1.1 gateway" } }),
    ),
    options: issued,
    in: ["http/2026-07-28"],
    closestTo: {
      "AUTH-018": isAbsent("the server itself looks at scopes", "step_up.headers.via"),
      "AUTH-019": isAbsent("the server itself looks at scopes", "broad_scope.headers.via"),
    },
  },
  {
    id: "introspection",
    choice:
      "Cannot read its tokens, asks the authorization server about each, and says of a bad one only that it is not active.",
    permittedBy:
      "2026-07-28 basic/authorization/index#token-handling: tokens must be validated; RFC 7662 lets a protected resource ask, and no sentence says what a token looks like.",
    options: { auth: { caller: "issued", introspects: true } },
    in: NEW,
    closestTo: {
      "AUTH-005": meets(
        "a bad token is told what is wrong with it",
        'invalid_token.headers["www-authenticate"]',
        NOT_ACTIVE,
      ),
      "AUTH-021": meets("a foreign token is told so", 'foreign_token.headers["www-authenticate"]', NOT_ACTIVE),
    },
  },
  {
    id: "tokens-for-a-day",
    choice: "Has an authorization server that issues tokens for a day.",
    permittedBy:
      "2025-11-25 basic/authorization#token-theft: access tokens should be short-lived; the text names no bound.",
    options: { auth: { caller: "daily" } },
    in: NEW,
    closestTo: { "AUTH-042": meets("a token lives an hour", "own_token.lifetime_s", { maximum: 3600 }) },
  },
  {
    id: "foreign-session-forbidden",
    choice: "Answers the session of somebody else with 403, not as one that does not exist.",
    permittedBy:
      "2025-11-25 basic/security_best_practices#session-hijacking: session ids should be bound to the user; no sentence says how others are refused.",
    hooks: ifAnswer(
      ({ status, request }) => status === 404 && bearerOf(request) === TOKENS.second,
      (answer) => ({ ...answer, status: 403 }),
    ),
    options: beside,
    in: ["http/2025-11-25"],
    closestTo: {
      "SEC-007": meets("somebody else's session is not found", "session_of_another.status", { const: 404 }),
    },
  },
  {
    id: "strangers-told-so",
    choice: "Tells a user that a task or a state is somebody else's, with a code of its own.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#task-isolation-and-access-control: such requests must be rejected; no code is named.",
    hooks: {
      error: (error, { request }) =>
        isSecond() && /^(?:tasks\/|tools\/call)/.test(request?.method ?? "")
          ? { ...error, code: NOT_YOURS, message: "This is not yours" }
          : undefined,
    },
    options: beside,
    in: NEW,
    closestTo: {
      "TASK-040": meets("somebody else's task is an unknown one", "task_of_another.error.code", { const: -32_602 }),
      "MRTR-015": meets("somebody else's state is invalid", "state_of_another.error.code", { const: -32_602 }),
      "ELICIT-025": meets("somebody else's question is invalid", "elicitation_of_another.error.code", {
        const: -32_602,
      }),
    },
  },
  {
    id: "completion-announced",
    choice: "Announces that an elicitation is over to the client that had it.",
    permittedBy:
      "2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation: servers may send the notification.",
    hooks: announcing,
    options: { sse: true },
    in: ["http/2025-11-25"],
    closestTo: {
      "ELICIT-015": meets("nothing is announced", "elicitation_completions", { maxItems: 0 }, { each: false }),
    },
  },
];
