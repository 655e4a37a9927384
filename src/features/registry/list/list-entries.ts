import type { Json } from "../../../base/json.ts";
import { readStrictJson } from "../../../base/strict-json.ts";
import { type DownloadOptions, download } from "../../../wire/download/download.ts";
import { DownloadError } from "../../../wire/download/download-error.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../../wire/download-limits.ts";
import type { RegistryEntry, RegistryList } from "../registry-list.ts";
import { latestOnly } from "./latest-only.ts";
import { readPage } from "./read-page.ts";

export interface ListQuery {
  /** `https://registry.example`, or the whole address that ends in `/servers`. */
  readonly api: string;
  /** Only what changed since this moment (RFC 3339); deleted entries are then listed too. */
  readonly updatedSince?: string | undefined;
  /** Only servers with this in their name. */
  readonly search?: string | undefined;
  /** Every version of a server, not only its latest. */
  readonly allVersions?: boolean | undefined;
  /** Stop after so many entries. */
  readonly limit?: number | undefined;
}

export interface ListNet extends DownloadOptions {
  /** Named in the User-Agent. */
  readonly version: string;
  onPage?(pages: number, entries: number): void;
}

/** What went wrong, in one line. `usage`: the question is wrong; `network`: the answer is, or there was none. */
export class RegistryListError extends Error {
  override readonly name = "RegistryListError";
  readonly kind: "usage" | "network" | "aborted";

  constructor(kind: RegistryListError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

const PAGE_ENTRIES = 100;
const PAGE_BYTES = 16_000_000;
const PAGE_LIMITS = { depth: 64, values: 1_000_000 };
/** Ten times what the official registry has today. */
const MOST_PAGES = 5_000;
const MOST_ENTRIES = 250_000;

/** The servers that a registry lists, page by page until the last, or throws a RegistryListError. */
export const listEntries = async (query: ListQuery, net: ListNet): Promise<RegistryList> => {
  const first = listUrl(query);
  const entries: RegistryEntry[] = [];
  const seen = new Set<string>();
  const most = Math.min(query.limit ?? MOST_ENTRIES, MOST_ENTRIES);
  const notes: string[] = [];
  let unreadable = 0;
  let cursor: string | undefined;
  let pages = 0;
  do {
    if (pages >= MOST_PAGES) {
      notes.push(`stopped after ${MOST_PAGES} pages; there are more`);
      break;
    }
    const url = new URL(first);
    if (cursor !== undefined) url.searchParams.set("cursor", cursor);
    const page = readPage(await fetchPage(url, pages + 1, net));
    pages++;
    if (!page)
      throw new RegistryListError(
        "network",
        `${shown(first)}: page ${pages} is no list of servers; is it the address of a registry?`,
      );
    for (const entry of page.entries) entries.push(entry);
    unreadable += page.unreadable;
    net.onPage?.(pages, entries.length);
    cursor = page.next;
    // A registry that answers with the same cursor again would be asked for ever.
    if (cursor !== undefined && seen.has(cursor))
      throw new RegistryListError(
        "network",
        `${shown(first)}: page ${pages} leads back to an earlier one; nothing more can be read`,
      );
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined && entries.length < most);
  if (unreadable > 0) notes.push(`${unreadable} elements without a name or a version were left out`);
  const wanted = query.allVersions ? entries : latestOnly(entries);
  return { api: shown(first), pages, entries: wanted.slice(0, most), notes };
};

const listUrl = ({ api, updatedSince, search, allVersions, limit }: ListQuery): URL => {
  if (!/^https?:\/\//i.test(api) || !URL.canParse(api))
    throw new RegistryListError(
      "usage",
      "the registry is no http or https address; write https://registry.modelcontextprotocol.io",
    );
  const url = new URL(api);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new RegistryListError(
      "usage",
      "the address of the registry has credentials, a query or a fragment; leave them out",
    );
  if (!/\/servers\/?$/.test(url.pathname)) {
    const base = url.pathname.replace(/\/+$/, "");
    url.pathname = /\/v\d[\w.]*$/.test(base) ? `${base}/servers` : `${base}/v0.1/servers`;
  }
  url.searchParams.set("limit", String(Math.max(1, Math.min(PAGE_ENTRIES, limit ?? PAGE_ENTRIES))));
  if (!allVersions) url.searchParams.set("version", "latest");
  if (search !== undefined) url.searchParams.set("search", search);
  if (updatedSince !== undefined) {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(updatedSince))
      throw new RegistryListError("usage", "the moment since when is not written as 2026-11-01T00:00:00Z");
    url.searchParams.set("updated_since", updatedSince);
  }
  return url;
};

const fetchPage = async (url: URL, page: number, net: ListNet): Promise<Json> => {
  const headers = [
    ["User-Agent", `mcptest/${net.version}`],
    ["Accept", "application/json"],
    ["Accept-Encoding", "identity"],
  ] as const;
  const { body } = await download(
    { url, headers, maxBytes: PAGE_BYTES },
    { limits: DEFAULT_DOWNLOAD_LIMITS, ...net },
  ).catch((error: unknown) => {
    if (!(error instanceof DownloadError)) throw error;
    const kind = error.kind === "aborted" ? "aborted" : "network";
    throw new RegistryListError(kind, `${shown(url)}: page ${page}: ${error.message}`);
  });
  const text = new TextDecoder("utf-8").decode(body);
  const reading = readStrictJson(text, PAGE_LIMITS);
  if (reading.ok) return reading.value;
  throw new RegistryListError("network", `${shown(url)}: page ${page} is not JSON that can be read`);
};

const shown = (url: URL): string => `${url.origin}${url.pathname}`;
