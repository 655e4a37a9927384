import { ANSWER_TYPE, answerItem } from "../common/answer.ts";
import { answersTo, seatsOf } from "../common/answers.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { type Fact, seen } from "../fact.ts";
import { placeOf } from "../view.ts";

const FIRST_CALLS = [/^input-\d+$/];

/** What a tool that asked for input says to one way of going on. Without such a tool there is no occasion for it. */
const goingOn = (name: string, doc: string, how: string, occasion: string): Fact => ({
  name,
  doc,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const found = seatsOf(view, [new RegExp(`^input-\\d+-${how}$`)]);
    if (found.length > 0) return seen(found.map((seat) => answerItem(seat, view)));
    const calls = seatsOf(view, FIRST_CALLS);
    if (calls.length === 0) return unseen(view, ["input"], `a tool that asks for input (${name})`);
    return inapplicable(
      occasion,
      calls.slice(0, 3).map((seat) => placeOf(seat, "/response")),
    );
  },
});

const NOBODY_ASKED = "no tool that was called asked for input";
const NO_STATE = "no tool that was called gave a requestState";

export const askedTwice = goingOn(
  "asked_twice",
  "The answers to a call that was made again after its input_required result was left alone.",
  "again",
  NOBODY_ASKED,
);

export const wrongInputKey = goingOn(
  "wrong_input_key",
  "The answers to a retry whose inputResponses have none of the keys asked for.",
  "wrong-key",
  NOBODY_ASKED,
);

export const extraInputKey = goingOn(
  "extra_input_key",
  "The answers to a retry whose inputResponses have one key too many.",
  "extra-key",
  NOBODY_ASKED,
);

export const textInputResponses = goingOn(
  "text_input_responses",
  "The answers to a retry whose inputResponses are a text.",
  "text-responses",
  NOBODY_ASKED,
);

export const numberInputResponse = goingOn(
  "number_input_response",
  "The answers to a retry that answers every question with a number.",
  "number-response",
  NOBODY_ASKED,
);

export const noRequestState = goingOn(
  "no_request_state",
  "The answers to a retry that answers every question and leaves the requestState out.",
  "no-state",
  NO_STATE,
);

export const changedRequestState = goingOn(
  "changed_request_state",
  "The answers to a retry whose requestState differs in one character from what the server gave.",
  "changed-state",
  NO_STATE,
);

export const otherRequestsState = goingOn(
  "other_requests_state",
  "The answers to a retry with the requestState of a call whose arguments were others.",
  "other-arguments",
  "no tool that was called gave a requestState and takes free text",
);

export const garbageState = answersTo({
  name: "garbage_state",
  doc: "The answers to reads and gets with a requestState that the server never gave.",
  steps: [/^garbage-state/],
});
