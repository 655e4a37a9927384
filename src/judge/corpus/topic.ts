/** Something with an id that is no rule: an invariant, a criterion, a check of a corpus. */
export interface Topic {
  readonly id: string;
  readonly title: string;
  /** What kind of thing it is, and where it counts. */
  readonly kind: string;
  /** Titled paragraphs, in order. */
  readonly blocks: readonly (readonly [title: string, lines: readonly string[]])[];
}
