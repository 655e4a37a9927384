import type { Json } from "../../base/json.ts";
import { escapeJson } from "../../report/escape/json.ts";
import type { ResultLink } from "./agent-tool.ts";

/** A document that a tool's answer links to. */
export interface StoredDocument {
  readonly uri: string;
  readonly title: string;
  readonly text: string;
}

/** Captures and results of the last runs, for clients to read later, within a budget of bytes. */
export interface ResultStore {
  keep(kind: StoredKind, title: string, value: Json): ResultLink;
  /** The same for JSON text. */
  keepText(kind: StoredKind, title: string, text: string): ResultLink;
  find(kind: StoredKind, id: string): StoredDocument | undefined;
}

export const STORED_KINDS = ["results", "captures", "audits", "diffs"] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

export const uriOf = (kind: StoredKind, id: string): string => `mcptest://${kind}/${id}`;

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DOCUMENTS = 100;

/** Drops the oldest first. Ids must be unguessable, or one client could read what another asked for. */
export const openResultStore = (makeId: () => string): ResultStore => {
  const documents = new Map<string, StoredDocument>();
  let bytes = 0;
  const drop = (uri: string): void => {
    bytes -= documents.get(uri)?.text.length ?? 0;
    documents.delete(uri);
  };
  const keepText: ResultStore["keepText"] = (kind, title, text) => {
    const id = makeId();
    const uri = uriOf(kind, id);
    // Also what a client shows as it stands must hold nothing that a terminal or a model would obey unseen.
    const plain = escapeJson(text);
    documents.set(uri, { uri, title, text: plain });
    bytes += plain.length;
    for (const oldest of documents.keys()) {
      if ((bytes <= MAX_BYTES && documents.size <= MAX_DOCUMENTS) || oldest === uri) break;
      drop(oldest);
    }
    return { uri, name: `${kind}/${id}`, title, mimeType: "application/json" };
  };
  return {
    keep: (kind, title, value) => keepText(kind, title, JSON.stringify(value)),
    keepText,
    find: (kind, id) => documents.get(uriOf(kind, id)),
  };
};
