import { answersTo } from "../common/answers.ts";

export const splitWrites = answersTo({
  name: "split_writes",
  doc: "The answers to messages on stdin that were cut between two writes, or shared one.",
  questions: ["split-write:tail", "joint-write:first", "joint-write:second", "split-message:*"],
});
