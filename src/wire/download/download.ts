import type { AddressPolicy } from "../address-policy.ts";
import { DEFAULT_DOWNLOAD_LIMITS, type DownloadLimits } from "../download-limits.ts";
import { headerValues } from "../http/http-call.ts";
import type { DownloadResponse, GetRequest } from "./answer.ts";
import { chooseProxy, type Environment } from "./choose-proxy.ts";
import { DownloadError } from "./download-error.ts";
import { getDirect } from "./get-direct.ts";
import { getThroughProxy } from "./get-through-proxy.ts";

export interface DownloadOptions extends Partial<Pick<GetRequest, "limits" | "tls" | "signal" | "resolve">> {
  /** Where the proxy variables are looked up. */
  readonly env: Environment;
}

export type Wanted = Pick<GetRequest, "url" | "headers" | "maxBytes">;

export interface Downloaded extends Omit<DownloadResponse, "status"> {
  /** Where the bytes came from in the end. */
  readonly url: URL;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The body of a 200, or a DownloadError. Hosts send archives from another machine of theirs, so a redirect is
 * followed: a few times, to https only, and never to a private address that the user did not name.
 */
export const download = async (wanted: Wanted, options: DownloadOptions): Promise<Downloaded> => {
  const limits = options.limits ?? DEFAULT_DOWNLOAD_LIMITS;
  let url = wanted.url;
  for (let hops = 0; ; hops++) {
    const answer = await get({ ...wanted, url }, limits, policyFor(url, wanted.url), options);
    if (answer.status === 200) return { url, headers: answer.headers, body: answer.body };
    if (!REDIRECTS.has(answer.status)) throw new DownloadError("network", `the host answered ${answer.status}`);
    if (hops >= limits.redirects) throw new DownloadError("network", `more than ${limits.redirects} redirects`);
    url = nextUrl(answer, url);
  }
};

/** The user may name a machine on the own network; a host that answers may not. */
const policyFor = (url: URL, typed: URL): AddressPolicy => (url.hostname === typed.hostname ? "any" : "public-only");

const get = (
  wanted: Wanted,
  limits: DownloadLimits,
  policy: AddressPolicy,
  { env, tls, signal, resolve }: DownloadOptions,
): Promise<DownloadResponse> => {
  const request: GetRequest = { ...wanted, limits, policy, tls, signal, resolve };
  const proxy = chooseProxy(wanted.url, env);
  return proxy ? getThroughProxy(request, proxy) : getDirect(request);
};

const nextUrl = ({ status, headers }: DownloadResponse, from: URL): URL => {
  const [place, ...more] = headerValues(headers, "location");
  if (place === undefined || more.length > 0 || !URL.canParse(place, from.href)) {
    throw new DownloadError("network", `the host answered ${status} without a usable Location`);
  }
  const next = new URL(place, from);
  if (next.protocol !== "https:") {
    throw new DownloadError("network", `the host answered ${status} and leads to something that is not https`);
  }
  if (next.username !== "" || next.password !== "") {
    throw new DownloadError("network", `the host answered ${status} and leads to an address with credentials`);
  }
  return next;
};
