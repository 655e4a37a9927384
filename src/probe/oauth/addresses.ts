import { isPrivateHost } from "../../wire/private-host.ts";
import type { AuthHttp } from "./auth-http.ts";
import { type DiscoveryFailure, failed } from "./failure.ts";

/** An address that a server may name: http or https, without user info and without a fragment. */
export const readAddress = (text: unknown): URL | undefined => {
  if (typeof text !== "string" || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" && url.hash === "" ? url : undefined;
};

/**
 * Whether anything may be asked of an address at all. Without TLS only on this machine or in a private network, where the policy of
 * the connection decides whether it is dialled; the target itself is the user's own choice.
 */
export const addressProblem = async (http: AuthHttp, url: URL): Promise<DiscoveryFailure | undefined> => {
  if (url.protocol === "https:" || url.origin === new URL(http.target.url).origin) return undefined;
  if (url.protocol === "http:" && (await isPrivateHost(url.hostname, http.context.resolve))) return undefined;
  return failed("not-https", `${url.origin} is not https; tokens and codes would travel in the open`);
};
