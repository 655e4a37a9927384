import { judgePacked } from "./judge-capture.ts";
import type { JudgeAnswer, JudgeRequest } from "./judge-place.ts";

/**
 * Answers one question after the other. Judging waits now and then, so that two that came together would else be judged in turns: a crash
 * could not be laid to one of them. A capture that cannot be judged is an answer as well: the next one is judged all the same.
 */
export const answerInTurn = (send: (answer: JudgeAnswer) => void): ((question: JudgeRequest) => void) => {
  let before: Promise<void> = Promise.resolve();
  return (question) => {
    before = before.then(async () => send(await answerFor(question)));
  };
};

const answerFor = async ({ id, packed }: JudgeRequest): Promise<JudgeAnswer> => {
  try {
    return { id, judged: await judgePacked(packed) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
