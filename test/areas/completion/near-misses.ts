import type { Hooks } from "../../servers/hooks.ts";
import { INTERNAL_ERROR, INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../../servers/json-rpc.ts";
import { asks, editResult, listOf, objectOf, resultForError, set } from "../edits.ts";
import { always, has, isAbsent, isOneOf, meets } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const COMPLETE = "completion/complete";

/** Other words for some errors; the code stays. */
const reword = (applies: (method: string | undefined, error: JsonObject) => boolean, message: string): Hooks => ({
  error: (error, { request }) => (applies(request?.method, error) ? { code: error.code ?? 0, message } : undefined),
});

export const NEAR_MISSES: NearMissTable = {
  "nothing-optional": sameAs("tools", {
    "COMPL-003": has("a completion says its total", "completions.result.completion", "total"),
  }),
  "full-completions": nearMiss({
    choice: "Completes with exactly one hundred values, some of them empty or long, and counts none.",
    permittedBy:
      "2025-11-25 server/utilities/completion#completion-results: up to 100 items, with an optional total and hasMore.",
    hooks: editResult("completion/complete", (result) => {
      const { values } = objectOf(result.completion);
      const odd = ["", "世界", "x".repeat(500)];
      const more = Array.from({ length: 97 }, (_, index) => `value ${index}`);
      return {
        ...result,
        completion: { values: [...listOf(values).slice(0, 97), ...odd, ...more].slice(0, 100) },
      };
    }),
    "COMPL-002": meets("a value is not empty", "completions.result.completion.values.*", { minLength: 1 }),
    "COMPL-015": always.meets("a value is not empty", "context_completions.result.completion.values.*", {
      minLength: 1,
    }),
  }),
  "error-data-without-features": sameAs("tools", {
    "COMPL-007": isAbsent("the error has no data of the server's own", "complete_absent.error.data.hint"),
  }),
  "completes-nothing": nearMiss({
    choice: "Declares completions and has nothing to suggest, whatever it is asked.",
    permittedBy:
      "2025-11-25 server/utilities/completion#completion-results: an array of up to 100 items, and no sentence asks for one.",
    hooks: editResult(COMPLETE, set({ completion: { values: [], total: 0, hasMore: false } })),
    "COMPL-001": meets(
      "a server that declares completions suggests something",
      "prompt_completions.result.completion.values",
      { minItems: 1 },
    ),
  }),
  "completion-refused-in-two-words": nearMiss({
    choice: "Refuses completions with -32602 and the words Invalid params, whatever is wrong with them.",
    permittedBy:
      "2025-11-25 server/utilities/completion#error-handling: the code is named for each case, the words are not.",
    hooks: reword((method, { code }) => method === COMPLETE && code === INVALID_PARAMS, "Invalid params"),
    "COMPL-008": meets("the error names the prompt", "unknown_completion_prompt.error.message", {
      pattern: "mcptest_no_such_prompt",
    }),
    "COMPL-009": meets("the error names what is missing", "incomplete_completions.error.message", {
      pattern: "ref|argument",
    }),
  }),
  "unknown-reference-completes-nothing": nearMiss({
    choice: "Suggests nothing for a kind of reference that it does not know.",
    permittedBy:
      "No sentence forbids it; the text names codes for unknown prompts and missing parameters, not for unknown kinds of reference.",
    hooks: resultForError(
      asks(COMPLETE, (params) => isObject(params.ref) && params.ref.type === "ref/bogus"),
      () => ({ completion: { values: [] } }),
    ),
    "COMPL-013": isOneOf("bad input is refused", "malformed_completions.outcome", ["error", "refused"]),
  }),
  "completion-not-supported": nearMiss({
    choice: "Has no completions, and says with -32601 that the capability is not supported.",
    permittedBy:
      "2025-11-25 server/utilities/completion#error-handling: method not found, -32601, where the capability is not supported.",
    options: { without: ["completions"] },
    hooks: reword((method) => method === COMPLETE, "Capability not supported: completions"),
    "COMPL-007": isOneOf("the error reads Method not found", "complete_absent.error.message", ["Method not found"]),
  }),
  "completion-fails-within": nearMiss({
    choice: "Cannot reach its index of suggestions, and says so with -32603.",
    permittedBy: "2025-11-25 server/utilities/completion#error-handling: internal errors have the code -32603.",
    hooks: editResult(COMPLETE, () => {
      throw new RpcError(INTERNAL_ERROR, "Internal error: the index cannot be reached");
    }),
    "COMPL-010": meets("no completion fails within the server", "completion_failures", { maxItems: 0 }),
  }),
};
