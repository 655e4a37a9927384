import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { isJsonObject, type JsonObject, stringMember } from "../../base/json.ts";
import { writeBuilt } from "./compile.ts";
import { cacheFolder } from "./conformance-cache.ts";
import { readBuilt } from "./embedded.ts";

const BUILT = "server-schema.json.gz";
export const SCHEMA_FILE = "server.schema.json";

/** server-json/: the published schema of a registry entry, as it was taken over. */
export const loadServerSchema = (root: string): JsonObject => {
  const schema: unknown = JSON.parse(readFileSync(join(root, SCHEMA_FILE), "utf8"));
  if (!isJsonObject(schema)) throw new Error(`${SCHEMA_FILE} is not an object`);
  return schema;
};

/** Turns server-json/ into the file that is read at run time. */
export const compileServerSchema = (root: string, out: string): void =>
  writeBuilt(out, BUILT, gzipSync(JSON.stringify(loadServerSchema(root)), { level: 9 }));

/** The published schema of a server.json, as it ships. */
export const embeddedServerSchema = (): JsonObject => readBuilt(BUILT) as JsonObject;

/** The date in the address that the schema gives itself. */
export const versionOfSchema = (schema: JsonObject): string =>
  /\/schemas\/(\d{4}-\d\d-\d\d)\//.exec(stringMember(schema, "$id") ?? "")?.[1] ?? "";

/** Where a refreshed schema is kept; undefined where the environment names no home. */
export const schemaFolder = (env: Readonly<Record<string, string | undefined>>, platform: string): string | undefined =>
  cacheFolder(env, platform, "server-json");

/** The schema that was refreshed, if it is newer than the one that ships; a broken one counts for nothing. */
export const serverSchema = (env: Readonly<Record<string, string | undefined>>, platform: string): JsonObject => {
  const shipped = embeddedServerSchema();
  const folder = schemaFolder(env, platform);
  if (folder === undefined) return shipped;
  try {
    const refreshed = loadServerSchema(folder);
    return versionOfSchema(refreshed) > versionOfSchema(shipped) ? refreshed : shipped;
  } catch {
    return shipped;
  }
};
