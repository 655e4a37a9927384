/** A line of git's wire format, or one of its marks. */
export type Packet =
  | { readonly kind: "line"; readonly data: Uint8Array }
  | { readonly kind: "flush" | "delimiter" | "response-end" };

/** The bytes are not pkt-lines; the message is one clause. */
export class PacketError extends Error {}

const LENGTH_DIGITS = 4;
/** The longest packet git itself writes: 65516 bytes of data and the four digits. */
const LONGEST = 65_520;

/** Splits bytes into packets. Each starts with its own length as four hexadecimal digits, these included. */
export const readPackets = (bytes: Uint8Array): Packet[] => {
  const packets: Packet[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = lengthAt(bytes, at);
    const mark = MARKS[length];
    if (mark !== undefined) {
      packets.push({ kind: mark });
      at += LENGTH_DIGITS;
      continue;
    }
    if (length < LENGTH_DIGITS || length > LONGEST)
      throw new PacketError(`a packet of impossible length at byte ${at}`);
    if (at + length > bytes.length) throw new PacketError("the last packet is cut short");
    packets.push({ kind: "line", data: bytes.subarray(at + LENGTH_DIGITS, at + length) });
    at += length;
  }
  return packets;
};

const MARKS: Readonly<Record<number, "flush" | "delimiter" | "response-end">> = {
  0: "flush",
  1: "delimiter",
  2: "response-end",
};

const lengthAt = (bytes: Uint8Array, at: number): number => {
  const digits = String.fromCharCode(...bytes.subarray(at, at + LENGTH_DIGITS));
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new PacketError(`no packet length at byte ${at}`);
  return Number.parseInt(digits, 16);
};
