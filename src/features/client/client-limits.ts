/** How long and how much a client under test may take. Reaching one ends the scenario or is refused; nothing of it is an error of ours. */
export const CLIENT_LIMITS = {
  /** A client that is silent for that long, with nothing open, is done. */
  quietMs: 10_000,
  /** A scenario takes no longer. */
  scenarioMs: 30_000,
  /** Until the first request. */
  connectMs: 20_000,
  /** How long a question to the client waits for its answer before the scenario goes on. */
  answerMs: 3_000,
  /** Larger bodies and lines are refused. */
  messageBytes: 4_194_304,
  /** More requests than this in one scenario are refused with 429, or end the process. */
  requests: 2_000,
  /** Sessions of one scenario. */
  sessions: 50,
} as const;

export type ClientLimits = { readonly [Name in keyof typeof CLIENT_LIMITS]: number };
