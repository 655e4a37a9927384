import { type FileHandle, open } from "node:fs/promises";
import { isIP } from "node:net";

/** The state of a listening socket in /proc/net/tcp. */
const LISTENS = "0A";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/**
 * The addresses of this machine at which something listens on a port, read without connecting; undefined where the system
 * does not tell. Only Linux does. Other addresses of loopback than the one that was reached belong to other servers.
 */
export const listeningAddresses = async (port: number, reached: string): Promise<readonly string[] | undefined> => {
  if (process.platform !== "linux") return undefined;
  const among = async (tables: Promise<Listing>): Promise<readonly string[]> =>
    ((await tables).get(port) ?? []).filter((address) => isAsReached(address, reached));
  const first = await among(listingOfLate());
  const found = first.length > 0 ? first : await among(readListing(true));
  return found.length > 0 ? [...new Set(found)].sort() : undefined;
};

const isAsReached = (address: string, reached: string): boolean =>
  !/^127\.|^::1$/.test(address) || (isAddress(reached) ? address === reached : LOCALHOST.includes(address));

const isAddress = (host: string): boolean => isIP(host) !== 0;

const LOCALHOST: readonly string[] = ["127.0.0.1", "::1"];

/** Addresses by port. */
type Listing = ReadonlyMap<number, readonly string[]>;

/** Whoever asks about many servers of this machine asks several times a second, and the kernel goes through every connection for each. */
const FRESH_MS = 250;
/** Where thousands listen, reading takes so long that it is not to be done all the time. */
const FRESH_FACTOR = 20;
let latest: { readonly listing: Promise<Listing>; freshUntil: number } | undefined;

const listingOfLate = (): Promise<Listing> => {
  const began = performance.now();
  if (latest !== undefined && began <= latest.freshUntil) return latest.listing;
  const reading = { listing: readListing(false), freshUntil: Number.POSITIVE_INFINITY };
  latest = reading;
  void reading.listing.then(() => {
    const now = performance.now();
    reading.freshUntil = now + Math.max(FRESH_MS, (now - began) * FRESH_FACTOR);
  });
  return reading.listing;
};

const readListing = async (isWhole: boolean): Promise<Listing> => {
  const listing = new Map<number, string[]>();
  for (const table of await Promise.all(TABLES.map((path) => readTable(path, isWhole))))
    for (const { address, port } of listenersIn(table)) {
      const known = listing.get(port);
      if (known) known.push(address);
      else listing.set(port, [address]);
    }
  return listing;
};

/**
 * Linux lists the sockets that listen before all others. Where many connections are open or were just closed, those make most
 * of the table, and reading them takes tens of milliseconds. Empty where the table is not mounted, or the kernel has no IPv6.
 */
const readTable = async (path: string, isWhole: boolean): Promise<string> => {
  const file = await open(path).catch(() => undefined);
  if (!file) return "";
  try {
    return await readRows(file, isWhole);
  } catch {
    return "";
  } finally {
    await file.close();
  }
};

const readRows = async (file: FileHandle, isWhole: boolean): Promise<string> => {
  // The kernel gives a page at a time, of whole rows.
  const page = Buffer.alloc(4_096);
  const pages: string[] = [];
  for (;;) {
    const { bytesRead } = await file.read(page, 0, page.length);
    const rows = page.toString("latin1", 0, bytesRead);
    pages.push(rows);
    if (bytesRead === 0 || (!isWhole && OTHER_STATE.test(rows))) return pages.join("");
  }
};

const OTHER_STATE = new RegExp(`^ *\\d+: [0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:[0-9A-F]{4} (?!${LISTENS} )`, "m");

const LISTENER = new RegExp(`^ *\\d+: ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) [0-9A-F:]+ ${LISTENS} `, "gm");

/** What listens, in the text of such a table. */
export const listenersIn = (table: string): readonly { readonly address: string; readonly port: number }[] =>
  Array.from(table.matchAll(LISTENER), ([, address = "", port = ""]) => ({
    address: readAddress(address),
    port: Number.parseInt(port, 16),
  }));

/** Four bytes at a time in the order of a little-endian machine; anything else than Linux on those is rare. */
const readAddress = (hex: string): string => {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)));
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.every((byte) => byte === 0)) return "::";
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  if (isMapped) return bytes.slice(12).join(".");
  if (bytes.slice(0, 15).every((byte) => byte === 0) && bytes[15] === 1) return "::1";
  const pairs = Array.from({ length: 8 }, (_, at) =>
    ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)).toString(16),
  );
  return pairs.join(":");
};
