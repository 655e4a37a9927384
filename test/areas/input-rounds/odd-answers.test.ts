import type { JsonObject } from "../../../src/model/json.ts";
import { answerCases, givenStateless } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, leftOut, refused } from "../small-captures.ts";

const CALL = "tools/call";

/** What holds for each way of going on, by the end of its step's name. */
const goingOn = (how: string, params?: JsonObject): readonly ReadingCase[] => [
  givenStateless("the answers to its step for any tool, and no others", [
    answered("input-1", CALL, { resultType: "input_required" }),
    refused(`input-1-${how}`, CALL, -1, params),
    refused(`input-12-${how}`, CALL, -2, params),
    refused(`input-1-${how}-more`, CALL, -3),
    refused("input-1-else", CALL, -4),
  ]).partly([{ error: { code: -1 } }, { error: { code: -2 } }], { at: ["", ""] }),
  givenStateless("tools that gave no occasion for it", [answered("input-1", CALL, { content: [] })]).inapplicable(
    "precondition-absent",
  ),
  givenStateless("a tool that asked and did not end, and was not called again", [
    answered("input-1", CALL, { resultType: "input_required" }),
    { step: "input-1-round-1", trouble: { kind: "timed-out", limit: "toolMs", detail: "no response" } },
  ]).unseen("timed-out"),
  givenStateless("calls that the plan left out", [leftOut("input", "unsafe-to-probe")]).leftOut(),
];

readingTable("asked_twice", goingOn("again"));
readingTable("wrong_input_key", goingOn("wrong-key"));
readingTable("extra_input_key", goingOn("extra-key"));
readingTable("text_input_responses", goingOn("text-responses"));
readingTable("number_input_response", [
  ...goingOn("number-response", { inputResponses: { name: 12345 } }),
  givenStateless("a retry with a state alone, because nothing was asked", [
    answered("input-1", CALL, { resultType: "input_required", requestState: "s" }),
    answered("input-1-number-response", CALL, { resultType: "complete" }, { requestState: "s" }),
  ]).inapplicable("precondition-absent"),
]);
readingTable("no_request_state", goingOn("no-state"));
readingTable("changed_request_state", goingOn("changed-state"));
readingTable("other_requests_state", goingOn("other-arguments"));
readingTable("garbage_state", answerCases(["garbage-state", "garbage-state-read"]));
