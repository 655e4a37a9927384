import { member, stringMember } from "../../base/json.ts";
import { clientFact, derivedFact, paramsOf, partOf } from "../../judge/core/client/fact.ts";
import { changedListFact, listedBefore, noticesIn } from "../../judge/core/client/known.ts";
import { plannedFact, reportFact } from "../../judge/core/client/plans.ts";
import { runOf, sentAfter } from "../../judge/core/client/runs.ts";
import { messagesOf, sessionsOf } from "../../judge/core/client/view.ts";

export const callParams = clientFact("call_params", {
  doc: "The params of every tools/call.",
  type: "object",
  pick: (sent) => (sent.method === "tools/call" ? paramsOf(sent) : undefined),
});

const SUMS: ReadonlySet<string> = new Set(["add", "add_numbers"]);

/** Only of tools of our own, whose schema is known to be so. */
export const sumArguments = clientFact("sum_arguments", {
  doc: "The arguments of calls of our own tools that add two numbers.",
  type: "object",
  pick: (sent) =>
    sent.method === "tools/call" &&
    sent.session.scenario !== undefined &&
    SUMS.has(stringMember(sent.params, "name") ?? "")
      ? partOf(sent, member(sent.params, "arguments") ?? {}, "/params")
      : undefined,
});

/** The same to a person who does not look closely. */
const loosely = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "");

export const calledNames = clientFact("called_names", {
  doc: "Of every call of a tool with an unusual name: whether the name is as it was listed.",
  type: "object: name, called (as-listed, changed)",
  scenarios: ["odd-tool-names"],
  words: { changed: "a name that was not listed, but looks like one that was" },
  derived: ["called"],
  missing: "the client lists tools with unusual names and calls one",
  among: (view) => messagesOf(view, "tools/call").filter(({ session }) => session.scenario === "odd-tool-names"),
  pick: (sent, view) => {
    const name = stringMember(sent.params, "name") ?? "";
    const tools = listedBefore(sent, "tools/list", view);
    const listed = tools.flatMap((tool) => stringMember(tool, "name") ?? []);
    const titles = tools.flatMap((tool) => stringMember(tool, "title") ?? []);
    const isChanged =
      !listed.includes(name) &&
      [...listed, ...titles].some((one) => loosely(one) !== "" && loosely(name).includes(loosely(one)));
    if (!listed.includes(name) && !isChanged) return undefined;
    const pointer = `${sent.source.pointer}/params/name`;
    const item = partOf(sent, { name, called: isChanged ? "changed" : "as-listed" }, "");
    return { ...item, parts: { name: pointer, called: pointer } };
  },
});

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
export const reportedToolErrors = reportFact(
  "reported_tool_errors",
  "a result that is an error of the tool",
  "rich-content",
  ["tool-error"],
);

export const afterFutureContent = plannedFact("after_future_content", {
  doc: "Whether programs went on after a result with content of an unknown type.",
  scenarios: ["odd-results"],
  words: { stopped: "nothing more after content of an unknown type" },
  after: ({ params }) => stringMember(params, "name") === "future_content",
});

export const afterToolRefusals = plannedFact("after_tool_refusals", {
  doc: "Whether programs went on after a call was answered with an error of the protocol.",
  scenarios: ["odd-results"],
  words: { stopped: "nothing more after an error" },
  after: ({ method, error }) => method === "tools/call" && error !== undefined,
});

export const changedToolLists = changedListFact("changed_tool_lists", "tools");

/** How often a list was asked for after a burst of notices. */
export const listsAfterBursts = derivedFact("lists_after_bursts", {
  doc: "How often a client asked for its tools after fifty notices that they had changed.",
  type: "integer",
  scenarios: ["unasked-notices"],
  missing: "the server sends many notices at once",
  among: (view) =>
    sessionsOf(view, "unasked-notices").flatMap(({ exchanges }) =>
      exchanges.filter(
        (one) => one.method === "tools/call" && noticesIn(one, "notifications/tools/list_changed", view).length >= 50,
      ),
    ),
  say: ({ session, sentAt }, view) =>
    sentAfter(runOf(session, view), sentAt).filter(({ method }) => method === "tools/list").length,
});
