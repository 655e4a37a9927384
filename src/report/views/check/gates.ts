import type { Result } from "../../../scores/result/result.ts";

/** What was asked of the run beside the rules and does not hold: a few words for the headline, and a sentence. */
export interface FailedGate {
  readonly phrase: string;
  readonly sentence: string;
}

/** A lock and a limit of tokens are there because somebody asked for them: where one fails, the run does. */
export const failedGates = (result: Result): readonly FailedGate[] => {
  const lanes = result.lanes as Result["lanes"] | undefined;
  return [
    ...(lanes?.lock?.state === "fail"
      ? [
          {
            phrase: "not as locked",
            sentence: `The surface is not what ${result.lock?.file ?? "the lock"} holds: ${lanes.lock.summary}.`,
          },
        ]
      : []),
    ...(lanes?.tokens?.state === "fail"
      ? [{ phrase: "too many tokens", sentence: `The surface costs too much: ${lanes.tokens.summary}.` }]
      : []),
  ];
};
