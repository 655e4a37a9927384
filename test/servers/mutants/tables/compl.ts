import type { Hooks, MessageContext } from "../../hooks.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { breakDown, editResult, hideCapability, recode, resultForError } from "./edits.ts";

const METHOD = "completion/complete";

const editCompletion = (edit: (completion: JsonObject) => JsonObject): Hooks =>
  editResult(METHOD, (result) => ({
    ...result,
    completion: isObject(result.completion) ? edit(result.completion) : {},
  }));

const isAboutRef = ({ request }: MessageContext, type: string): boolean =>
  request?.method === METHOD && isObject(request.params.ref) && request.params.ref.type === type;

/** Answers with an error where the server would give suggestions. */
const refuse = (applies: (context: MessageContext) => boolean, message: string): Hooks => ({
  outgoing: (sent, context) =>
    sent.result !== undefined && applies(context)
      ? [{ jsonrpc: "2.0", id: context.request?.id, error: { code: -32602, message } }]
      : undefined,
});

const isUnknown = ({ request }: MessageContext): boolean =>
  request?.method === METHOD && isObject(request.params.ref) && request.params.ref.name === "mcptest_no_such_prompt";

const isIncomplete = ({ request }: MessageContext): boolean =>
  request?.method === METHOD && (!isObject(request.params.ref) || !isObject(request.params.argument));

export const COMPL_MUTANTS: readonly Mutant[] = [
  {
    id: "completions-unadvertised",
    vice: "Suggests values without having advertised completions.",
    hooks: hideCapability("completions"),
    fails: ["COMPL-001", "COMPL-007"],
  },
  {
    id: "completion-endless",
    vice: "Suggests all values at once.",
    hooks: editCompletion((completion) =>
      Array.isArray(completion.values) && completion.values.length === 100
        ? { ...completion, values: [...completion.values, "entry-101"] }
        : completion,
    ),
    fails: ["COMPL-002"],
  },
  {
    id: "completion-objects",
    vice: "Suggests objects with a label and a value.",
    hooks: editCompletion((completion) => ({
      ...completion,
      values: (completion.values as string[]).map((value) => ({ label: value, value })),
    })),
    fails: ["COMPL-002"],
  },
  {
    id: "completion-flat",
    vice: "Writes the suggestions right into the result.",
    hooks: editResult(METHOD, ({ completion, ...result }) => ({ ...result, ...(completion as JsonObject) })),
    fails: ["COMPL-002"],
  },
  {
    id: "completion-total-text",
    vice: "Writes the total as text.",
    hooks: editCompletion((completion) => ({ ...completion, total: String(completion.total) })),
    fails: ["COMPL-003"],
  },
  {
    id: "completion-more-word",
    vice: "Writes hasMore as a word.",
    hooks: editCompletion((completion) => ({ ...completion, hasMore: completion.hasMore === true ? "yes" : "no" })),
    fails: ["COMPL-003"],
  },
  {
    id: "completion-total-page",
    vice: "Says that there is no more although it gives only a part.",
    hooks: editCompletion((completion) => ({ ...completion, hasMore: false })),
    fails: ["COMPL-004"],
  },
  {
    id: "completion-total-zero",
    vice: "Says always that there are none in total.",
    hooks: editCompletion((completion) => ({ ...completion, total: 0 })),
    fails: ["COMPL-004"],
  },
  {
    id: "completion-not-for-prompts",
    vice: "Completes template variables only and refuses prompts.",
    hooks: refuse((context) => isAboutRef(context, "ref/prompt"), "Unsupported ref"),
    fails: ["COMPL-005"],
  },
  {
    id: "completion-not-for-templates",
    vice: "Completes prompt arguments only and refuses templates.",
    hooks: refuse((context) => isAboutRef(context, "ref/resource"), "Unsupported ref"),
    fails: ["COMPL-006"],
  },
  {
    id: "completion-absent-empty",
    vice: "Has no completions and answers the method with nothing to suggest.",
    options: { without: ["completions"] },
    hooks: resultForError(
      ({ request }) => request?.method === METHOD,
      () => ({ completion: { values: [] } }),
    ),
    fails: ["COMPL-007"],
  },
  {
    id: "completion-unknown-empty",
    vice: "Has no suggestions for a prompt that does not exist.",
    hooks: resultForError(isUnknown, () => ({ completion: { values: [] } })),
    fails: ["COMPL-008"],
  },
  {
    id: "completion-unknown-code",
    vice: "Answers for a prompt that does not exist with -32603.",
    hooks: recode(-32603, isUnknown),
    fails: ["COMPL-008"],
  },
  {
    id: "completion-incomplete-code",
    vice: "Answers completion requests that lack a parameter with -32603.",
    hooks: recode(-32603, isIncomplete),
    fails: ["COMPL-009"],
  },
  {
    id: "completion-internal-code",
    vice: "Calls a failure of its own an internal error, and gives it the code for bad input.",
    hooks: refuse(({ request }) => request?.method === METHOD, "Internal error: the index cannot be reached"),
    fails: ["COMPL-010"],
  },
  {
    id: "completion-odd-breaks",
    vice: "Breaks down at a kind of ref that it does not know.",
    hooks: breakDown(({ method }, { ref }) => method === METHOD && isObject(ref) && ref.type === "ref/bogus"),
    fails: ["COMPL-013"],
  },
  {
    id: "completion-context-refused",
    vice: "Refuses completion requests with a context.",
    hooks: refuse(
      ({ request }) => request?.method === METHOD && request.params.context !== undefined,
      "Unknown parameter: context",
    ),
    fails: ["COMPL-015"],
  },
];
