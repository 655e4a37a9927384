import { type FileHandle, open } from "node:fs/promises";

/** The state of a listening socket in /proc/net/tcp. */
const LISTENS = "0A";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/**
 * The addresses of this machine at which something listens on a port, read without connecting; undefined where the system
 * does not tell. Only Linux does.
 */
export const listeningAddresses = async (port: number): Promise<readonly string[] | undefined> => {
  if (process.platform !== "linux") return undefined;
  const among = async (isWhole: boolean): Promise<readonly string[]> =>
    (await Promise.all(TABLES.map((path) => readTable(path, isWhole)))).flatMap((table) => addressesIn(table, port));
  const first = await among(false);
  const found = first.length > 0 ? first : await among(true);
  return found.length > 0 ? [...new Set(found)].sort() : undefined;
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
  // The kernel gives a page at a time.
  const page = Buffer.alloc(4_096);
  let text = "";
  for (;;) {
    const { bytesRead } = await file.read(page, 0, page.length);
    text += page.toString("latin1", 0, bytesRead);
    if (bytesRead === 0 || (!isWhole && OTHER_STATE.test(text))) return text;
  }
};

const OTHER_STATE = new RegExp(`^ *\\d+: [0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:[0-9A-F]{4} (?!${LISTENS} )`, "m");

/** The listening addresses in the text of such a table. */
export const addressesIn = (table: string, port: number): readonly string[] =>
  Array.from(
    table.matchAll(new RegExp(`^ *\\d+: ([0-9A-F]{8}|[0-9A-F]{32}):${portInHex(port)} [0-9A-F:]+ ${LISTENS} `, "gm")),
    ([, address = ""]) => readAddress(address),
  );

const portInHex = (port: number): string => port.toString(16).toUpperCase().padStart(4, "0");

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
