import type { CorpusRow, RegistryRow } from "../model/rule.ts";
import type { Revision } from "../model/revision.ts";

/** One folder of expectations as it was written. */
export interface CorpusFolder {
  readonly label: string;
  /** The label of the folder whose rows hold here too, unless replaced or dropped. */
  readonly extends?: string;
  readonly rows: readonly CorpusRow[];
  readonly drops: readonly string[];
}

/** The rows that hold in one revision, by rule id. */
export interface VersionCorpus {
  readonly label: string;
  readonly rows: ReadonlyMap<string, CorpusRow>;
}

/** Everything under compliance/. */
export interface Compliance {
  readonly registry: ReadonlyMap<string, RegistryRow>;
  readonly corpora: ReadonlyMap<Revision, VersionCorpus>;
}

/** A mistake in a corpus or registry that only shows when files are put together. */
export class CorpusError extends Error {}
