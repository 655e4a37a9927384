import type { Json } from "../base/json.ts";
import { VERSION } from "../base/version.ts";
import { listEntries } from "../features/registry/list/list-entries.ts";
import type { RegistryList } from "../features/registry/registry-list.ts";
import { embeddedServerSchema } from "../judge/corpus-files/server-schema.ts";
import type { EntryFinding } from "../scores/server-json/registry-entry.ts";
import { validateEntry } from "../scores/server-json/validate-entry.ts";
import type { Environment } from "../wire/download/choose-proxy.ts";

/** Everything that is wrong with a server.json, by the schema that ships and the rules of the registry. Contacts nobody. */
export const validateServerJson = (entry: Json): readonly EntryFinding[] =>
  validateEntry(entry, embeddedServerSchema());

export interface ListRegistryOptions {
  /** Only what changed since this moment (RFC 3339); deleted entries are then listed too. */
  readonly updatedSince?: string;
  /** Only servers with this in their name. */
  readonly search?: string;
  /** Every version of a server, not only its latest. */
  readonly allVersions?: boolean;
  /** Stop after so many entries. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** `env`: where the proxy variables are looked up. */
export const listRegistryFrom = (
  api: string,
  env: Environment,
  { signal, ...query }: ListRegistryOptions,
): Promise<RegistryList> => listEntries({ api, ...query }, { env, version: VERSION, signal });
