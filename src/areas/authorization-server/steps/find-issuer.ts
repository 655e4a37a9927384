import { isJsonObject, listMember, stringMember } from "../../../base/json.ts";
import { readAddress } from "../../../probe/oauth/addresses.ts";
import type { AuthHttp } from "../../../probe/oauth/auth-http.ts";
import { askForChallenge } from "../../../probe/oauth/challenge.ts";
import type { DiscoveryFailure } from "../../../probe/oauth/failure.ts";
import { fetchDocument } from "../../../probe/oauth/fetch-document.ts";
import { readServer, type ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import { stepName } from "../../../protocol/question.ts";
import { resourcePlaces, serverPlaces } from "../../../protocol/well-known.ts";

/** Which authorization server is meant, and what it says of itself. */
export interface FoundIssuer {
  readonly issuer: string;
  /** The MCP server that named it, and the resource that its metadata is about. */
  readonly server?: string;
  readonly resource?: string;
  /** What that metadata lists for a client to ask for. */
  readonly scopes?: string;
  /** Absent: it publishes nothing that may be used; the failures say why, place by place. */
  readonly metadata?: ServerMetadata;
  readonly openid: boolean;
  readonly failures: readonly DiscoveryFailure[];
}

/**
 * The address may be an issuer or an MCP server. A server says so itself, with resource metadata; whatever else has metadata of
 * an authorization server is one. Only then is a server asked for a challenge, and its origin taken for the issuer of old.
 */
export const findIssuer = async (
  http: AuthHttp,
  typed: string,
  announce: (issuer: string, server?: string) => void,
): Promise<FoundIssuer> => {
  const endpoint = new URL(http.target.url);
  const named = await askResource(http, endpoint, undefined);
  if (named) return askNamed(http, named, typed, announce);
  announce(typed);
  const guessed = await askServer(http, typed);
  if (guessed.metadata || guessed.failures.some(({ problem }) => problem === "other-issuer")) return guessed;
  const challenge = await askForChallenge(http);
  const hint = challenge.ok ? challenge.challenge.resourceMetadata : undefined;
  const challenged = hint && (await askResource(http, endpoint, hint));
  if (challenged) return askNamed(http, challenged, typed, announce);
  if (endpoint.pathname === "/") return guessed;
  announce(endpoint.origin, typed);
  const atOrigin = await askServer(http, endpoint.origin);
  return atOrigin.metadata ? { ...atOrigin, server: typed } : guessed;
};

interface NamedIssuer {
  readonly issuer: string;
  readonly resource: string | undefined;
  readonly scopes: string;
}

const askNamed = async (
  http: AuthHttp,
  { issuer, resource, scopes }: NamedIssuer,
  typed: string,
  announce: (issuer: string, server?: string) => void,
): Promise<FoundIssuer> => {
  announce(issuer, typed);
  const found = await askServer(http, issuer, "as-named");
  return {
    ...found,
    server: typed,
    ...(resource === undefined ? {} : { resource }),
    ...(scopes === "" ? {} : { scopes }),
  };
};

/** The first authorization server that resource metadata names. */
const askResource = async (http: AuthHttp, endpoint: URL, hint: URL | undefined): Promise<NamedIssuer | undefined> => {
  const places = resourcePlaces(endpoint, hint).filter(({ route }) => (hint ? route === "named" : true));
  for (const { route, url } of places) {
    const fetched = await fetchDocument(http, stepName("resource-metadata", route), url);
    const issuer = fetched.ok ? listMember(fetched.document, "authorization_servers")[0] : undefined;
    if (fetched.ok && typeof issuer === "string")
      return {
        issuer,
        resource: stringMember(fetched.document, "resource"),
        scopes: listMember(fetched.document, "scopes_supported")
          .filter((name) => typeof name === "string")
          .join(" "),
      };
  }
  return undefined;
};

/** Every place of the issuer is asked, for both kinds are looked at; a client takes the first that holds. */
const askServer = async (
  http: AuthHttp,
  typed: string,
  how: "as-typed" | "as-named" = "as-typed",
): Promise<FoundIssuer> => {
  const url = readAddress(typed);
  if (!url) return { issuer: typed, openid: false, failures: [] };
  const failures: DiscoveryFailure[] = [];
  const found: ServerMetadata[] = [];
  let [issuer, openid] = [typed, false];
  for (const place of serverPlaces(url)) {
    const fetched = await fetchDocument(http, stepName("authorization-server", place.route), place.url);
    if (!fetched.ok) {
      failures.push(fetched.failure);
      continue;
    }
    const said = isJsonObject(fetched.document) ? stringMember(fetched.document, "issuer") : undefined;
    // What a person types ends with a slash or not; what metadata names is compared letter by letter.
    if (found.length === 0 && how === "as-typed" && said !== undefined && sameButSlash(said, typed)) issuer = said;
    const read = readServer(fetched.document, fetched.answer, place.route, issuer);
    if (!("issuer" in read)) failures.push(read);
    else {
      found.push(read);
      openid ||= place.route !== "rfc8414";
    }
  }
  const [metadata] = found;
  return { issuer, openid, failures, ...(metadata ? { metadata } : {}) };
};

const sameButSlash = (left: string, right: string): boolean => left.replace(/\/$/, "") === right.replace(/\/$/, "");
