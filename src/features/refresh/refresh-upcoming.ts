import { defined } from "../../base/defined.ts";
import type { UpcomingRefresh, UpcomingSource } from "../../judge/corpus/upcoming.ts";
import { DEPRECATED_PAGE, PROPOSAL_FILE, readDeprecatedPage, readProposal } from "../../judge/corpus/upstream-pages.ts";
import { SOURCE_FILE } from "../../judge/corpus-files/upcoming.ts";
import { chooseCorpus } from "./choose-corpus.ts";
import { readExisting } from "./destination.ts";
import { UPSTREAM_FILE } from "./pick-files.ts";
import type { RefreshEnvironment } from "./refresh-corpus.ts";
import { RefreshError } from "./refresh-error.ts";
import { type FolderRequest, readPlaces } from "./refresh-place.ts";
import { replaceFolder } from "./replace-folder.ts";
import { shownSource } from "./source.ts";

const UPSTREAM = "https://github.com/modelcontextprotocol/modelcontextprotocol";
/** What is coming stands on the branch; the tags are the revisions that are out. */
const BRANCH = "main";
const WANTED = new RegExp(`^${DEPRECATED_PAGE.replaceAll(".", "\\.")}$|${PROPOSAL_FILE.source}`);

/** Reads what is deprecated and proposed from the specification's repository, or throws a RefreshError and changes nothing. */
export const refreshUpcoming = async (request: FolderRequest, world: RefreshEnvironment): Promise<UpcomingRefresh> => {
  const { source, folder } = readPlaces(request, UPSTREAM);
  const { corpus, ref, commit } = await chooseCorpus(
    defined({
      source,
      sourcePath: [],
      files: WANTED,
      net: world,
      ref: request.ref ?? BRANCH,
      onStep: world.onStep,
    }),
  );
  const pages = readPages(corpus.files);
  const about = defined({ url: shownSource(source), ref, commit: corpus.commit ?? commit });
  const now = world.now().toISOString();
  const content: UpcomingSource = { ...about, read_on: now.slice(0, 10), ...pages };
  const bytes = asFile(content);
  const previous = readExisting(folder).get(SOURCE_FILE);
  if (!request.dryRun) {
    const note = { ...about, archive_sha256: corpus.sha256, version: content.read_on, fetched_at: now };
    const files = new Map([
      [SOURCE_FILE, bytes],
      [UPSTREAM_FILE, asFile(note)],
    ]);
    replaceFolder(folder, files, world.now().getTime());
  }
  return {
    ...about,
    archive_sha256: corpus.sha256,
    destination: folder,
    deprecated: pages.deprecated.length,
    proposals: pages.proposals.length,
    dry_run: request.dryRun ?? false,
    changed: previous === undefined || !Buffer.from(previous).equals(bytes),
  };
};

const asFile = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

/** A page that cannot be read must not replace data that can: "nothing is deprecated" would be a guess. */
const readPages = (files: ReadonlyMap<string, Uint8Array>): Pick<UpcomingSource, "deprecated" | "proposals"> => {
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const page = files.get(DEPRECATED_PAGE);
  const deprecated = page && readDeprecatedPage(text(page));
  if (!deprecated)
    throw new RefreshError(
      "failed",
      `the archive has no ${DEPRECATED_PAGE} with a table of deprecated features; check --url and --ref. Nothing was changed`,
    );
  const proposals = [...files]
    .flatMap(([path, bytes]) => (path === DEPRECATED_PAGE ? [] : (readProposal(text(bytes)) ?? [])))
    .sort((left, right) => left.number - right.number);
  if (proposals.length === 0)
    throw new RefreshError(
      "failed",
      "the archive has no proposals in seps/; check --url and --ref. Nothing was changed",
    );
  return { deprecated, proposals };
};
