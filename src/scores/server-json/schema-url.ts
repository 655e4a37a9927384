import { type Json, stringMember } from "../../base/json.ts";

/** `2025-12-11` of `https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json`; of any host, as for the registry. */
export const schemaVersion = (url: string): string | undefined =>
  /\/schemas\/([A-Za-z0-9_~.-]{1,50})\/server\.schema\.json/.exec(url)?.[1];

/** The address that the published schema gives itself; a server.json names it in `$schema`. */
export const schemaUrl = (schema: Json): string => stringMember(schema, "$id") ?? "";

/** All that were published. The registry still takes a file that names an earlier one. */
export const KNOWN_VERSIONS: readonly string[] = [
  "2025-07-09",
  "2025-09-16",
  "2025-09-29",
  "2025-10-11",
  "2025-10-17",
  "2025-12-11",
];
