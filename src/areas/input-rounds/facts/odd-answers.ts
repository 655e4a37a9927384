import { member } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { type ExchangeRecord, type Fact, placesOf, seen } from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

type InputMessage = QuestionRef extends infer Ref ? (Ref extends `input:#-${infer How}` ? How : never) : never;

/** What a tool that asked for input says to one way of going on. Without such a tool there is no occasion for it. */
const goingOn = (
  name: string,
  doc: string,
  how: InputMessage,
  occasion: string,
  isAnOccasion: (record: ExchangeRecord) => boolean = () => true,
): Fact => ({
  name,
  doc,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: [`input:#-${how}`],
  read(view) {
    const found = recordsOf(view, this.questions).filter(isAnOccasion);
    if (found.length > 0) return seen(found.map((record) => answerItem(record)));
    const calls = recordsOf(view, ["input:#"]);
    if (calls.length === 0) return unseen(view, this.questions, "a tool that asks for input");
    const endless = recordsOf(view, ["input:#-round-#"]).filter(({ exchange }) => exchange.trouble?.limit === "toolMs");
    if (endless.length > 0) return inconclusive("timed-out", ENDLESS, placesOf(endless.slice(0, 3)));
    return inapplicable(occasion, placesOf(calls.slice(0, 3), "/response"));
  },
});

const ENDLESS = "the tool that asked for input did not end, so it was not called again";
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
  // A tool may hand out a state alone: then there was no question, and nothing wrong in the retry.
  (record) => Object.keys(member(paramsOf(record), "inputResponses") ?? {}).length > 0,
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
