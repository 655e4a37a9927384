import { embeddedServerSchema } from "../corpus-io/server-schema.ts";
import type { Json } from "../model/json.ts";
import type { EntryFinding } from "../model/registry-entry.ts";
import type { RegistryList } from "../model/registry-list.ts";
import { validateEntry } from "../registry/entry/validate-entry.ts";
import { listEntries } from "../registry/list/list-entries.ts";
import { VERSION } from "../version.ts";
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
