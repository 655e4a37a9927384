import type { Json } from "../model/json.ts";
import type { ResultLink } from "./agent-tool.ts";

/** A document that a tool's answer links to. */
export interface Kept {
  readonly uri: string;
  readonly title: string;
  readonly text: string;
}

/** What clients may ask for later: captures and results of the last runs, within a budget of bytes. */
export interface KeptResults {
  keep(kind: KeptKind, title: string, value: Json): ResultLink;
  /** The same for what is JSON text already. */
  keepText(kind: KeptKind, title: string, text: string): ResultLink;
  find(kind: KeptKind, id: string): Kept | undefined;
  ids(kind: KeptKind): readonly string[];
}

export const KEPT_KINDS = ["results", "captures", "audits", "diffs"] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

export const uriOf = (kind: KeptKind, id: string): string => `mcptest://${kind}/${id}`;

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DOCUMENTS = 100;

/** Oldest first out. Ids are handed in, because a guessable one would show one client what another asked. */
export const openKeptResults = (makeId: () => string): KeptResults => {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const drop = (uri: string): void => {
    bytes -= kept.get(uri)?.text.length ?? 0;
    kept.delete(uri);
  };
  const keepText: KeptResults["keepText"] = (kind, title, text) => {
    const id = makeId();
    const uri = uriOf(kind, id);
    kept.set(uri, { uri, title, text });
    bytes += text.length;
    for (const oldest of kept.keys()) {
      if ((bytes <= MAX_BYTES && kept.size <= MAX_DOCUMENTS) || oldest === uri) break;
      drop(oldest);
    }
    return { uri, name: `${kind}/${id}`, title, mimeType: "application/json" };
  };
  return {
    keep: (kind, title, value) => keepText(kind, title, JSON.stringify(value)),
    keepText,
    find: (kind, id) => kept.get(uriOf(kind, id)),
    ids: (kind) => {
      const prefix = uriOf(kind, "");
      return [...kept.keys()].flatMap((uri) => (uri.startsWith(prefix) ? [uri.slice(prefix.length)] : []));
    },
  };
};
