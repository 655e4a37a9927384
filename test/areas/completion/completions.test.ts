import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answerCases, answered, leftOut, readingTable, refused, unanswered } from "../reading-table.ts";
import { advertises, deliberate, NOTHING, page, unnamed } from "../small-captures.ts";

const COMPLETE = "completion/complete";

const prompt: JsonObject = { ref: { type: "ref/prompt", name: "p" }, argument: { name: "x", value: "" } };
const template: JsonObject = { ref: { type: "ref/resource", uri: "test://{id}" }, argument: { name: "id", value: "" } };

const complete = (step: string, completion: Json, params = prompt) => answered(step, COMPLETE, { completion }, params);

/** An answer without what is derived from it. */
const answer = (completion: Json): Json => {
  const result = { completion };
  const asked = { jsonrpc: "2.0", id: 1, method: COMPLETE, params: prompt };
  return { outcome: "result", asked, message: { jsonrpc: "2.0", id: 1, result }, id: 1, result };
};

readingTable("completions", [
  {
    shows: "numbers that go together",
    capture: {
      exchanges: [
        complete("complete-prompt", { values: ["a", "b"], total: 2, hasMore: false }),
        complete("complete-prompt", { values: ["a"], total: 5, hasMore: true }),
        complete("complete-template-text", { values: ["a"], total: 5 }),
      ],
    },
    reads: {
      partly: [{ counts: "consistent" }, { counts: "consistent" }, { counts: "consistent" }],
      parts: [{ counts: "/response/result/completion" }, {}, {}],
    },
  },
  {
    shows: "numbers that do not",
    capture: {
      exchanges: [
        complete("complete-prompt", { values: ["a", "b"], total: 1 }),
        complete("complete-prompt-context", { values: ["a"], total: 2, hasMore: false }),
        complete("read-template-3-complete", { values: ["a"], total: 1, hasMore: true }),
      ],
    },
    reads: {
      partly: [
        { counts: "fewer in total than given" },
        { counts: "more in total, and no more to come" },
        { counts: "all given, and more to come" },
      ],
    },
  },
  {
    shows: "too few numbers to tell, and an error",
    capture: {
      exchanges: [
        complete("complete-prompt", { values: ["a"], hasMore: true }),
        complete("complete-prompt", { values: "a", total: 1 }),
        refused("complete-template", COMPLETE, -32602),
      ],
    },
    reads: {
      values: [
        answer({ values: ["a"], hasMore: true }),
        answer({ values: "a", total: 1 }),
        {
          outcome: "error",
          asked: { jsonrpc: "2.0", id: 1, method: COMPLETE },
          message: { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "refused" } },
          id: 1,
          error: { code: -32602, message: "refused" },
        },
      ],
    },
  },
  {
    shows: "a completion in a capture without step names",
    capture: {
      exchanges: [
        unnamed(complete("", { values: [], total: 0 })),
        deliberate(unnamed(complete("", { values: [] }))),
        unnamed(page("prompts/list", [])),
      ],
    },
    reads: { partly: [{ counts: "consistent" }], exchanges: ["main/1"] },
  },
  {
    shows: "other questions about completion",
    capture: {
      exchanges: [refused("complete-unknown", COMPLETE, -1), refused("malformed-complete-no-ref", COMPLETE, -2)],
    },
    reads: { unseen: "not-probed" },
  },
]);

const withArguments = page("prompts/list", [{ name: "p", arguments: [{ name: "x" }] }]);
const withVariable = page("resources/templates/list", [{ uriTemplate: "test://{id}", name: "t" }]);

