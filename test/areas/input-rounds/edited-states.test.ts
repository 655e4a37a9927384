import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { givenStateless } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, leftOut, refused } from "../small-captures.ts";

const CALL = "tools/call";
const say = (text: string, more: JsonObject = {}): JsonObject => ({
  resultType: "complete",
  content: [{ type: "text", text }],
  ...more,
});

const ASKED = [
  answered("input-1", CALL, { resultType: "input_required", requestState: "abc" }),
  answered("input-1-round-1", CALL, say("yes"), { requestState: "abc" }),
];
const kept = (times: number, result: JsonObject): Exchange =>
  answered(`input-1-kept-state-${times}`, CALL, result, { requestState: "abc" });
const edited = (name: string, result: JsonObject, requestState = "abd"): Exchange =>
  answered(`input-1-edited-state-${name}`, CALL, result, { requestState });

/** The edited states between unchanged ones that all lead to the same. */
const between = (...exchanges: readonly Exchange[]): { readonly exchanges: Exchange[] } => ({
  exchanges: [
    ...ASKED,
    kept(1, say("yes")),
    kept(2, say("yes", { _meta: { took: 3 } })),
    ...exchanges,
    kept(3, say("yes")),
  ],
});

readingTable("edited_request_states", [
  givenStateless(
    "another result that came twice",
    between(edited("1", say("no")), edited("1-again", say("no"))),
  ).partly([{ taken: "other result" }], { at: [""] }),
  givenStateless(
    "another result that did not come again: the tool says this and that",
    between(edited("1", say("no")), edited("1-again", say("yes"))),
  ).unseen("prerequisite-missing"),
  givenStateless(
    "an error, a failed call and the question again, which all refuse",
    between(
      refused("input-1-edited-state-1", CALL, -32602, { requestState: "abd" }),
      edited("2", say("bad state", { isError: true })),
      edited("3", { resultType: "input_required", requestState: "xyz" }),
    ),
  ).partly([{ taken: "refused" }, { taken: "refused" }, { taken: "refused" }], { at: ["", "", ""] }),
  givenStateless(
    "a state that is not verified and changes nothing, beside one that is refused",
    between(edited("1", say("yes")), refused("input-1-edited-state-2", CALL, -32602)),
  ).partly([{ taken: "refused" }], { at: [""] }),
  givenStateless(
    "states that change nothing",
    between(edited("1", say("yes")), edited("2", say("yes", { _meta: { took: 5 } }))),
  ).inapplicable("precondition-absent"),
  givenStateless("a result that repeats the state", [
    ...ASKED,
    ...[1, 2, 3].map((times) => kept(times, say("state: abc"))),
    edited("1", say("state: abd")),
    edited("1-again", say("state: abd")),
  ]).inapplicable("precondition-absent"),
  givenStateless("a tool whose results change by themselves", [
    ...ASKED,
    kept(1, say("1")),
    kept(2, say("1")),
    edited("1", say("2")),
    edited("1-again", say("2")),
    kept(3, say("3")),
  ]).unseen("prerequisite-missing"),
  givenStateless("a state that may be used once", [
    ...ASKED,
    refused("input-1-kept-state-1", CALL, -32602),
    refused("input-1-kept-state-2", CALL, -32602),
  ]).unseen("prerequisite-missing"),
  givenStateless("a tool without a state", [answered("input-1", CALL, say("yes"))]).inapplicable("precondition-absent"),
  givenStateless("a capture of before, in which only one character was changed", [
    ...ASKED,
    answered("input-1-changed-state", CALL, say("no"), { requestState: "abd" }),
  ]).unseen("not-probed"),
  givenStateless("calls that the plan left out", [leftOut("input", "unsafe-to-probe")]).leftOut(),
]);
