import type { Hooks, MessageContext } from "../../servers/hooks.ts";
import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { asks, breakDown, editResult, hideCapability, recode, resultForError, set } from "../edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const COMPLETE = "completion/complete";

const editCompletion = (edit: (completion: JsonObject) => JsonObject): Hooks =>
  editResult(COMPLETE, (result) => ({
    ...result,
    completion: isObject(result.completion) ? edit(result.completion) : {},
  }));

const isAboutRef = ({ request }: MessageContext, type: string): boolean =>
  request?.method === COMPLETE && isObject(request.params.ref) && request.params.ref.type === type;

/** Answers with an error where the server would give suggestions. */
const refuseCompletion = (applies: (context: MessageContext) => boolean, message: string): Hooks => ({
  outgoing: (sent, context) =>
    sent.result !== undefined && applies(context)
      ? [{ jsonrpc: "2.0", id: context.request?.id, error: { code: -32602, message } }]
      : undefined,
});

const namesUnknown = ({ request }: MessageContext): boolean =>
  request?.method === COMPLETE && isObject(request.params.ref) && request.params.ref.name === "mcptest_no_such_prompt";

const isIncomplete = ({ request }: MessageContext): boolean =>
  request?.method === COMPLETE && (!isObject(request.params.ref) || !isObject(request.params.argument));

export const MUTANTS: MutantTable = {
  "completions-unadvertised": mutant(["COMPL-001", "COMPL-007"], {
    vice: "Suggests values without having advertised completions.",
    hooks: hideCapability("completions"),
  }),
  "completion-endless": mutant("COMPL-002", {
    vice: "Suggests all values at once.",
    hooks: editCompletion((completion) =>
      Array.isArray(completion.values) && completion.values.length === 100
        ? { ...completion, values: [...completion.values, "entry-101"] }
        : completion,
    ),
  }),
  "completion-objects": mutant("COMPL-002", {
    vice: "Suggests objects with a label and a value.",
    hooks: editCompletion((completion) => ({
      ...completion,
      values: (completion.values as string[]).map((value) => ({ label: value, value })),
    })),
  }),
  "completion-flat": mutant("COMPL-002", {
    vice: "Writes the suggestions right into the result.",
    hooks: editResult(COMPLETE, ({ completion, ...result }) => ({ ...result, ...(completion as JsonObject) })),
  }),
  "completion-total-text": mutant("COMPL-003", {
    vice: "Writes the total as text.",
    hooks: editCompletion((completion) => ({ ...completion, total: String(completion.total) })),
  }),
  "completion-more-word": mutant("COMPL-003", {
    vice: "Writes hasMore as a word.",
    hooks: editCompletion((completion) => ({ ...completion, hasMore: completion.hasMore === true ? "yes" : "no" })),
  }),
  "completion-total-page": mutant("COMPL-004", {
    vice: "Says that there is no more although it gives only a part.",
    hooks: editCompletion(set({ hasMore: false })),
  }),
  "completion-total-zero": mutant("COMPL-004", {
    vice: "Says always that there are none in total.",
    hooks: editCompletion(set({ total: 0 })),
  }),
  "completion-not-for-prompts": mutant("COMPL-005", {
    vice: "Completes template variables only and refuses prompts.",
    hooks: refuseCompletion((context) => isAboutRef(context, "ref/prompt"), "Unsupported ref"),
  }),
  "completion-not-for-templates": mutant("COMPL-006", {
    vice: "Completes prompt arguments only and refuses templates.",
    hooks: refuseCompletion((context) => isAboutRef(context, "ref/resource"), "Unsupported ref"),
  }),
  "completion-absent-empty": mutant("COMPL-007", {
    vice: "Has no completions and answers the method with nothing to suggest.",
    options: { without: ["completions"] },
    hooks: resultForError(asks(COMPLETE), () => ({ completion: { values: [] } })),
  }),
  "completion-unknown-empty": mutant("COMPL-008", {
    vice: "Has no suggestions for a prompt that does not exist.",
    hooks: resultForError(namesUnknown, () => ({ completion: { values: [] } })),
  }),
  "completion-unknown-code": mutant("COMPL-008", {
    vice: "Answers for a prompt that does not exist with -32603.",
    hooks: recode(-32603, namesUnknown),
  }),
  "completion-incomplete-code": mutant("COMPL-009", {
    vice: "Answers completion requests that lack a parameter with -32603.",
    hooks: recode(-32603, isIncomplete),
  }),
  "completion-internal-code": mutant("COMPL-010", {
    vice: "Calls a failure of its own an internal error, and gives it the code for bad input.",
    hooks: refuseCompletion(asks(COMPLETE), "Internal error: the index cannot be reached"),
  }),
  "completion-odd-breaks": mutant("COMPL-013", {
    vice: "Breaks down at a kind of ref that it does not know.",
    hooks: breakDown(({ method }, { ref }) => method === COMPLETE && isObject(ref) && ref.type === "ref/bogus"),
  }),
  "completion-context-refused": mutant("COMPL-015", {
    vice: "Refuses completion requests with a context.",
    hooks: refuseCompletion(
      ({ request }) => request?.method === COMPLETE && request.params.context !== undefined,
      "Unknown parameter: context",
    ),
  }),
};
