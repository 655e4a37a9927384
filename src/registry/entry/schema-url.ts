import { type Json, stringMember } from "../../model/json.ts";

/** `2025-12-11` of `https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json`. */
export const schemaVersion = (url: string): string | undefined =>
  /^https?:\/\/static\.modelcontextprotocol\.io\/schemas\/([A-Za-z0-9_~.-]+)\/server\.schema\.json$/.exec(url)?.[1];

/** The address that the published schema gives itself; a server.json names it in `$schema`. */
export const schemaUrl = (schema: Json): string => stringMember(schema, "$id") ?? "";

/** Before the current one. The registry still takes a file that names one of them. */
export const EARLIER_VERSIONS: readonly string[] = [
  "2025-07-09",
  "2025-09-16",
  "2025-09-29",
  "2025-10-11",
  "2025-10-17",
  "2025-12-11",
];
