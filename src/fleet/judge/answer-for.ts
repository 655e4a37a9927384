import { judgePacked } from "./judge-capture.ts";
import type { Answer } from "./judge-place.ts";

/** A capture that cannot be judged is an answer as well: the next one is judged all the same. */
export const answerFor = async (packed: Uint8Array): Promise<Answer> => {
  try {
    return { judged: await judgePacked(packed) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
