import type { JsonObject } from "../../base/json.ts";
import type { EntryTarget } from "../../scores/server-json/entry-target.ts";

/** `unknown`: a word that the API does not have today. */
export type RegistryStatus = "active" | "deprecated" | "deleted" | "unknown";

/** One version of a server as a registry lists it. Everything in it came from the network. */
export interface RegistryEntry {
  readonly name: string;
  readonly version: string;
  readonly status: RegistryStatus;
  readonly status_message: string | null;
  /** null: the registry does not say. */
  readonly is_latest: boolean | null;
  readonly updated_at: string | null;
  readonly kind: "remote" | "package" | "remote-and-package" | "empty";
  /** How each remote and package is reached. */
  readonly targets: readonly EntryTarget[];
  /** The server.json itself. */
  readonly server: JsonObject;
}

export interface RegistryList {
  /** Without user info and query. */
  readonly api: string;
  readonly pages: number;
  readonly entries: readonly RegistryEntry[];
  readonly notes: readonly string[];
}
