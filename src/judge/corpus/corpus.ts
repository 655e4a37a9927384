import type { Revision } from "../../protocol/revision.ts";
import type { CorpusRow, RegistryRow } from "../core/rule.ts";
import type { ExtensionHead, KnownExtension } from "./extension.ts";

/** One folder of expectations, as written. */
export interface CorpusFolder {
  readonly label: string;
  /** The label of the folder this one inherits its rows from, unless it replaces or drops them. */
  readonly extends?: string;
  readonly rows: readonly CorpusRow[];
  readonly drops: readonly string[];
}

/** The rows that hold in one revision, by rule id. */
export interface EffectiveCorpus {
  readonly label: string;
  readonly rows: ReadonlyMap<string, CorpusRow>;
}

/** Folders and corpora are named as people write revisions: `v2025-06-18`, `draft`. */
export const revisionLabel = (revision: Revision): string => (revision === "draft" ? revision : `v${revision}`);

/** One version of an extension: a folder `compliance/extensions/<id>/<version>/`, with what it extends. */
export interface Extension {
  readonly head: ExtensionHead;
  readonly registry: ReadonlyMap<string, RegistryRow>;
  readonly rows: ReadonlyMap<string, CorpusRow>;
}

/** Everything under compliance/. */
export interface Compliance {
  readonly registry: ReadonlyMap<string, RegistryRow>;
  readonly corpora: ReadonlyMap<Revision, EffectiveCorpus>;
  /** Every version of every extension, older versions first. */
  readonly extensions: readonly Extension[];
  readonly known: readonly KnownExtension[];
}

/** A mistake in a corpus or registry that shows only once the files are combined. */
export class CorpusError extends Error {}
