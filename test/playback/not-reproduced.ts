// What a served recording cannot repeat, and why. docs/serve.md shows it.

export const REASONS = {
  "not-asked":
    "The recording was made with an older plan of questions. What it was never asked is answered with the nearest answer or the recorded refusal, marked.",
  shutdown:
    "A served recording always ends when its input closes. One that stayed, as the recorded server did, would be left behind by a client that crashed.",
} as const;

export type Reason = keyof typeof REASONS;

/** Rules that are decided by something else than answers. */
export const BY_RULE: Readonly<Record<string, Reason>> = {
  "STDIO-006": "shutdown",
  "STDIO-007": "shutdown",
};

/**
 * Whether a call is still running when it is cancelled is a matter of milliseconds, and a served one is answered at once. So these may
 * be left open, now and then; docs/serve.md says so. They may never be decided in another way.
 */
export const RACES: ReadonlySet<string> = new Set(["CANCEL-002", "CANCEL-003"]);

/** By capture, then by rule. */
export type NotReproduced = Readonly<Record<string, Readonly<Record<string, Reason>>>>;
