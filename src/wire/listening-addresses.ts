import { readFileSync } from "node:fs";

/** The state of a listening socket in /proc/net/tcp. */
const LISTENS = "0A";

/**
 * The addresses of this machine at which something listens on a port, read without connecting; undefined where the system
 * does not tell. Only Linux does.
 */
export const listeningAddresses = (port: number): readonly string[] | undefined => {
  if (process.platform !== "linux") return undefined;
  const found = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => addressesIn(readTable(path), port));
  return found.length > 0 ? [...new Set(found)].sort() : undefined;
};

const readTable = (path: string): string => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // not mounted, or a kernel without IPv6
  }
};

/** The listening addresses in the text of such a table. */
export const addressesIn = (table: string, port: number): readonly string[] =>
  table.split("\n").flatMap((line) => {
    const [, local = "", , state] = line.trim().split(/\s+/);
    const [, address = "", hex] = /^([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4})$/.exec(local) ?? [];
    return state === LISTENS && hex !== undefined && Number.parseInt(hex, 16) === port ? [readAddress(address)] : [];
  });

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
