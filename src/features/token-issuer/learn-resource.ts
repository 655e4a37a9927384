import { type Json, member, stringMember } from "../../base/json.ts";
import { readStrictJson } from "../../base/strict-json.ts";
import type { HttpTarget } from "../../capture/target.ts";
import { policyOf } from "../../wire/address-policy.ts";
import { getDirect } from "../../wire/download/get-direct.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../wire/download-limits.ts";

/** What the server calls itself, and which scopes it knows, by its protected-resource metadata. */
export interface Resource {
  readonly audience: string;
  readonly scopes: readonly string[];
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
/** No honest document is larger. */
const MAX_BYTES = 1_000_000;

/** Asks at the server's own origin only, and without any credentials. A server without metadata is called by its address. */
export const learnResource = async (target: HttpTarget): Promise<Resource> => {
  const endpoint = new URL(target.url);
  for (const path of [`${WELL_KNOWN}${endpoint.pathname.replace(/\/$/, "")}`, WELL_KNOWN]) {
    const document = await fetchDocument(target, new URL(path, endpoint.origin));
    const resource = stringMember(document, "resource");
    if (resource === undefined) continue;
    const supported = member(document, "scopes_supported");
    const scopes = Array.isArray(supported) ? supported.filter((scope) => typeof scope === "string") : [];
    return { audience: resource, scopes };
  }
  return { audience: withoutQuery(endpoint), scopes: [] };
};

const withoutQuery = (url: URL): string => `${url.origin}${url.pathname === "/" ? "" : url.pathname}`;

const fetchDocument = async (target: HttpTarget, url: URL): Promise<Json | undefined> => {
  try {
    const { status, body } = await getDirect({
      url,
      headers: [["Accept", "application/json"]],
      maxBytes: MAX_BYTES,
      limits: { ...DEFAULT_DOWNLOAD_LIMITS, headMs: 10_000, totalMs: 15_000 },
      policy: policyOf(target),
      tls: target.tls,
    });
    if (status !== 200) return undefined;
    const reading = readStrictJson(new TextDecoder().decode(body), { depth: 32, values: 10_000 });
    return reading.ok ? reading.value : undefined;
  } catch {
    // That it cannot be reached is found, and said, by the run itself.
    return undefined;
  }
};
