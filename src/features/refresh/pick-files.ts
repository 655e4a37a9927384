import { defined } from "../../base/defined.ts";
import { newestFirst, readVersion } from "../../judge/corpus/sep-versions.ts";
import { ArchiveError } from "./archive-error.ts";
import { collisionKey } from "./entry-path.ts";
import type { Archive } from "./read-tar.ts";

/** The corpus files of one archive. */
export interface Picked {
  /** By path below the source path, with forward slashes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The newest revision that upstream has requirements for. */
  readonly newestVersion?: string;
  readonly skipped: Archive["skipped"];
  readonly commit?: string;
}

/** Upstream freezes one list of requirements per revision here; their names say which revisions there are. */
const REQUIREMENTS = "requirements";
/** Ours, written beside the files; one of upstream's would be taken for it. */
export const UPSTREAM_FILE = "upstream.json";

/**
 * Archives of git hosts put everything into one folder, those of others may not; so a file belongs to the corpus if the
 * source path stands at its beginning or one step below.
 */
const below = (folder: readonly string[], steps: readonly string[]): { root: string; rest: string[] } | undefined => {
  for (const depth of folder.length === 0 ? [1] : [0, 1]) {
    const rest = steps.slice(depth + folder.length);
    if (rest.length > 0 && folder.every((step, index) => steps[depth + index] === step)) {
      return { root: steps.slice(0, depth).join("/"), rest };
    }
  }
  return undefined;
};

/** Which part of an archive is looked at. */
export interface Selection {
  readonly sourcePath: readonly string[];
  /** Matches the paths of the wanted files, below the source path. */
  readonly files?: RegExp;
}

const CORPUS_FILES = /\.(?:ya?ml|json)$/;

export const wantsEntry =
  ({ sourcePath, files = CORPUS_FILES }: Selection) =>
  (steps: readonly string[]): boolean => {
    const place = below(sourcePath, steps);
    return (place !== undefined && files.test(place.rest.join("/"))) || below([REQUIREMENTS], steps)?.rest.length === 1;
  };

export const pickFiles = (archive: Archive, { sourcePath, files: wanted = CORPUS_FILES }: Selection): Picked => {
  const files = new Map<string, Uint8Array>();
  const seen = new Map<string, string>();
  const roots = new Set<string>();
  const skipped = [...archive.skipped];
  const required: string[] = [];
  for (const { steps, bytes } of archive.files) {
    const requirement = below([REQUIREMENTS], steps);
    if (requirement?.rest.length === 1) required.push(requirement.rest[0] ?? "");
    const place = below(sourcePath, steps);
    const path = place?.rest.join("/") ?? "";
    if (!place || !wanted.test(path)) continue;
    const key = collisionKey(place.rest);
    roots.add(place.root);
    // Which of the two counts would depend on who unpacks it, so neither does.
    if (roots.size > 1) throw new ArchiveError("it contains the source path more than once");
    if (seen.has(key))
      throw new ArchiveError("two of its files have the same name, or names that some systems confuse");
    seen.set(key, path);
    if (key === UPSTREAM_FILE) skipped.push({ name: path, why: "mcptest writes a file of that name" });
    else files.set(path, bytes);
  }
  return defined({
    files: new Map([...files].sort(([left], [right]) => (left < right ? -1 : 1))),
    skipped,
    newestVersion: highestDated(required),
    commit: archive.commit,
  });
};

/** The highest date among file names such as `2026-07-28.yaml`. */
const highestDated = (names: readonly string[]): string | undefined =>
  newestFirst(
    names.flatMap((name) => {
      const version = /\.ya?ml$/.test(name) ? readVersion(name.replace(/\.ya?ml$/, "")) : undefined;
      return version === undefined || version === "draft" ? [] : [version];
    }),
  )[0];
