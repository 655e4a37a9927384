import type { Sep } from "../../judge/corpus/conformance.ts";
import { isSepFile } from "../../judge/corpus/sep-file.ts";
import { newestFirst, readVersion, revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import { RefreshError } from "./refresh-error.ts";

/** A downloaded corpus with what it says itself about revisions. */
export interface DatedCorpus {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The SEP files among them, as read. */
  readonly seps: ReadonlyMap<string, Sep>;
  /** The newest revision that upstream has requirements for. */
  readonly newestVersion?: string;
}

export interface VersionFiles {
  readonly version: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** SEP files about other revisions. */
  readonly others: readonly string[];
}

const UNCHANGED = "nothing was changed";

/**
 * The files that apply to a revision (undefined: the newest) by the corpus's own word, never by what somebody asked
 * for: rows of one revision judged as another's would accuse servers of what nobody asked of them.
 */
export const filesOfVersion = (corpus: DatedCorpus, asked: string | undefined): VersionFiles => {
  const dated = new Map([...corpus.seps].map(([path, sep]) => [path, versionOf(path, sep, corpus.newestVersion)]));
  const version = asked ?? corpus.newestVersion;
  if (version === undefined)
    throw new RefreshError(
      "corpusMissing",
      `upstream has no requirements/<date>.yaml that names its newest revision; name one with --target-version; ${UNCHANGED}`,
    );
  const applies = (path: string): boolean => {
    const found = dated.get(path);
    return found === version || (found !== undefined && found === revisionOfVersion(version));
  };
  if (![...dated.keys()].some(applies)) throw refusal(version, [...dated.values()]);
  const others = [...dated.keys()].filter((path) => !applies(path));
  return { version, files: new Map([...corpus.files].filter(([path]) => !others.includes(path))), others };
};

const LINK = /\/specification\/(\d{4}-\d{2}-\d{2}|draft)(?=[/#?]|$)/;

/** A folder named after a revision, else the date in the link; without either a file is about upstream's newest. */
const versionOf = (path: string, { spec_url }: Sep, newest: string | undefined): string | undefined => {
  const folder = path
    .split("/")
    .slice(0, -1)
    .map(readVersion)
    .findLast((version) => version !== undefined);
  const linked = LINK.exec(spec_url)?.[1];
  // Upstream writes its files while a revision is the draft, and leaves the links when it is released.
  return folder ?? (linked === "draft" ? (newest ?? linked) : (linked ?? newest));
};

const refusal = (version: string, found: readonly (string | undefined)[]): RefreshError => {
  const known = newestFirst(found.flatMap((one) => one ?? []));
  const what =
    known.length === 0
      ? "upstream does not say which revision its rows are about"
      : `upstream has no rows for ${version}, only for ${known.join(", ")}`;
  return new RefreshError("corpusMissing", `${what}; ${UNCHANGED}`);
};

export const isSepPath = (path: string): boolean => isSepFile(path.split("/").at(-1) ?? "");
