import { member, stringMember } from "../../base/json.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import { validates } from "./choices.ts";
import { clientFact, derivedAt } from "./sent.ts";
import { plannedFact, reportFact, reportsIn } from "./step-reports.ts";

// What can only be known of a program that follows a plan and reports what came of it.

const nameOf = ({ request }: ExchangeRecord): string | undefined => stringMember(member(request, "params"), "name");

export const reportedHttpErrors = clientFact(
  {
    name: "reported_http_errors",
    doc: "What a program reports of a call that was answered with 400 and an error of JSON-RPC: whether it has that error.",
    type: "the-error or another",
    derived: true,
    scenarios: ["http-error"],
    words: { another: "a failure without the code and the message of the error" },
  },
  (view) => reportsIn(view).filter(({ step, sent }) => step === "http-error" && sent.session.scenario === "http-error"),
  (report) => derivedAt(report, /mcptest-marker|-32602/.test(report.text) ? "the-error" : "another"),
  "a program follows the plan of the scenario http-error and reports what came of it",
);

export const reportedContents = reportFact("reported_contents", "results with content of every type", "rich-content", [
  "all-content",
]);

export const reportedStructures = reportFact(
  "reported_structures",
  "structured results of every JSON type",
  "typed-results",
  ["array", "count", "flag", "nothing"],
);

export const reportedMisfits = reportFact(
  "reported_misfits",
  "a structured result that does not fit its schema",
  "output-schemas",
  ["wrong-structure"],
  { result: "a result that does not fit its schema, taken as it is" },
);

export const reportedModernSchemas = reportFact(
  "reported_modern_schemas",
  "a result that fits a schema of 2020-12 without $schema",
  "output-schemas",
  ["modern-fits"],
  { error: "a refusal of a result that fits its schema" },
);

/** Only of a client that validates: it refused something else that did not fit. */
export const acceptedMisfits = clientFact(
  {
    name: "accepted_misfits",
    doc: "Of every client that validates structured results: what it made of one that does not fit by the rules of 2020-12.",
    type: "refused or accepted",
    derived: true,
    scenarios: ["output-schemas"],
    words: { accepted: "a result taken that does not fit by the rules of 2020-12, by a client that validates others" },
  },
  (view) => (validates(view) ? reportsIn(view).filter(({ step }) => step === "modern-misfits") : []),
  (report) => derivedAt(report, report.outcome === "error" ? "refused" : "accepted"),
  "a program that validates structured results reports one that does not fit",
);

export const unresolvedSchemas = clientFact(
  {
    name: "unresolved_schemas",
    doc: "Of every client that validates structured results: what it made of one whose schema refers to an address that is not fetched.",
    type: "refused or accepted",
    derived: true,
    scenarios: ["remote-references"],
    words: { accepted: "a result taken as if its schema allowed anything" },
  },
  (view) => (validates(view) ? reportsIn(view).filter(({ step }) => step === "unresolved") : []),
  (report) => derivedAt(report, report.outcome === "error" ? "refused" : "accepted"),
  "a program that validates structured results reports one whose schema cannot be resolved",
);

export const reportedDialects = reportFact(
  "reported_dialects",
  "a tool beside others with schemas of an unknown dialect",
  "schema-dialects",
  ["list", "plain"],
  { error: "a failure, although only the schema of another tool is unknown" },
);

export const reportedToolErrors = reportFact(
  "reported_tool_errors",
  "a result that is an error of the tool",
  "rich-content",
  ["tool-error"],
);

export const reportedReads = reportFact("reported_reads", "resources of every kind", "odd-resources", [
  "text",
  "blob",
  "three",
]);

export const reportedPrompts = reportFact("reported_prompts", "a prompt with content of every type", "rich-content", [
  "prompt",
]);

export const reportedUpdates = reportFact(
  "reported_updates",
  "a resource that was read again after a notice that it had changed",
  "watched-resource",
  ["after-update"],
  { repeated: "what was read before the notice" },
  "notifications/resources/updated",
);

const cacheFact = (name: string, about: string, step: string, told?: string) =>
  reportFact(name, about, "caching", [step], { repeated: "an answer from the cache" }, told);

export const cachedOthers = cacheFact("cached_others", "a second resource after a first one", "other-resource");
export const cachedPages = cacheFact(
  "cached_pages",
  "a list that was asked for again after a notice",
  "after-notice",
  "notifications/tools/list_changed",
);
export const cachedRounds = cacheFact("cached_rounds", "a resource that needed input before", "after-input");
export const cachedStale = reportFact(
  "cached_stale",
  "a list that is stale at once",
  "short-lived-lists",
  ["zero-again"],
  { repeated: "a list from the cache" },
);
export const cachedWithoutHint = reportFact(
  "cached_without_hint",
  "a list with a negative ttlMs",
  "short-lived-lists",
  // Without any, heuristics of the client's own are allowed.
  ["negative-again"],
  { repeated: "a list from the cache" },
);
export const cachedExpired = reportFact(
  "cached_expired",
  "a list after its time",
  "short-lived-lists",
  ["expired-again"],
  { repeated: "a list from the cache" },
);

export const afterFutureContent = plannedFact(
  {
    name: "after_future_content",
    doc: "Whether programs went on after a result with content of an unknown type.",
    scenarios: ["odd-results"],
    words: { stopped: "nothing more after content of an unknown type" },
  },
  (record) => nameOf(record) === "future_content",
);

export const afterToolRefusals = plannedFact(
  {
    name: "after_tool_refusals",
    doc: "Whether programs went on after a call was answered with an error of the protocol.",
    scenarios: ["odd-results"],
    words: { stopped: "nothing more after an error" },
  },
  ({ method, exchange }) => method === "tools/call" && member(exchange.response, "error") !== undefined,
);

export const afterPartialCompletions = plannedFact(
  {
    name: "after_partial_completions",
    doc: "Whether programs went on after completions without values, without a total, with more to come, and after an error.",
    scenarios: ["completions"],
    words: { stopped: "nothing more after such a completion" },
  },
  ({ method }) => method === "completion/complete",
);
