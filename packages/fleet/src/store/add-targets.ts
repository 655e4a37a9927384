import { hash } from "node:crypto";
import { canonicalOrNull } from "mcptest/internal";
import type { FleetAddress } from "../model/target.ts";
import type { FleetStore } from "./open-fleet-store.ts";
import { storable } from "./storable.ts";

export interface NewTarget {
  readonly address: FleetAddress;
  readonly name?: string | undefined;
  readonly source?: string | undefined;
  readonly everySeconds?: number | undefined;
}

export interface AddedTargets {
  /** The ids, in the order of the list; one that was there already too. */
  readonly ids: readonly string[];
  readonly added: number;
  readonly known: number;
}

/** The host by which politeness counts what is started; no host has this name. */
export const COMMAND_HOST = "(command)";

/** Made from what the server is reached by alone, so that it is the same on every machine and after a name changed. */
export const targetId = (address: FleetAddress): string =>
  hash("sha256", address.kind === "http" ? `http ${address.url}` : `command ${identityOf(address)}`, "hex").slice(
    0,
    16,
  );

/** A package stays the same target when its version changes. */
const identityOf = (address: Extract<FleetAddress, { kind: "command" }>): string =>
  address.package ?? canonicalOrNull([...address.words]) ?? address.words.join("\u{0}");

export const hostOf = (address: FleetAddress): string =>
  address.kind === "http" ? new URL(address.url).hostname : COMMAND_HOST;

/** Adds what is not there yet. Of what is there, the name and how it is reached are brought up to date. */
export const addTargets = async (store: FleetStore, targets: readonly NewTarget[]): Promise<AddedTargets> => {
  const byId = new Map<string, NewTarget>();
  for (const target of targets) {
    const id = targetId(target.address);
    byId.set(id, { ...target, name: target.name ?? byId.get(id)?.name });
  }
  let added = 0;
  const entries = [...byId];
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const rows = entries.slice(from, from + AT_ONCE).map(([id, { address, name, source, everySeconds }]) => ({
      ...{ id, address: storable(address), host: storable(hostOf(address)) },
      ...{ name: storable(name ?? null), source: storable(source ?? null), every_seconds: everySeconds ?? null },
    }));
    const made = await store.database.query(
      `INSERT INTO mcptest.target (fleet_id, id, name, address, host, source, every_seconds, state, state_since)
       SELECT $1, id, name, address, host, source, every_seconds,
         CASE WHEN address->>'kind' = 'command' THEN 'package-only' END,
         CASE WHEN address->>'kind' = 'command' THEN now() END
       FROM jsonb_to_recordset($2::jsonb) AS x (id text, name text, address jsonb, host text, source text, every_seconds int)
       ON CONFLICT (fleet_id, id) DO UPDATE SET
         name = coalesce(excluded.name, mcptest.target.name), address = excluded.address,
         every_seconds = coalesce(excluded.every_seconds, mcptest.target.every_seconds)
       RETURNING (xmax = 0) AS is_new`,
      [store.fleetId, JSON.stringify(rows)],
    );
    added += made.filter((row) => row["is_new"] === true).length;
  }
  return { ids: [...byId.keys()], added, known: byId.size - added };
};

const AT_ONCE = 2_000;
