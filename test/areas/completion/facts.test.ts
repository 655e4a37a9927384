import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, NOTHING, readingTable } from "../reading-table.ts";
import { advertises, answered, deliberate, leftOut, page, refused, unanswered, unnamed } from "../small-captures.ts";

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
  given("numbers that go together", [
    complete("complete-prompt", { values: ["a", "b"], total: 2, hasMore: false }),
    complete("complete-prompt", { values: ["a"], total: 5, hasMore: true }),
    complete("complete-template-text", { values: ["a"], total: 5 }),
  ]).partly([{ counts: "consistent" }, { counts: "consistent" }, { counts: "consistent" }], {
    parts: [{ counts: "/response/result/completion" }, {}, {}],
  }),
  given("numbers that do not", [
    complete("complete-prompt", { values: ["a", "b"], total: 1 }),
    complete("complete-prompt-context", { values: ["a"], total: 2, hasMore: false }),
    complete("read-template-3-complete", { values: ["a"], total: 1, hasMore: true }),
  ]).partly([
    { counts: "fewer in total than given" },
    { counts: "more in total, and no more to come" },
    { counts: "all given, and more to come" },
  ]),
  given("too few numbers to tell, and an error", [
    complete("complete-prompt", { values: ["a"], hasMore: true }),
    complete("complete-prompt", { values: "a", total: 1 }),
    refused("complete-template", COMPLETE, -32602),
  ]).values([
    answer({ values: ["a"], hasMore: true }),
    answer({ values: "a", total: 1 }),
    {
      outcome: "error",
      asked: { jsonrpc: "2.0", id: 1, method: COMPLETE },
      message: { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "refused" } },
      id: 1,
      error: { code: -32602, message: "refused" },
    },
  ]),
  given("a completion in a capture without step names", [
    unnamed(complete("", { values: [], total: 0 })),
    deliberate(unnamed(complete("", { values: [] }))),
    unnamed(page("prompts/list", [])),
  ]).partly([{ counts: "consistent" }], { exchanges: ["main/1"] }),
  given("other questions about completion", [
    refused("complete-unknown", COMPLETE, -1),
    refused("malformed-complete-no-ref", COMPLETE, -2),
  ]).unseen("not-probed"),
]);

const withArguments = page("prompts/list", [{ name: "p", arguments: [{ name: "x" }] }]);
const withVariable = page("resources/templates/list", [{ uriTemplate: "test://{id}", name: "t" }]);

readingTable("prompt_completions", [
  given("the answers to its steps", [
    refused("complete-template", COMPLETE, -1),
    refused("complete-prompt", COMPLETE, -2),
    refused("complete-prompt-text", COMPLETE, -3),
  ]).partly([{ error: { code: -2 } }]),
  given("a completion of a prompt's argument in a capture without step names", [
    unnamed(complete("", {})),
    unnamed(complete("", {}, template)),
  ]).partly([{ outcome: "result" }], { exchanges: ["main/1"] }),
  given("prompts none of which has arguments", [page("prompts/list", [{ name: "p" }])]).inapplicable(
    "precondition-absent",
  ),
  given("arguments that nobody completed", [withArguments]).unseen("not-probed"),
  given("no prompts on offer", [leftOut("prompts/list", "not-offered")]).leftOut(),
  given("a step that was left out for another reason", [
    page("prompts/list", [{ name: "p" }]),
    leftOut("complete-prompt", "prerequisite-missing"),
  ]).leftOut(),
  NOTHING,
]);

readingTable("template_completions", [
  given(
    "the answers to its steps",
    ["complete-template", "read-template-1-complete", "complete-prompt", "complete-template-text"].map((step, index) =>
      refused(step, COMPLETE, -1 - index),
    ),
  ).partly([-1, -2].map((code) => ({ error: { code } }))),
  given("a completion of a template's variable in a capture without step names", [
    unnamed(complete("", {})),
    unnamed(complete("", {}, template)),
  ]).partly([{ outcome: "result" }], { exchanges: ["main/2"] }),
  given("templates none of which has variables", [
    page("resources/templates/list", [{ uriTemplate: "test://fixed" }, { name: "t" }]),
  ]).inapplicable("precondition-absent"),
  given("a variable that nobody completed", [withVariable]).unseen("not-probed"),
]);

const context = { arguments: { y: "1" } };
const { ref = {}, argument = {} } = prompt;

readingTable("context_completions", [
  given("the same question without its context, whatever the order of its members", [
    refused("complete-prompt", COMPLETE, -32602, { argument, ref }),
    complete("complete-prompt-context", { values: [] }, { ref, argument, context }),
  ]).partly([{ outcome: "result", without_context: "error" }], {
    exchanges: ["main/2"],
    parts: [{ without_context: "/request/params" }],
  }),
  given("a question that was never asked without a context", [
    complete("complete-template", { values: [] }, template),
    deliberate(complete("complete-prompt", { values: [] })),
    complete("complete-prompt-context", { values: [] }, { ...prompt, context }),
  ]).inapplicable("precondition-absent"),
  given("a context in a capture without step names", [
    unnamed(complete("", { values: [] })),
    unnamed(refused("", COMPLETE, -32603, { ...prompt, context })),
    unnamed(refused("", COMPLETE, -32603, { ...prompt, context: "text" })),
  ]).partly([{ outcome: "error", without_context: "result" }], { exchanges: ["main/2"] }),
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
  given("suggestions although completions is not advertised", [
    advertises({ prompts: {} }),
    complete("complete-absent", { values: ["a"] }),
    complete("complete-absent", { values: [] }),
    complete("complete-absent", { values: "a" }),
  ]).values([["a"]], { at: ["/response/result/completion/values"], exchanges: ["main/2"] }),
  given("suggestions that are advertised", [
    advertises({ completions: {} }),
    complete("complete-prompt", { values: ["a"] }),
  ]).values([], { lookedAt: ["/response/result/capabilities"] }),
  given("no answer", [advertises({}), unanswered("complete-absent", COMPLETE)]).unseen("timed-out"),
  given("a question that was left out", [advertises({}), leftOut("complete-absent", "not-offered")]).leftOut(),
]);

const failing = (step: string, text: string): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 1, method: COMPLETE, params: prompt },
  response: { jsonrpc: "2.0", id: 1, error: { code: -32000, message: text } },
});

readingTable("completion_failures", [
  given("errors that tell of a failure within the server, and others", [
    failing("complete-prompt", "Internal server error"),
    failing("complete-prompt-text", "Too many requests"),
    deliberate(failing("complete-unknown", "Internal error")),
  ]).values([{ code: -32000, message: "Internal server error" }], { exchanges: ["main/1"] }),
  given("suggestions", [answered("complete-prompt", "completion/complete", { completion: { values: [] } })]).values(
    [],
    { lookedAt: ["/response"] },
  ),
  NOTHING,
]);
