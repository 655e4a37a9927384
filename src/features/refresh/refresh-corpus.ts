import { join, resolve } from "node:path";
import { defined } from "../../base/defined.ts";
import type { Sep } from "../../judge/corpus/conformance.ts";
import { readSep } from "../../judge/corpus/sep-file.ts";
import { readVersion } from "../../judge/corpus/sep-versions.ts";
import { readYaml, YamlError } from "../../judge/corpus-files/read-yaml.ts";
import { type ChosenCorpus, chooseCorpus } from "./choose-corpus.ts";
import { compareFiles } from "./compare-files.ts";
import type { CorpusRefresh, VersionReason } from "./corpus-refresh.ts";
import { readExisting, refuseOwnPackage } from "./destination.ts";
import { readEntryPath } from "./entry-path.ts";
import type { Net } from "./fetch-archive.ts";
import { filesOfVersion, isSepPath } from "./files-of-version.ts";
import { UPSTREAM_FILE } from "./pick-files.ts";
import { isRefName } from "./ref-name.ts";
import { RefreshError } from "./refresh-error.ts";
import { replaceFolder } from "./replace-folder.ts";
import { readSource, shownSource } from "./source.ts";

export const DEFAULT_UPSTREAM = "https://github.com/modelcontextprotocol/conformance";
export const DEFAULT_SOURCE_PATH = "src/seps";

export interface RefreshRequest {
  /** A revision, or `latest` (the default): what upstream itself has requirements for. */
  readonly targetVersion?: string;
  /** The folder that holds one folder per revision. */
  readonly corpusDir: string;
  readonly url?: string;
  readonly ref?: string;
  readonly sourcePath?: string;
  readonly dryRun?: boolean;
}

/** What a refresh needs from outside. */
export interface RefreshEnvironment extends Net {
  now(): Date;
  onStep?(what: string): void;
}

/** Downloads a corpus from upstream, or throws a RefreshError and leaves everything as it was. */
export const refreshCorpus = async (request: RefreshRequest, world: RefreshEnvironment): Promise<CorpusRefresh> => {
  const source = readSource(request.url ?? DEFAULT_UPSTREAM);
  const sourcePath = readSourcePath(request.sourcePath ?? DEFAULT_SOURCE_PATH, world);
  const asked = readAskedVersion(request.targetVersion);
  const corpusDir = resolve(request.corpusDir);
  if (request.ref !== undefined && !isRefName(request.ref)) {
    throw new RefreshError("failed", "--ref is not the name of a tag, branch or commit");
  }
  // First: an impossible destination should cost no download.
  refuseOwnPackage(corpusDir);

  const chosen = await chooseCorpus(
    defined({ source, sourcePath, net: world, ref: request.ref, onStep: world.onStep }),
  );
  requireCommit(chosen);
  requireFiles(chosen, sourcePath);
  const seps = readSeps(chosen.corpus.files);
  const { version, files, others } = filesOfVersion({ ...chosen.corpus, seps }, asked);
  const folder = join(corpusDir, version);
  const { skipped, sha256 } = chosen.corpus;
  const changes = compareFiles(readExisting(folder), files);
  const commit = chosen.corpus.commit ?? chosen.commit;
  const about = defined({
    url: shownSource(source),
    ref: chosen.ref,
    commit,
    source_path: sourcePath.join("/"),
    archive_sha256: sha256,
  });
  if (!request.dryRun) {
    const note = { ...about, version, fetched_at: world.now().toISOString() };
    const text = new TextEncoder().encode(`${JSON.stringify(note, null, 2)}\n`);
    replaceFolder(folder, new Map([...files, [UPSTREAM_FILE, text]]), world.now().getTime());
  }
  const reason: VersionReason = asked === undefined ? "requirements" : "asked-for";
  return {
    version,
    version_reason: reason,
    ...about,
    ref_reason: chosen.reason,
    destination: folder,
    dry_run: request.dryRun ?? false,
    ...changes,
    skipped,
    notes: [...notesOn(chosen), ...leftOut(others)],
  };
};

const readSourcePath = (text: string, { limits }: RefreshEnvironment): readonly string[] => {
  if (/^(?:\.\/?)?$/.test(text)) return [];
  const path = readEntryPath(text, limits);
  if ("steps" in path) return path.steps;
  throw new RefreshError(
    "failed",
    `--source-path has ${path.unsafe}; name a folder of the repository, such as src/seps`,
  );
};

const readAskedVersion = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "latest") return undefined;
  const label = readVersion(text);
  if (label !== undefined) return label;
  throw new RefreshError(
    "failed",
    "--target-version is not a revision; write a date such as 2026-07-28, draft or latest",
  );
};

/** Without a SEP file there is no corpus. */
const requireFiles = ({ corpus, ref }: ChosenCorpus, sourcePath: readonly string[]): void => {
  if ([...corpus.files.keys()].some(isSepPath)) return;
  const folder = sourcePath.length === 0 ? "the archive" : sourcePath.join("/");
  const where = `${folder}${ref === undefined ? "" : ` at ${ref}`}`;
  const found = corpus.skipped.length > 0 ? " that can be used" : "";
  throw new RefreshError("failed", `${where} has no sep-<number>.yaml${found}; check --source-path and --ref`);
};

/** A corpus that `conformance run` cannot read must not replace one that it can. */
const readSeps = (files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Sep> =>
  new Map(
    [...files].flatMap(([path, bytes]): [string, Sep][] => (isSepPath(path) ? [[path, readOne(path, bytes)]] : [])),
  );

const readOne = (path: string, bytes: Uint8Array): Sep => {
  try {
    return readYaml(new TextDecoder("utf-8", { fatal: true }).decode(bytes), path, readSep);
  } catch (error) {
    const why = error instanceof YamlError ? error.message : `${path}: it is not UTF-8`;
    throw new RefreshError("failed", `upstream's ${why}; nothing was changed`);
  }
};

/** Git writes the commit into the archive. Where the host does so too, it has to be the one that the ref names. */
const requireCommit = ({ corpus, commit, ref }: ChosenCorpus): void => {
  if (commit === undefined || corpus.commit === undefined || corpus.commit === commit) return;
  throw new RefreshError(
    "network",
    `the host says that ${ref} is commit ${commit}, and sent ${corpus.commit}; nothing was changed. If the branch has just moved, try again`,
  );
};

const notesOn = ({ corpus, commit }: ChosenCorpus): string[] =>
  commit !== undefined && corpus.commit === undefined
    ? [`the archive does not say which commit it is, so only the host's word says that it is ${commit}`]
    : [];

const leftOut = (others: readonly string[]): string[] =>
  others.length === 0 ? [] : [`left out what is about other revisions: ${others.join(", ")}`];
