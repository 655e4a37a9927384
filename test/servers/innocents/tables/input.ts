// Questions to the client that come close to what is forbidden: addresses, tool results, results that ask for nothing.

import { editResult } from "../../mutants/tables/edits.ts";
import { editParams } from "../../mutants/tables/question-edits.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, meets } from "./stricter.ts";

const NEW = "http/2026-07-28";

export const INPUT_INNOCENTS: readonly Innocent[] = [
  {
    id: "page-of-an-application",
    choice:
      "Sends the user to a page whose address holds the name and the public key of an application, and a contact.",
    permittedBy:
      "2025-11-25 client/elicitation#safe-url-handling: no sensitive information about the end-user; what is public about an application is none.",
    hooks: editParams("elicitation/create", (params) =>
      params.mode === "url"
        ? {
            ...params,
            url: "https://login.example.com/authorize?client_id=notes@apps.example.com&api_key=pk-1&support=help@example.com",
          }
        : params,
    ),
    closestTo: {
      "ELICIT-021": meets(
        "an address holds no e-mail address",
        "elicitation_requests.params",
        { properties: { url: { not: { pattern: "@" } } } },
        { when: [] },
      ),
    },
  },
  {
    id: "tool-results-in-parts",
    choice: "Gives the result of a sampled tool use in two parts, and refers to it once more later on.",
    permittedBy:
      "2025-11-25 schema.ts#ToolResultContent: toolUseId matches the id of a previous tool use; no sentence says how many results one may have.",
    hooks: editParams("sampling/createMessage", (params) =>
      Array.isArray(params.tools)
        ? {
            ...params,
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
          }
        : params,
    ),
    closestTo: {
      "SAMPLE-011": meets("a tool use has one result", "sampling_requests.tool_blocks", { maxItems: 2 }),
    },
  },
  {
    id: "asks-for-nothing",
    choice: "Writes an empty inputRequests into every result that is complete.",
    permittedBy:
      "2026-07-28 schema#result: a result may have further members; complete says that nothing is asked for.",
    hooks: editResult("tools/call", (result) =>
      result.resultType === "input_required" || result.resultType === "task"
        ? result
        : { ...result, inputRequests: {} },
    ),
    in: [NEW],
    closestTo: {
      "MRTR-004": isAbsent("a complete result has no inputRequests", "tool_results.inputRequests", { each: true }),
    },
  },
];
