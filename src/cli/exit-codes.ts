/** The exit codes, as the documentation lists them. */
export const EXIT = {
  ok: 0,
  failed: 1,
  corpusMissing: 2,
  network: 3,
  unreachable: 4,
  inconclusive: 5,
  unverified: 6,
  internal: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
