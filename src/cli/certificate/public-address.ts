import { quoted, UsageError } from "../usage-error.ts";

/** Where a server's own certificate is looked for, below its origin. */
export const WELL_KNOWN = "/.well-known/mcptest/";

/**
 * Where the published folder will be reachable, with a slash at its end: as the user says, or else at the well-known path of
 * the server that the certificate is about. Undefined for a command, which has no address.
 */
export const publicAddress = (url: string | undefined, subject: string): string | undefined => {
  if (url === undefined) {
    if (!/^https?:/i.test(subject) || !URL.canParse(subject)) return undefined;
    return new URL(WELL_KNOWN, subject).href;
  }
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password)
    throw new UsageError(`--url ${quoted(url)} is not an address; write https://host/folder/`);
  if (address.search || address.hash)
    throw new UsageError(`--url ${quoted(url)} has a query or a fragment; name the folder alone`);
  return address.href.endsWith("/") ? address.href : `${address.href}/`;
};
