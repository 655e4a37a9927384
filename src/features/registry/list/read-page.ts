import {
  isJsonObject,
  type Json,
  type JsonObject,
  listMember,
  member,
  stringMember,
  valueAt,
} from "../../../base/json.ts";
import { entryTargets } from "../../../scores/server-json/entry-targets.ts";
import type { RegistryEntry, RegistryStatus } from "../registry-list.ts";

export interface RegistryPage {
  readonly entries: readonly RegistryEntry[];
  /** What the next page is asked for with; undefined on the last. */
  readonly next: string | undefined;
  /** Elements of the page that are no entries. */
  readonly unreadable: number;
}

const OFFICIAL = "io.modelcontextprotocol.registry/official";

/** One page of `/v0.1/servers`; undefined where the answer is something else. */
export const readPage = (value: Json): RegistryPage | undefined => {
  const servers = member(value, "servers");
  // An empty list is null where the registry is written in Go.
  if (!isJsonObject(value) || (servers !== null && !Array.isArray(servers))) return undefined;
  const read = (servers ?? []).map(readEntry);
  const entries = read.flatMap((entry) => entry ?? []);
  const metadata = member(value, "metadata");
  const cursor = stringMember(metadata, "nextCursor") ?? stringMember(metadata, "next_cursor");
  return { entries, next: cursor === "" ? undefined : cursor, unreadable: read.length - entries.length };
};

const readEntry = (value: Json): RegistryEntry | undefined => {
  const server = member(value, "server");
  const [name, version] = [stringMember(server, "name"), stringMember(server, "version")];
  if (!isJsonObject(server) || name === undefined || version === undefined) return undefined;
  const official = valueAt(value, "_meta", OFFICIAL);
  const isLatest = member(official, "isLatest");
  return {
    name,
    version,
    status: statusOf(stringMember(official, "status")),
    status_message: stringMember(official, "statusMessage") ?? null,
    is_latest: typeof isLatest === "boolean" ? isLatest : null,
    updated_at: stringMember(official, "updatedAt") ?? stringMember(official, "publishedAt") ?? null,
    kind: kindOf(server),
    targets: entryTargets(server),
    server,
  };
};

const STATUSES: readonly string[] = ["active", "deprecated", "deleted"] satisfies RegistryStatus[];

/** A registry without statuses lists what is there. */
const statusOf = (text: string | undefined): RegistryStatus => {
  if (text === undefined) return "active";
  return STATUSES.includes(text) ? (text as RegistryStatus) : "unknown";
};

const kindOf = (server: JsonObject): RegistryEntry["kind"] => {
  const [remotes, packages] = [listMember(server, "remotes").length, listMember(server, "packages").length];
  if (remotes > 0) return packages > 0 ? "remote-and-package" : "remote";
  return packages > 0 ? "package" : "empty";
};
