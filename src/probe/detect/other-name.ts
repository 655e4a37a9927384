import { isLoopbackUrl } from "../../base/loopback.ts";

/** What to try where a server refuses the Host of its address: against DNS rebinding many answer to some names only. */
export const adviseOtherName = (address: string): string => {
  const what = "it refuses the name in the address (the Host header), not the caller";
  if (!isLoopbackUrl(address))
    return `${what}: use the name it is configured for, or add this one to its allowed hosts`;
  const other = new URL(address);
  other.hostname = other.hostname === "localhost" ? "127.0.0.1" : "localhost";
  return `${what}: try ${other.origin}${other.pathname}, or add this name to its allowed hosts`;
};