readingTable("prompt_completions", [
  {
    shows: "the answers to its steps",
    capture: {
      exchanges: [
        refused("complete-template", COMPLETE, -1),
        refused("complete-prompt", COMPLETE, -2),
        refused("complete-prompt-text", COMPLETE, -3),
      ],
    },
    reads: { partly: [{ error: { code: -2 } }] },
  },
  {
    shows: "a completion of a prompt's argument in a capture without step names",
    capture: { exchanges: [unnamed(complete("", {})), unnamed(complete("", {}, template))] },
    reads: { partly: [{ outcome: "result" }], exchanges: ["main/1"] },
  },
  {
    shows: "prompts none of which has arguments",
    capture: { exchanges: [page("prompts/list", [{ name: "p" }])] },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "arguments that nobody completed",
    capture: { exchanges: [withArguments] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "no prompts on offer",
    capture: { exchanges: [], not_probed: [leftOut("prompts/list", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
  {
    shows: "a step that was left out for another reason",
    capture: {
      exchanges: [page("prompts/list", [{ name: "p" }])],
      not_probed: [leftOut("complete-prompt", "prerequisite-missing")],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  NOTHING,
]);

readingTable("template_completions", [
  {
    shows: "the answers to its steps",
    capture: {
      exchanges: ["complete-template", "read-template-1-complete", "complete-prompt", "complete-template-text"].map(
        (step, index) => refused(step, COMPLETE, -1 - index),
      ),
    },
    reads: { partly: [-1, -2].map((code) => ({ error: { code } })) },
  },
  {
    shows: "a completion of a template's variable in a capture without step names",
    capture: { exchanges: [unnamed(complete("", {})), unnamed(complete("", {}, template))] },
    reads: { partly: [{ outcome: "result" }], exchanges: ["main/2"] },
  },
  {
    shows: "templates none of which has variables",
    capture: { exchanges: [page("resources/templates/list", [{ uriTemplate: "test://fixed" }, { name: "t" }])] },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a variable that nobody completed",
    capture: { exchanges: [withVariable] },
    reads: { unseen: "not-probed" },
  },
]);

const context = { arguments: { y: "1" } };
const { ref = {}, argument = {} } = prompt;

readingTable("context_completions", [
  {
    shows: "the same question without its context, whatever the order of its members",
    capture: {
      exchanges: [
        refused("complete-prompt", COMPLETE, -32602, { argument, ref }),
        complete("complete-prompt-context", { values: [] }, { ref, argument, context }),
      ],
    },
    reads: {
      partly: [{ outcome: "result", without_context: "error" }],
      exchanges: ["main/2"],
      parts: [{ without_context: "/request/params" }],
    },
  },
  {
    shows: "a question that was never asked without a context",
    capture: {
      exchanges: [
        complete("complete-template", { values: [] }, template),
        deliberate(complete("complete-prompt", { values: [] })),
        complete("complete-prompt-context", { values: [] }, { ...prompt, context }),
      ],
    },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a context in a capture without step names",
    capture: {
      exchanges: [
        unnamed(complete("", { values: [] })),
        unnamed(refused("", COMPLETE, -32603, { ...prompt, context })),
        unnamed(refused("", COMPLETE, -32603, { ...prompt, context: "text" })),
      ],
    },
    reads: { partly: [{ outcome: "error", without_context: "result" }], exchanges: ["main/2"] },
  },
  NOTHING,
]);

readingTable("unknown_completion_prompt", answerCases(["complete-unknown"]));
readingTable("incomplete_completions", answerCases(["malformed-complete-no-ref", "malformed-complete-no-argument"]));
readingTable(
  "malformed_completions",
  answerCases(["malformed-complete-no-ref", "malformed-complete-no-argument", "malformed-complete-bogus"]),
);
readingTable("complete_absent", answerCases(["complete-absent"]));

readingTable("unadvertised_completions", [
  {
    shows: "suggestions although completions is not advertised",
    capture: {
      exchanges: [
        advertises({ prompts: {} }),
        complete("complete-absent", { values: ["a"] }),
        complete("complete-absent", { values: [] }),
        complete("complete-absent", { values: "a" }),
      ],
    },
    reads: { values: [["a"]], at: ["/response/result/completion/values"], exchanges: ["main/2"] },
  },
  {
    shows: "suggestions that are advertised",
    capture: { exchanges: [advertises({ completions: {} }), complete("complete-prompt", { values: ["a"] })] },
    reads: { values: [], lookedAt: ["/response/result/capabilities"] },
  },
  {
    shows: "no answer",
    capture: { exchanges: [advertises({}), unanswered("complete-absent", COMPLETE)] },
    reads: { unseen: "timed-out" },
  },
  {
    shows: "a question that was left out",
    capture: { exchanges: [advertises({})], not_probed: [leftOut("complete-absent", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

const failing = (step: string, text: string): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 1, method: COMPLETE, params: prompt },
  response: { jsonrpc: "2.0", id: 1, error: { code: -32000, message: text } },
});

readingTable("completion_failures", [
  {
    shows: "errors that tell of a failure within the server, and others",
    capture: {
      exchanges: [
        failing("complete-prompt", "Internal server error"),
        failing("complete-prompt-text", "Too many requests"),
        deliberate(failing("complete-unknown", "Internal error")),
      ],
    },
    reads: { values: [{ code: -32000, message: "Internal server error" }], exchanges: ["main/1"] },
  },
  {
    shows: "suggestions",
    capture: { exchanges: [answered("complete-prompt", "completion/complete", { completion: { values: [] } })] },
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);
