/** Why a refresh came to nothing, in one line. The corpus that was there is still there. */
export class RefreshError extends Error {
  override readonly name = "RefreshError";
  readonly kind: "network" | "failed" | "aborted";

  constructor(kind: RefreshError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
