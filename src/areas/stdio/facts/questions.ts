import { answersTo, recordsOf } from "../../../judge/core/answers.ts";

const CUT = ["split-write:*", "joint-write:first", "joint-write:second", "split-message:*"] as const;

export const splitWrites = answersTo({
  name: "split_writes",
  doc: "The answers to messages on stdin that were cut between two writes, or shared one.",
  questions: CUT,
  // Earlier recordings have writes that held no whole message and wanted no answer.
  among: (view) => recordsOf(view, CUT).filter(({ request }) => request !== undefined),
});
