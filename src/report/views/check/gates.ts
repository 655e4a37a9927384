import type { Result } from "../../../scores/result/result.ts";

/** What was asked of the run beside the rules and does not hold: a few words for the headline, and a sentence. */
export interface FailedGate {
  readonly phrase: string;
  readonly sentence: string;
}

/** A lock and a limit of tokens are there because somebody asked for them: where one fails, the run does. */
export const failedGates = (result: Result): readonly FailedGate[] => {
  const { lock, tokens } = result.lanes;
  const file = result.role === undefined ? result.lock?.file : undefined;
  return [
    ...(lock?.state === "fail"
      ? [
          {
            phrase: "not as locked",
            sentence: `The surface is not what ${file ?? "the lock"} holds: ${lock.summary}.`,
          },
        ]
      : []),
    ...(tokens?.state === "fail"
      ? [{ phrase: "too many tokens", sentence: `The surface costs too much: ${tokens.summary}.` }]
      : []),
  ];
};
