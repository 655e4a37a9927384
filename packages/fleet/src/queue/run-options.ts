/** How the targets of a run are asked; every worker that takes one keeps to it. */
export interface RunOptions {
  /** A first pass: only the main conversation. */
  readonly quick?: boolean;
}
