// What servers ask of their clients: forms, pages, sampled messages, roots; and input_required results.

import { isObject, type JsonObject } from "../../json-rpc.ts";
import { editAsked, editParams } from "../../mutants/tables/question-edits.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, isNoneOf, isOneOf, meets, only } from "./stricter.ts";

const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Only the forms; a page has no schema. */
const editForm = (edit: (params: JsonObject) => JsonObject) =>
  editParams("elicitation/create", (params) => (params.mode === "url" ? params : edit(params)));

const ODD_FIELDS: JsonObject = {
  count: { type: "integer", minimum: 0, maximum: 0, default: 0 },
  ratio: { type: "number", minimum: -1.5, default: 0.5 },
  born: { type: "string", format: "date" },
  seen: { type: "string", format: "date-time" },
  site: { type: "string", format: "uri", title: "Your site" },
  page: { type: "string", title: "Your page, such as https://acme.io/me" },
  blank: { type: "string", default: "" },
  agreed: { type: "boolean" },
  maxTokens: { type: "integer", title: "Most tokens of an answer" },
  secretSanta: { type: "string", title: "Whom you were drawn for" },
  keyboard: { type: "string", enum: ["qwerty", "qwertz"], format: "keyboard-layout" },
  ssn: { type: "string", title: "Social security number" },
};

/** Longer than what follows it. */
const LABEL = `${"visit-".repeat(400)}.`;

