import { isJsonObject, member, valueAt } from "../../base/json.ts";
import { clientFact, derivedFact, inParams, paramsOf, partOf } from "../../judge/core/client/fact.ts";
import { offeredBefore } from "../../judge/core/client/known.ts";
import { plannedFact } from "../../judge/core/client/plans.ts";
import { messagesOf } from "../../judge/core/client/view.ts";

export const unofferedCompletions = clientFact("unoffered_completions", {
  doc: "completion/complete to servers that do not offer completions.",
  type: "the method",
  missing: "the client learns what the server offers and sends a request",
  only: (sent, view) =>
    sent.kind === "request" &&
    (!sent.session.shared || sent.session.scenario !== undefined) &&
    isJsonObject(offeredBefore(sent, view)),
  pick: (sent, view) =>
    sent.method === "completion/complete" && member(offeredBefore(sent, view), "completions") === undefined
      ? partOf(sent, sent.method, "/method")
      : undefined,
});

export const completionParams = clientFact("completion_params", {
  doc: "The params of every completion/complete.",
  type: "object",
  pick: (sent) => (sent.method === "completion/complete" && sent.kind === "request" ? paramsOf(sent) : undefined),
});

/** The second argument of our prompt, after the first has been filled in. */
export const completionContexts = derivedFact("completion_contexts", {
  doc: "Of every completion of the second argument of our prompt: whether the first is given with it.",
  type: "given or absent",
  scenarios: ["completions"],
  words: { absent: "a completion without the arguments that were filled in before" },
  missing: "the client completes a second argument",
  among: (view) =>
    messagesOf(view, "completion/complete").filter(
      ({ params, session }) =>
        session.scenario === "completions" && valueAt(params, "argument", "name") === "framework",
    ),
  at: inParams,
  say: ({ params }) => (valueAt(params, "context", "arguments", "language") === undefined ? "absent" : "given"),
});

export const afterPartialCompletions = plannedFact("after_partial_completions", {
  doc: "Whether programs went on after completions without values, without a total, with more to come, and after an error.",
  scenarios: ["completions"],
  words: { stopped: "nothing more after such a completion" },
  after: ({ method }) => method === "completion/complete",
});
