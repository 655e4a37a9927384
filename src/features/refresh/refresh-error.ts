/** Why a refresh failed, in one line. The existing corpus is unchanged. */
export class RefreshError extends Error {
  override readonly name = "RefreshError";
  /** `corpusMissing`: what was asked for is not there. */
  readonly kind: "network" | "failed" | "corpusMissing" | "aborted";

  constructor(kind: RefreshError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
