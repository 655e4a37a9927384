/** How one remote or package of an entry is reached, or why it cannot be. */
export type EntryTarget = EntryRemote | EntryCommand | EntryUnusable;

interface Placed {
  /** `remotes[0]`, `packages[1]`. */
  readonly place: string;
}

export interface EntryRemote extends Placed {
  readonly kind: "http";
  readonly type: string;
  readonly url: string;
  /** Headers whose value the entry gives. */
  readonly headers: readonly (readonly [string, string])[];
  /** Headers that a person has to give. */
  readonly needs: readonly string[];
}

export interface EntryCommand extends Placed {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Environment variables that a person has to give. */
  readonly needs: readonly string[];
}

export interface EntryUnusable extends Placed {
  readonly kind: "none";
  readonly reason: string;
}
