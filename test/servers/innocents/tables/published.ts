// Choices met on published servers, at which a rule of ours once took offence.

import { isObject, type JsonObject } from "../../json-rpc.ts";
import { recode } from "../../mutants/tables/edits.ts";
import type { Innocent } from "../innocent.ts";
import { isNoneOf, only } from "./stricter.ts";

/** The body of a refusal of what is no JSON-RPC, under an id of the server's own. */
const underOwnId = (body: string | Buffer | undefined): string | undefined => {
  if (typeof body !== "string" || !body.startsWith('{"jsonrpc"')) return undefined;
  const message = JSON.parse(body) as JsonObject;
  if (!isObject(message.error) || !String(message.error.message).startsWith("Invalid request:")) return undefined;
  return JSON.stringify({ ...message, id: "server-error", error: { ...message.error, code: -32602 } });
};

export const PUBLISHED_INNOCENTS: readonly Innocent[] = [
  {
    id: "refusal-under-own-id",
    choice: "Refuses a body that is no JSON-RPC with 400, and names itself in the id of the error in it.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: input that cannot be accepted gets an HTTP error status; what the body holds is left open.",
    hooks: {
      httpAnswer: (answer) => {
        const body = answer.status === 400 ? underOwnId(answer.body) : undefined;
        return body === undefined ? undefined : { ...answer, body };
      },
    },
    in: ["http/2025-11-25"],
    closestTo: {
      "PROTO-024": isNoneOf("no refusal has an id of the server's own", "not_json_rpc.id", ["server-error"]),
    },
  },
  {
    id: "leaves-at-empty-initialize",
    choice: "Ends the process at an initialize request that says nothing about the client.",
    permittedBy:
      "2025-11-25 basic/lifecycle#stdio: a server may shut down by closing its output and exiting; no session had begun.",
    hooks: {
      incoming: (message) => {
        const isEmpty = isObject(message) && message.method === "initialize" && JSON.stringify(message.params) === "{}";
        return isEmpty ? process.exit(1) : undefined;
      },
    },
    in: ["stdio/2025-11-25"],
    closestTo: {
      "PROTO-022": only(
        "stdio/2025-11-25",
        isNoneOf("every request with wrong params is answered", "malformed_params.outcome", ["closed"]),
      ),
    },
  },
  {
    id: "expansion-fails-in-handler",
    choice: "Answers a value that its template handler cannot work with by an error of the application's own code.",
    permittedBy:
      "2026-07-28 server/resources#error-handling: -32602 is for a resource that does not exist, and no sentence says that a handler's own failure is one; JSON-RPC leaves codes outside of its range to applications.",
    hooks: recode(0, ({ request }) => String(request?.params.uri).endsWith("mcptest-no-such-value")),
    in: ["http/2026-07-28"],
    closestTo: {
      "RESTPL-010": isNoneOf("no error has the code 0", "unreal_expansions.error.code", [0], { when: [] }),
    },
  },
];