export const ASKING_INNOCENTS: readonly Innocent[] = [
  {
    id: "mode-left-out",
    choice: "Leaves mode out of its forms, and asks in several lines.",
    permittedBy: "2025-11-25 client/elicitation#elicitation-requests: for form mode, mode may be omitted.",
    hooks: editForm((params) => ({ ...without(params, "mode"), message: "First line.\n\nSecond line: 请输入。" })),
    closestTo: {
      "ELICIT-002": meets("a form names its mode", "elicitation_requests.params", { required: ["mode"] }),
      "ELICIT-003": meets("a message is one line", "elicitation_requests.params.message", { pattern: "^[^\\n]*$" }),
      "ELICIT-004": meets("a form names its mode", "elicitation_requests.params", { required: ["mode"] }),
      "ELICIT-001": meets("a form names its mode", "elicitation_requests.params", { required: ["mode"] }),
      "MRTR-006": only(
        "http/2026-07-28",
        meets("a form names its mode", "input_results.inputRequests.*", {
          if: { properties: { method: { const: "elicitation/create" } } },
          // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
          then: { properties: { params: { required: ["mode"] } } },
        }),
      ),
      "ELICIT-019": only(
        "http/2026-07-28",
        meets("a form names its mode", "elicitation_requests.params", { required: ["mode"] }, { each: true }),
      ),
    },
  },
  {
    id: "odd-forms",
    choice: "Asks for numbers, dates and addresses, with defaults of zero and of nothing, and requires none of them.",
    permittedBy:
      "2025-11-25 client/elicitation#requested-schema: string, number, boolean and enum schemas with their formats and defaults.",
    hooks: editForm((params) => {
      const schema = isObject(params.requestedSchema) ? params.requestedSchema : {};
      const properties = isObject(schema.properties) ? schema.properties : {};
      return { ...params, requestedSchema: { ...schema, properties: { ...properties, ...ODD_FIELDS } } };
    }),
    closestTo: {
      "ELICIT-005": meets("a form has at most six fields", "elicitation_requests.params.requestedSchema.properties", {
        maxProperties: 6,
      }),
      "ELICIT-006": meets(
        "a choice has no other format either",
        "elicitation_requests.params.requestedSchema.properties.*",
        {
          properties: { format: { enum: ["email", "uri", "date", "date-time"] } },
        },
      ),
      "ELICIT-009": only(
        "http/2025-11-25",
        isAbsent("no default is empty", "elicitation_requests.params.requestedSchema.properties.blank"),
      ),
      "ELICIT-010": meets("no field asks for what is private", "elicitation_requests.personal", { maxItems: 0 }),
      "ELICIT-011": isAbsent(
        "no field sounds like a secret",
        "elicitation_requests.params.requestedSchema.properties.secretSanta",
        { when: [] },
      ),
    },
  },
  {
    id: "plain-sampling",
    choice: "Asks the model for one token, without preferences, and with empty lists where there may be some.",
    permittedBy:
      "2025-11-25 client/sampling#data-types: messages and maxTokens are required, priorities run from 0 to 1, the rest is optional.",
    hooks: editParams("sampling/createMessage", (params) => ({
      ...without(params, "includeContext", "systemPrompt"),
      maxTokens: 1,
      temperature: 0,
      stopSequences: [],
      metadata: {},
      modelPreferences: { hints: [{}, { name: "" }], costPriority: 0, speedPriority: 1, intelligencePriority: 0 },
    })),
    closestTo: {
      "SAMPLE-001": meets("more than one token is asked for", "sampling_requests.params.maxTokens", { minimum: 2 }),
      "SAMPLE-003": meets("more than one token is asked for", "sampling_requests.params.maxTokens", { minimum: 2 }),
      "SAMPLE-005": meets("a hint has a name", "sampling_requests.params.modelPreferences.hints.*", {
        required: ["name"],
      }),
      "SAMPLE-006": meets(
        "more than one token is asked for",
        "sampling_requests.params.maxTokens",
        { minimum: 2 },
        { when: [] },
      ),
      "SAMPLE-007": meets(
        "a request says what not to stop at",
        "sampling_requests.params",
        { properties: { stopSequences: { minItems: 1 } } },
        { when: [] },
      ),
      "SAMPLE-016": meets("a temperature is above zero", "sampling_requests.params", {
        properties: { temperature: { exclusiveMinimum: 0 } },
      }),
    },
  },
  {
    id: "long-sampling",
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
        ...(Array.isArray(params.messages) ? params.messages : []),
      ],
    })),
    closestTo: {
      "SAMPLE-004": isOneOf("the user speaks first", "sampling_requests.params.messages[0].role", ["user"]),
      "SAMPLE-017": isOneOf("the user speaks first", "sampling_requests.params.messages[0].role", ["user"]),
    },
  },
  {
    id: "roots-with-params",
    choice: "Sends roots/list with empty params.",
    permittedBy: "2025-11-25 schema#listrootsrequest: params are optional.",
    hooks: editAsked("roots/list", (request) => ({ ...request, params: {} })),
    closestTo: {
      "ROOTS-001": isAbsent("roots/list has no params", "roots_requests.request.params"),
      "ROOTS-004": only(
        "http/2025-11-25",
        isAbsent("roots/list has no params", "roots_requests.request.params", { each: true }),
      ),
      "ROOTS-005": isAbsent("roots/list has no params", "roots_requests.request.params", { each: true }),
      "PROTO-033": isAbsent("roots/list has no params", "roots_requests.request.params"),
    },
  },
  {
    id: "page-on-localhost",
    choice: "Sends the user to a page on this machine, with an opaque state in its address.",
    permittedBy:
      "2025-11-25 client/elicitation#safe-url-handling: HTTPS outside development environments; the id of an elicitation may be part of the URL.",
    hooks: editParams("elicitation/create", (params) =>
      params.mode === "url"
        ? { ...params, url: "http://localhost:8787/rules?state=b7ad6b7169203331&lang=de#top" }
        : params,
    ),
    closestTo: {
      "ELICIT-012": meets(
        "an address has no query",
        "elicitation_requests.params",
        { properties: { url: { pattern: "^[^?]*$" } } },
        { when: [] },
      ),
      "ELICIT-021": meets(
        "an address has no query",
        "elicitation_requests.params",
        { properties: { url: { pattern: "^[^?]*$" } } },
        { when: [] },
      ),
      "ELICIT-023": meets(
        "an address is https",
        "elicitation_requests.params",
        { properties: { url: { pattern: "^https:" } } },
        { when: [] },
      ),
    },
  },
  {
    id: "page-asked-for-again",
    choice: "Asks for the same page again under the same elicitationId, with another one-time code in its address.",
    permittedBy:
      "2025-11-25 schema.ts#ElicitRequestURLParams: elicitationId is unique among elicitations; no sentence makes the same one, asked for again, another.",
    hooks: () => {
      let count = 0;
      return editParams("elicitation/create", (params) => {
        if (params.mode !== "url") return params;
        count += 1;
        return { ...params, url: `https://example.com/house-rules?code=${count}`, elicitationId: "house-rules" };
      });
    },
    in: ["http/2025-11-25", "stdio/2025-11-25"],
    closestTo: {
      // ELICIT-013 only warns, so it is not named here; it does not fail either.
      "ELICIT-012": meets(
        "every request has an id of its own",
        "elicitation_ids.times",
        { maximum: 1 },
        { each: true, when: [] },
      ),
    },
  },
  {
    id: "odd-input-results",
    choice: "Uses long keys, states of a thousand characters and further members in input_required results.",
    permittedBy: "2026-07-28 basic/utilities/mrtr: keys are chosen by the server, and requestState is opaque.",
    hooks: {
      outgoing: (message) =>
        isObject(message.result) && message.result.resultType === "input_required"
          ? [{ ...message, result: { ...message.result, vendorNote: "please answer soon" } }]
          : undefined,
    },
    in: ["http/2026-07-28"],
    closestTo: {
      "MRTR-001": isAbsent("the result has no further members", "input_results.vendorNote", { each: true }),
      "MRTR-004": isAbsent("the result has no further members", "input_results.vendorNote", { each: true }),
      "MRTR-005": isAbsent("the result has no further members", "input_results.vendorNote", { each: true, when: [] }),
      "MRTR-007": isAbsent("the result has no further members", "input_results.vendorNote", { each: true, when: [] }),
      "MRTR-008": isAbsent("the result has no further members", "input_results.vendorNote", { each: true, when: [] }),
      "MRTR-009": isAbsent("the result has no further members", "input_results.vendorNote", { each: true, when: [] }),
      "MRTR-024": isAbsent("the result has no further members", "input_results.vendorNote", { each: true, when: [] }),
      "MRTR-018": isAbsent("the result has no further members", "input_results.vendorNote", { each: true, when: [] }),
      "PROTO-050": isAbsent("the result has no further members", "input_results.vendorNote", { each: true, when: [] }),
    },
  },
  {
    id: "labelled-states",
    choice:
      "Puts a label for its own log before the signed part of a requestState, and does not look at it when it returns.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow: integrity protection may be omitted where tampering can cause nothing worse than request failure.",
    hooks: {
      result: (result) =>
        typeof result.requestState === "string"
          ? { ...result, requestState: `${LABEL}${result.requestState}` }
          : undefined,
      incoming: (message) => {
        if (!isObject(message) || !isObject(message.params)) return undefined;
        const { requestState, ...params } = message.params;
        if (typeof requestState !== "string" || requestState.length <= LABEL.length) return undefined;
        return { replaceWith: { ...message, params: { ...params, requestState: requestState.slice(LABEL.length) } } };
      },
    },
    in: ["http/2026-07-28"],
    closestTo: {
      "MRTR-012": {
        name: "every changed state is refused",
        when: [],
        expect: [
          {
            target: "changed_request_state.result",
            matcher: { not: { schema: { type: "object", properties: { resultType: { const: "complete" } } } } },
          },
        ],
      },
    },
  },
  {
    id: "tools-in-sampling",
    choice: "Offers the model of the client tools without a description, and lets it use two at once.",
    permittedBy:
      "2025-11-25 client/sampling#tool-use-and-result-balance: each tool use has its result; several may stand in one message.",
    hooks: editParams("sampling/createMessage", (params) =>
      Array.isArray(params.tools)
        ? {
            ...without(params, "toolChoice"),
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
    closestTo: {
      "SAMPLE-008": isNoneOf(
        "a tool has a description",
        "sampling_requests.params.tools",
        [[{ name: "look_up", inputSchema: { type: "object" } }]],
        { when: [], each: true },
      ),
      "SAMPLE-009": isAbsent("a choice of tools is named", "sampling_requests.params", {
        expect: [
          {
            target: "sampling_requests.params",
            matcher: { schema: { anyOf: [{ not: { required: ["tools"] } }, { required: ["toolChoice"] }] } },
          },
        ],
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
    },
  },
];
