import { defined } from "../../base/defined.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { SCHEMA_FILE, versionOfSchema } from "../../judge/corpus-files/server-schema.ts";
import type { SchemaRefresh } from "../registry/schema-refresh.ts";
import { chooseCorpus } from "./choose-corpus.ts";
import { readExisting } from "./destination.ts";
import { UPSTREAM_FILE } from "./pick-files.ts";
import type { RefreshEnvironment } from "./refresh-corpus.ts";
import { RefreshError } from "./refresh-error.ts";
import { type FolderRequest, readPlaces } from "./refresh-place.ts";
import { replaceFolder } from "./replace-folder.ts";
import { shownSource } from "./source.ts";

const UPSTREAM = "https://github.com/modelcontextprotocol/static";
/** One folder for each version, named by its date. */
const SOURCE_PATH = "schemas";

/** Downloads the newest published schema of a server.json, or throws a RefreshError and leaves everything as it was. */
export const refreshServerSchema = async (
  request: FolderRequest,
  world: RefreshEnvironment,
): Promise<SchemaRefresh> => {
  const { source, folder } = readPlaces(request, UPSTREAM);
  const { corpus, ref, commit } = await chooseCorpus(
    defined({ source, sourcePath: [SOURCE_PATH], net: world, ref: request.ref, onStep: world.onStep }),
  );
  const { version, bytes } = newestOf(corpus.files);
  requireSchema(bytes, version);
  const previous = readExisting(folder).get(SCHEMA_FILE);
  const about = defined({
    url: shownSource(source),
    ref,
    commit: corpus.commit ?? commit,
    archive_sha256: corpus.sha256,
    version,
  });
  if (!request.dryRun) {
    const note = {
      ...about,
      source_path: `${SOURCE_PATH}/${version}/${SCHEMA_FILE}`,
      fetched_at: world.now().toISOString(),
    };
    const files = new Map([
      [SCHEMA_FILE, bytes],
      [UPSTREAM_FILE, new TextEncoder().encode(`${JSON.stringify(note, null, 2)}\n`)],
    ]);
    replaceFolder(folder, files, world.now().getTime());
  }
  return { ...about, destination: folder, dry_run: request.dryRun ?? false, changed: !isSame(previous, bytes) };
};

const isSame = (left: Uint8Array | undefined, right: Uint8Array): boolean =>
  left !== undefined && left.length === right.length && left.every((byte, index) => byte === right[index]);

const newestOf = (files: ReadonlyMap<string, Uint8Array>): { readonly version: string; readonly bytes: Uint8Array } => {
  const dated = [...files].flatMap(([path, bytes]) => {
    const version = /^(\d{4}-\d\d-\d\d)\/server\.schema\.json$/.exec(path)?.[1];
    return version === undefined ? [] : [{ version, bytes }];
  });
  const newest = dated.sort((left, right) => (left.version < right.version ? 1 : -1))[0];
  if (newest) return newest;
  throw new RefreshError("failed", `the archive has no ${SOURCE_PATH}/<date>/${SCHEMA_FILE}; check --url and --ref`);
};

/** A file that `registry validate` cannot use must not replace one that it can. */
const requireSchema = (bytes: Uint8Array, version: string): void => {
  let schema: JsonObject | undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    schema = isJsonObject(value) ? value : undefined;
  } catch {
    schema = undefined;
  }
  if (schema === undefined || versionOfSchema(schema) !== version || !isJsonObject(schema["definitions"]))
    throw new RefreshError(
      "failed",
      `upstream's ${SOURCE_PATH}/${version}/${SCHEMA_FILE} is not the schema of that date; nothing was changed`,
    );
};
