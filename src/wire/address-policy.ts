import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP } from "node:net";
import type { HttpEndpoint } from "./http/http-endpoint.ts";

/**
 * Which addresses may be dialled. The address that is checked is the one that is connected to: the check sits
 * inside the lookup, so a name that answers differently the second time gains nothing.
 */
export type AddressPolicy = "any" | "public-only";

/** A user may name any address; one that came from a list must be public. */
export const policyOf = (target: Pick<HttpEndpoint, "origin">): AddressPolicy =>
  target.origin === "user" ? "any" : "public-only";

/** Special-purpose ranges of the IANA registries, in which no public server belongs. */
const RESERVED_V4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
`;

// The whole of NAT64, SIIT, 6to4 and Teredo is refused rather than unpacked: a public server has no need of them,
// and each can carry a private IPv4 address.
const RESERVED_V6 = `
  ::/128 ::1/128 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16
  3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
`;

let list: BlockList | undefined;
const reserved = (): BlockList => {
  if (list) return list;
  list = new BlockList();
  for (const [, net = "", bits] of `${RESERVED_V4}${RESERVED_V6}`.matchAll(/(\S+)\/(\d+)/g))
    list.addSubnet(net, Number(bits), net.includes(":") ? "ipv6" : "ipv4");
  return list;
};

/** True for loopback, private, link-local, multicast and other special-purpose addresses. */
export const isReservedAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0) return true; // not an address (it has a zone id, say), so nothing public
  if (family === 4) return reserved().check(address, "ipv4");
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address);
  if (mapped) return reserved().check(mapped[1] ?? dotted(mapped[2] ?? "", mapped[3] ?? ""), "ipv4");
  return reserved().check(address, "ipv6");
};

const dotted = (high: string, low: string): string => {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
};

export class ForbiddenAddress extends Error {
  readonly code = "EFORBIDDENADDRESS";
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
export type Lookup = (hostname: string, options: LookupOptions, callback: LookupCallback) => void;

/** A lookup that refuses a whole name as soon as one of its addresses is reserved. */
export const guardedLookup =
  (policy: AddressPolicy, resolve: Lookup = dnsLookup as Lookup): Lookup =>
  (hostname, options, callback) => {
    if (policy === "any") return resolve(hostname, options, callback);
    resolve(hostname, { ...options, all: true }, (error, answer) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(answer) ? answer : [];
      if (addresses.length === 0 || addresses.some((entry) => isReservedAddress(entry.address))) {
        return callback(new ForbiddenAddress("the name resolves to a reserved address"), []);
      }
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first ? callback(null, first.address, first.family) : callback(new ForbiddenAddress("no address"), []);
    });
  };

/** A literal address never passes through a lookup, so it is judged before the call. */
export const isForbiddenHost = (policy: AddressPolicy, hostname: string): boolean => {
  if (policy === "any") return false;
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) !== 0 && isReservedAddress(bare);
};
