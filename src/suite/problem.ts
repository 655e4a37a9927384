/** Something a suite should not say, and where. */
export interface Problem {
  /** Keys and positions from the root of the document. */
  readonly path: SuitePath;
  readonly message: string;
  /** The place is the key at the end of the path, not its value. */
  readonly atKey?: true;
}

export type SuitePath = readonly (string | number)[];

/** Everything that is wrong with a file, a line each: `file:line:column: what, and what to do`. */
export class SuiteError extends Error {
  override readonly name = "SuiteError";
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines[0] ?? "the suite cannot be read");
    this.lines = lines;
  }
}
