import { escapeJson, escapeTerminal, untrusted } from "mcptest/internal";
import type { ListedTarget } from "../../model/target.ts";
import { addressOf, nameOf } from "./names.ts";

/**
 * A server as the search knows it: id, name, address, state, grade, revision, SDK. The page reads arrays of these from scripts,
 * because a page that is opened from a folder may read no other file.
 */
export const searchEntry = (target: ListedTarget): string => {
  const { reached, state } = target;
  const now = state === "reachable" ? reached : null;
  // As the pages show it: what is invisible becomes visible.
  const name = escapeTerminal(untrusted(nameOf(target)), 120);
  const address = escapeTerminal(untrusted(addressOf(target.address)), 160);
  return escapeJson(
    JSON.stringify([
      target.id,
      name,
      address === name ? "" : address,
      state ?? "unasked",
      now?.grade ?? "",
      now?.revision ?? "",
      now?.summary.sdk?.name ?? "",
    ]),
  );
};

/** A shard is full with this many bytes: below 100 kB with what stands around the entries. */
export const MOST_SHARD_BYTES = 90_000;

export const shardFile = (number: number): string => `search/${number}.js`;

/** `more`: another shard follows. */
export const renderShard = (number: number, entries: readonly string[], more: boolean): string =>
  `mcptestShard(${number},${more},[\n${entries.join(",\n")}\n]);\n`;
