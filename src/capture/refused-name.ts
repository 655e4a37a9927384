import { member, stringMember } from "../base/json.ts";
import type { Exchange } from "./capture.ts";

const SPEAKS_OF_NAME = /\bhosts?\b|\borigins?\b|\b(?:only )?allowed at\b/i;

const named = (headers: readonly (readonly [string, string])[] | undefined, name: string): boolean =>
  (headers ?? []).some(([key]) => key.toLowerCase() === name);

/**
 * Whether a request was refused for the name in its address, as servers do against DNS rebinding: 421, or a 403 that
 * asks for no credentials and speaks of the host. One that we sent under a foreign name is refused rightly.
 */
export const refusesName = ({ http, response }: Pick<Exchange, "http" | "response">): boolean => {
  if (http?.status !== 403 && http?.status !== 421) return false;
  if (named(http.request_headers, "host") || named(http.request_headers, "origin")) return false;
  if (http.status === 421) return true;
  const said = http.body?.data ?? stringMember(member(response, "error"), "message") ?? "";
  return !named(http.response_headers, "www-authenticate") && SPEAKS_OF_NAME.test(said);
};
