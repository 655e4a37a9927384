import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type DownloadOptions, download } from "../../wire/download/download.ts";
import { DownloadError } from "../../wire/download/download-error.ts";
import type { DownloadLimits } from "../../wire/download-limits.ts";
import { PacketError } from "../../wire/git/pkt-line.ts";
import { type RefAdvertisement, readRefAdvertisement } from "../../wire/git/ref-advertisement.ts";
import { ArchiveError } from "./archive-error.ts";
import { gunzip } from "./gunzip.ts";
import { type Picked, pickFiles, type Selection, wantsEntry } from "./pick-files.ts";
import { readTar } from "./read-tar.ts";
import { RefreshError } from "./refresh-error.ts";
import { type Repository, refsUrl } from "./source.ts";

/** The network as a refresh sees it. */
export interface Net extends DownloadOptions {
  readonly limits: DownloadLimits;
  /** Named in the User-Agent. */
  readonly version: string;
}

export interface FetchedCorpus extends Picked {
  readonly sha256: string;
}

/** The refs of a repository, by git's own request, without a git binary and without a token. */
export const listRefs = async (source: Repository, net: Net): Promise<RefAdvertisement> => {
  const url = refsUrl(source);
  // Some hosts show a web page here and give the list only to clients that call themselves git.
  const agent = `git/mcptest-${net.version}`;
  const headers = [["User-Agent", agent], ...PLAIN] as const;
  const { body } = await network(url, () => download({ url, headers, maxBytes: net.limits.listingBytes }, net));
  try {
    return readRefAdvertisement(body, net.limits.refs);
  } catch (error) {
    if (!(error instanceof PacketError)) throw error;
    throw new RefreshError(
      "network",
      `${shown(url)} is not the list of refs of a git host (${error.message}); with --ref none is needed`,
    );
  }
};

export const downloadCorpus = async (url: URL, selection: Selection, net: Net): Promise<FetchedCorpus> => {
  const headers = [["User-Agent", `mcptest/${net.version}`], ...PLAIN] as const;
  const { body } = await network(url, () => download({ url, headers, maxBytes: net.limits.archiveBytes }, net));
  return readCorpus(body, shown(url), selection, net.limits);
};

export const readCorpusArchive = (
  path: string,
  selection: Selection,
  limits: DownloadLimits,
): Promise<FetchedCorpus> => {
  const size = statSync(path, { throwIfNoEntry: false });
  if (!size?.isFile()) throw new RefreshError("failed", `${path} is not a file; --url takes a URL or a .tar.gz file`);
  if (size.size > limits.archiveBytes) {
    throw new RefreshError("failed", `${path} is larger than the ${limits.archiveBytes} bytes allowed`);
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new RefreshError("failed", `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  }
  return readCorpus(bytes, path, selection, limits);
};

const PLAIN = [
  ["Accept", "*/*"],
  ["Accept-Encoding", "identity"],
] as const;

const readCorpus = async (
  bytes: Uint8Array,
  name: string,
  selection: Selection,
  limits: DownloadLimits,
): Promise<FetchedCorpus> => {
  try {
    const archive = await readTar(await gunzip(bytes, limits), wantsEntry(selection), limits);
    return { ...pickFiles(archive, selection), sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new RefreshError("failed", `the archive ${name} cannot be used: ${error.message}`);
  }
};

const INSTEAD = "nothing was changed, and --url also takes a .tar.gz file";

const network = async <T>(url: URL, action: () => Promise<T>): Promise<T> => {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    switch (error.kind) {
      case "aborted":
        throw new RefreshError("aborted", "interrupted");
      case "network":
        throw new RefreshError("network", `${shown(url)}: ${error.message}; ${INSTEAD}`);
      case "too-large":
        throw new RefreshError("failed", `${shown(url)}: ${error.message}`);
    }
  }
};

const shown = (url: URL): string => `${url.origin}${url.pathname}`;
