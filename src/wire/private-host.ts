import { lookup as dnsLookup } from "node:dns";
import { isIP } from "node:net";
import { isReservedAddress, type Lookup } from "./address-policy.ts";

/** Whether a host is on this machine or in a private network, by every address it has. A name without an address is not. */
export const isPrivateHost = (hostname: string, resolve: Lookup = dnsLookup as Lookup): Promise<boolean> => {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) return Promise.resolve(isReservedAddress(bare));
  return new Promise((done) => {
    resolve(bare, { all: true }, (error, answer) => {
      const addresses = !error && Array.isArray(answer) ? answer : [];
      done(addresses.length > 0 && addresses.every(({ address }) => isReservedAddress(address)));
    });
  });
};
