// What servers make of the answers of their clients: refusals, wrong values, loops without end.

import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, RpcError } from "../../json-rpc.ts";
import { readFirst } from "../../mutants/tables/elicit.ts";
import { editParams } from "../../mutants/tables/question-edits.ts";
import type { Innocent } from "../innocent.ts";
import { isOneOf, meets, only } from "./stricter.ts";

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

/** A tool that fails, and one that says more than its outputSchema asks for. */
const SAMPLED_TOOLS: JsonObject = {
  messages: [
    { role: "user", content: { type: "text", text: "Compare tea and coffee." } },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "a", name: "look_up", input: { word: "tea" } },
        { type: "tool_use", id: "b", name: "look_up", input: { word: "" } },
        { type: "tool_use", id: "c", name: "count", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", toolUseId: "a", content: [], structuredContent: { meaning: "A drink.", also: [1] } },
        { type: "tool_result", toolUseId: "b", content: [], structuredContent: { problem: "no word" }, isError: true },
        { type: "tool_result", toolUseId: "c", content: [], structuredContent: { meaning: 2 } },
      ],
    },
  ],
  tools: [
    {
      name: "look_up",
      inputSchema: { type: "object" },
      outputSchema: { type: "object", properties: { meaning: { type: "string" } }, required: ["meaning"] },
    },
    { name: "count", inputSchema: { type: "object" } },
  ],
};

export const REPLY_INNOCENTS: readonly Innocent[] = [
  {
    id: "results-beyond-their-schema",
    choice:
      "Repeats results of tools that say more than their outputSchema, that failed, and that have no outputSchema.",
    permittedBy:
      "2026-07-28 schema#toolresultcontent: if the tool defined an outputSchema the result conforms to it, and a schema that does not close its object leaves further members free.",
    hooks: editParams("sampling/createMessage", (params) =>
      Array.isArray(params.tools) ? { ...params, ...SAMPLED_TOOLS } : params,
    ),
    in: ["http/2026-07-28"],
    closestTo: {
      "SAMPLE-019": meets("a result has the members of its schema alone", "sampling_requests.tool_blocks.*", {
        properties: { structuredContent: { propertyNames: { enum: ["meaning"] } } },
      }),
    },
  },
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
  {
    id: "two-elicitations-first",
    choice: "Answers a call with -32042 and lists two elicitations, with members of its own.",
    permittedBy:
      "2025-11-25 client/elicitation#url-elicitation-required-error: a request that needs elicitations may be answered so, with a list of them.",
    hooks: readFirst({
      elicitations: ["one", "two"].map((elicitationId) => ({
        mode: "url",
        elicitationId,
        url: `https://example.com/house-rules?elicitationId=${elicitationId}`,
        message: "Please read the house rules.",
        chapter: elicitationId,
      })),
      vendorNote: "any order will do",
    }),
    in: ["http/2025-11-25"],
    closestTo: {
      "ELICIT-016": meets("one elicitation is enough", "errors.error.data.elicitations", { maxItems: 1 }),
    },
  },
];
