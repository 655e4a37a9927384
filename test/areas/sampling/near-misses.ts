import type { JsonObject } from "../../servers/json-rpc.ts";
import { STATELESS } from "../contexts.ts";
import { listOf, set, when, without } from "../edits.ts";
import { editParams } from "../question-edits.ts";
import { all, always, eachAlways, has, isOneOf, meets } from "../stricter.ts";
import { type NearMissTable, nearMiss } from "../variant.ts";

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

export const NEAR_MISSES: NearMissTable = {
  "plain-sampling": nearMiss({
    choice: "Asks the model for one token, without preferences, and with empty lists where there may be some.",
    permittedBy:
      "2025-11-25 client/sampling#data-types: messages and maxTokens are required, priorities run from 0 to 1, the rest is optional.",
    hooks: editParams("sampling/createMessage", (params) => ({
      ...without("includeContext", "systemPrompt")(params),
      maxTokens: 1,
      temperature: 0,
      stopSequences: [],
      metadata: {},
      modelPreferences: { hints: [{}, { name: "" }], costPriority: 0, speedPriority: 1, intelligencePriority: 0 },
    })),
    ...all(
      ["SAMPLE-001", "SAMPLE-003"],
      meets("more than one token is asked for", "sampling_requests.params.maxTokens", { minimum: 2 }),
    ),
    "SAMPLE-005": has("a hint has a name", "sampling_requests.params.modelPreferences.hints.*", "name"),
    "SAMPLE-006": always.meets("more than one token is asked for", "sampling_requests.params.maxTokens", {
      minimum: 2,
    }),
    "SAMPLE-007": always.meets("a request says what not to stop at", "sampling_requests.params", {
      properties: { stopSequences: { minItems: 1 } },
    }),
    "SAMPLE-016": meets("a temperature is above zero", "sampling_requests.params", {
      properties: { temperature: { exclusiveMinimum: 0 } },
    }),
  }),
  "long-sampling": nearMiss({
    choice: "Has a sampling conversation that begins with the assistant and holds content in arrays, also empty ones.",
    permittedBy:
      "2025-11-25 schema#samplingmessage: content is one block or an array of blocks, and any role may come first.",
    hooks: editParams("sampling/createMessage", (params) => ({
      ...params,
      messages: [
        { role: "assistant", content: [] },
        {
          role: "user",
          content: [
            { type: "text", text: "" },
            { type: "audio", data: "", mimeType: "audio/wav" },
          ],
        },
        ...listOf(params.messages),
      ],
    })),
    ...all(
      ["SAMPLE-004", "SAMPLE-017"],
      isOneOf("the user speaks first", "sampling_requests.params.messages[0].role", ["user"]),
    ),
  }),
  "tools-in-sampling": nearMiss({
    choice: "Offers the model of the client tools without a description, and lets it use two at once.",
    permittedBy:
      "2025-11-25 client/sampling#tool-use-and-result-balance: each tool use has its result; several may stand in one message.",
    hooks: editParams("sampling/createMessage", (params) =>
      Array.isArray(params.tools)
        ? {
            ...without("toolChoice")(params),
            tools: [{ name: "look_up", inputSchema: { type: "object" } }],
            messages: [
              { role: "user", content: { type: "text", text: "Compare tea and coffee." } },
              {
                role: "assistant",
                content: [
                  { type: "text", text: "One moment." },
                  { type: "tool_use", id: "a", name: "look_up", input: {} },
                  { type: "tool_use", id: "b", name: "look_up", input: {} },
                ],
              },
              {
                role: "user",
                content: [
                  { type: "tool_result", toolUseId: "b", content: [] },
                  { type: "tool_result", toolUseId: "a", content: [], isError: true },
                ],
              },
            ],
          }
        : params,
    ),
    "SAMPLE-008": eachAlways.isNoneOf("a tool has a description", "sampling_requests.params.tools", [
      [{ name: "look_up", inputSchema: { type: "object" } }],
    ]),
    "SAMPLE-009": meets("a choice of tools is named", "sampling_requests.params", {
      anyOf: [{ not: { required: ["tools"] } }, { required: ["toolChoice"] }],
    }),
    "SAMPLE-010": meets("a message has one tool result", "sampling_requests.params.messages.*", {
      properties: { content: { maxItems: 1 } },
    }),
    "SAMPLE-011": meets("a message has one tool use", "sampling_requests.params.messages.*", {
      properties: { content: { maxItems: 1 } },
    }),
    "SAMPLE-018": meets("a tool result has content", "sampling_requests.tool_blocks.*", {
      properties: { content: { minItems: 1 } },
    }),
  }),
  "results-beyond-their-schema": nearMiss(STATELESS, {
    choice:
      "Repeats results of tools that say more than their outputSchema, that failed, and that have no outputSchema.",
    permittedBy:
      "2026-07-28 schema#toolresultcontent: if the tool defined an outputSchema the result conforms to it, and a schema that does not close its object leaves further members free.",
    hooks: editParams("sampling/createMessage", (params) =>
      Array.isArray(params.tools) ? { ...params, ...SAMPLED_TOOLS } : params,
    ),
    "SAMPLE-019": meets("a result has the members of its schema alone", "sampling_requests.tool_blocks.*", {
      properties: { structuredContent: { propertyNames: { enum: ["meaning"] } } },
    }),
  }),
  "tool-results-in-parts": nearMiss({
    choice: "Gives the result of a sampled tool use in two parts, and refers to it once more later on.",
    permittedBy:
      "2025-11-25 schema.ts#ToolResultContent: toolUseId matches the id of a previous tool use; no sentence says how many results one may have.",
    hooks: editParams(
      "sampling/createMessage",
      when(
        (params) => Array.isArray(params.tools),
        set({
          messages: [
            { role: "user", content: { type: "text", text: "Compare tea and coffee." } },
            { role: "assistant", content: { type: "tool_use", id: "a", name: "look_up", input: {} } },
            {
              role: "user",
              content: [
                { type: "tool_result", toolUseId: "a", content: [] },
                { type: "tool_result", toolUseId: "a", content: [] },
              ],
            },
            { role: "assistant", content: { type: "text", text: "Is there more?" } },
            { role: "user", content: { type: "tool_result", toolUseId: "a", content: [] } },
          ],
        }),
      ),
    ),
    "SAMPLE-011": meets("a tool use has one result", "sampling_requests.tool_blocks", { maxItems: 2 }),
  }),
};
