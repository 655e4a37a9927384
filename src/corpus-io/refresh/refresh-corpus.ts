import { join, resolve } from "node:path";
import { isSepFile, readSep } from "../../corpus/sep-file.ts";
import { readVersion } from "../../corpus/sep-versions.ts";
import type { CorpusRefresh, VersionReason } from "../../model/corpus-refresh.ts";
import { readEntryPath } from "../archive/entry-path.ts";
import { readYaml, YamlError } from "../read-yaml.ts";
import { type ChosenCorpus, chooseCorpus } from "./choose-corpus.ts";
import { compareFiles } from "./compare-files.ts";
import { readExisting, refuseOwnPackage } from "./destination.ts";
import type { Net } from "./fetch-archive.ts";
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

/** What a refresh needs of the world. */
export interface RefreshWorld extends Net {
  now(): Date;
  onStep?(what: string): void;
}

/** Brings a corpus in from upstream, or throws a RefreshError and leaves everything as it was. */
export const refreshCorpus = async (request: RefreshRequest, world: RefreshWorld): Promise<CorpusRefresh> => {
  const source = readSource(request.url ?? DEFAULT_UPSTREAM);
  const sourcePath = readSourcePath(request.sourcePath ?? DEFAULT_SOURCE_PATH, world);
  const asked = readAskedVersion(request.targetVersion);
  const corpusDir = resolve(request.corpusDir);
  if (request.ref !== undefined && !isRefName(request.ref)) {
    throw new RefreshError("failed", "--ref is not the name of a tag, branch or commit");
  }
  // Before anything is asked for: an impossible place costs no download.
  refuseOwnPackage(corpusDir);

  const chosen = await chooseCorpus({
    source,
    sourcePath,
    net: world,
    ...(request.ref === undefined ? {} : { ref: request.ref }),
    ...(world.onStep ? { onStep: world.onStep } : {}),
  });
  requireFiles(chosen, sourcePath);
  requireReadable(chosen.corpus.files);
  const version = asked ?? chosen.corpus.newestVersion;
  if (version === undefined) {
    throw new RefreshError(
      "failed",
      "upstream has no requirements/<date>.yaml that tells the revision; name it with --target-version",
    );
  }
  const folder = join(corpusDir, version);
  const { files, skipped, sha256 } = chosen.corpus;
  const changes = compareFiles(readExisting(folder), files);
  const commit = chosen.corpus.commit ?? chosen.commit;
  const about = {
    url: shownSource(source),
    ...(chosen.ref === undefined ? {} : { ref: chosen.ref }),
    ...(commit === undefined ? {} : { commit }),
    source_path: sourcePath.join("/"),
    archive_sha256: sha256,
  };
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
    notes: notesOn(chosen),
  };
};

const readSourcePath = (text: string, { limits }: RefreshWorld): readonly string[] => {
  if (/^(?:\.\/?)?$/.test(text)) return [];
  const path = readEntryPath(text, limits);
  if ("steps" in path) return path.steps;
  throw new RefreshError("failed", `--source-path has ${path.unsafe}; name a folder of the repository, src/seps say`);
};

const readAskedVersion = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "latest") return undefined;
  const label = readVersion(text);
  if (label !== undefined) return label;
  throw new RefreshError("failed", "--target-version is no revision; write a date such as 2026-07-28, draft or latest");
};

/** `conformance run` reads the SEP files of the folder itself; without one there is no corpus. */
const requireFiles = ({ corpus, ref }: ChosenCorpus, sourcePath: readonly string[]): void => {
  if ([...corpus.files.keys()].some(isSepFile)) return;
  const folder = sourcePath.length === 0 ? "the archive" : sourcePath.join("/");
  const where = `${folder}${ref === undefined ? "" : ` at ${ref}`}`;
  const found = corpus.skipped.length > 0 ? " that can be used" : "";
  throw new RefreshError("failed", `${where} holds no sep-<number>.yaml${found}; see --source-path and --ref`);
};

/** A corpus that `conformance run` could not read must not take the place of one that it can. */
const requireReadable = (files: ReadonlyMap<string, Uint8Array>): void => {
  for (const [path, bytes] of files) {
    if (!isSepFile(path.split("/").at(-1) ?? "")) continue;
    try {
      readYaml(new TextDecoder("utf-8", { fatal: true }).decode(bytes), path, readSep);
    } catch (error) {
      const why = error instanceof YamlError ? error.message : `${path}: it is not UTF-8`;
      throw new RefreshError("failed", `upstream's ${why}; nothing was changed`);
    }
  }
};

const notesOn = ({ corpus, commit }: ChosenCorpus): string[] =>
  corpus.commit !== undefined && commit !== undefined && corpus.commit !== commit
    ? [`the host listed commit ${commit} and sent ${corpus.commit}; what was sent is noted`]
    : [];
