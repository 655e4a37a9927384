// What servers make of the answers of their clients: refusals, wrong values, loops without end.

import type { Hooks } from "../../hooks.ts";
import { isObject, RpcError } from "../../json-rpc.ts";
import type { Innocent } from "../innocent.ts";
import { isOneOf, only } from "./stricter.ts";

/** Ends a call with a JSON-RPC error where the client sent a sampled message of no known role. */
const refuseOddSamples = (): Hooks => {
  let isOdd = false;
  return {
    incoming: (message) => {
      if (isObject(message) && message.method === undefined && isObject(message.result))
        isOdd ||= message.result.role === "nobody";
      return undefined;
    },
    result: (_result, { request }) => {
      const isOddRetry = JSON.stringify(request?.params.inputResponses ?? {}).includes('"nobody"');
      if (request?.method !== "tools/call" || !(isOdd || isOddRetry)) return undefined;
      isOdd = false;
      throw new RpcError(-32603, "The client answered with something that is no sampled message");
    },
  };
};

export const REPLY_INNOCENTS: readonly Innocent[] = [
  {
    id: "odd-sample-ends-the-request",
    choice: "Answers a call with a JSON-RPC error where the sampled message is malformed.",
    permittedBy:
      "2025-11-25 client/sampling#security-considerations: both parties validate message content; how a server answers then is its own choice.",
    hooks: refuseOddSamples,
    closestTo: {
      "SAMPLE-013": only(
        "http/2025-11-25",
        isOneOf("a malformed message is the trouble of the tool", "careless_answers.outcome", ["result"]),
      ),
    },
  },
];
