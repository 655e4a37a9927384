/** Why nothing was downloaded: one clause of ours, without text of the host's. */
export class DownloadError extends Error {
  override readonly name = "DownloadError";
  /** `network`: no usable answer. `too-large`: it answered with more than is taken. */
  readonly kind: "network" | "too-large" | "aborted";

  constructor(kind: DownloadError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
