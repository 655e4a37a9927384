import { type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import { type ServerRoute, serverPlaces } from "../../protocol/well-known.ts";
import { readAddress } from "./addresses.ts";
import type { AuthAnswer, AuthHttp } from "./auth-http.ts";
import { type DiscoveryFailure, type DiscoveryResult, failed } from "./failure.ts";
import { fetchDocument } from "./fetch-document.ts";

/** What an authorization server says of itself (RFC 8414 or OpenID Connect Discovery), once its issuer was checked. */
export interface ServerMetadata {
  readonly route: ServerRoute | "default-endpoints";
  /** Absent where there was no document and the default endpoints of 2025-03-26 are taken. */
  readonly exchange?: string;
  readonly document: JsonObject;
  /** Identical to the one that was asked for, character by character. */
  readonly issuer: string;
  readonly tokenEndpoint: URL;
  readonly authorizationEndpoint?: URL;
  readonly registrationEndpoint?: URL;
  readonly revocationEndpoint?: URL;
  /** Absent: the document does not say that PKCE is known at all. */
  readonly codeChallengeMethods?: readonly string[];
  readonly scopes: readonly string[];
  /** Client identifiers may be addresses of metadata documents. */
  readonly takesMetadataDocuments: boolean;
  /** Authorization responses carry `iss` (RFC 9207). */
  readonly promisesIssuer: boolean;
}

/** One well-known place of an issuer, and what was found there. */
export interface ServerDocument {
  readonly route: ServerRoute;
  readonly url: URL;
  /** There and JSON, whether or not it may be used. */
  readonly document?: JsonObject;
  readonly exchange?: string;
  readonly metadata?: ServerMetadata;
  readonly failure?: DiscoveryFailure;
}

/** Asks every place of an issuer; a client asks until the first that holds. Say which issuer it is before calling this. */
export const fetchServerDocuments = async (
  http: AuthHttp,
  issuer: string,
  until: "first" | "all" = "all",
): Promise<readonly ServerDocument[]> => {
  const url = readAddress(issuer);
  if (!url) return [];
  const documents: ServerDocument[] = [];
  for (const place of serverPlaces(url)) {
    const fetched = await fetchDocument(http, `authorization-server:${place.route}`, place.url);
    if (!fetched.ok) {
      documents.push({ ...place, failure: fetched.failure });
      continue;
    }
    const { document, answer } = fetched;
    const read = readServer(document, answer, place.route, issuer);
    const said = { ...place, document, exchange: answer.exchange };
    documents.push("issuer" in read ? { ...said, metadata: read } : { ...said, failure: read });
    if (until === "first" && "issuer" in read) break;
  }
  return documents;
};

/** The metadata of an issuer as a client finds it. */
export const discoverServer = async (http: AuthHttp, issuer: string): Promise<DiscoveryResult<ServerMetadata>> => {
  if (!readAddress(issuer))
    return { ok: false, failures: [failed("bad-address", `the issuer ${issuer} is no http or https address`)] };
  const documents = await fetchServerDocuments(http, issuer, "first");
  const metadata = documents.find((document) => document.metadata)?.metadata;
  return metadata
    ? { ok: true, value: metadata }
    : { ok: false, failures: documents.flatMap(({ failure }) => failure ?? []) };
};

/**
 * Before there was resource metadata (2025-03-26) the origin of the endpoint was its authorization server, and where that published
 * nothing its endpoints had fixed names.
 */
export const discoverOrigin = async (http: AuthHttp): Promise<DiscoveryResult<ServerMetadata>> => {
  const { origin } = new URL(http.target.url);
  const found = await discoverServer(http, origin);
  if (found.ok || found.failures.some(({ problem }) => problem !== "not-found")) return found;
  const document: JsonObject = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
  };
  return {
    ok: true,
    value: {
      route: "default-endpoints",
      document,
      issuer: origin,
      tokenEndpoint: new URL("/token", origin),
      authorizationEndpoint: new URL("/authorize", origin),
      registrationEndpoint: new URL("/register", origin),
      scopes: [],
      takesMetadataDocuments: false,
      promisesIssuer: false,
    },
  };
};

const ENDPOINTS = {
  authorizationEndpoint: "authorization_endpoint",
  registrationEndpoint: "registration_endpoint",
  revocationEndpoint: "revocation_endpoint",
} as const;

export const readServer = (
  document: JsonObject,
  answer: AuthAnswer,
  route: ServerRoute,
  issuer: string,
): ServerMetadata | DiscoveryFailure => {
  const said = stringMember(document, "issuer");
  if (said === undefined)
    return failed(
      "other-issuer",
      `${answer.url.href} has no member issuer, so it may be anybody's; it is not used`,
      answer,
    );
  if (said !== issuer) {
    const line = `${answer.url.href} says that its issuer is ${said}, and ${issuer} was asked for; it is not used`;
    const isNear = said === `${issuer}/` || issuer === `${said}/`;
    return { ...failed("other-issuer", line, answer), ...(isNear ? { spelling: said } : {}) };
  }
  const tokenEndpoint = readAddress(member(document, "token_endpoint"));
  if (!tokenEndpoint)
    return failed("incomplete", `${answer.url.href} has no token_endpoint that is an http or https address`, answer);
  const endpoints: { -readonly [Name in keyof typeof ENDPOINTS]?: URL } = {};
  for (const [name, key] of Object.entries(ENDPOINTS) as [keyof typeof ENDPOINTS, string][]) {
    const value = member(document, key);
    if (value === undefined || value === null) continue;
    const url = readAddress(value);
    if (!url) return failed("bad-address", `${answer.url.href} has a ${key} that is no http or https address`, answer);
    endpoints[name] = url;
  }
  const methods = member(document, "code_challenge_methods_supported");
  return {
    route,
    exchange: answer.exchange,
    document,
    issuer,
    tokenEndpoint,
    ...endpoints,
    ...(Array.isArray(methods) ? { codeChallengeMethods: methods.filter((entry) => typeof entry === "string") } : {}),
    scopes: listMember(document, "scopes_supported").filter((entry) => typeof entry === "string"),
    takesMetadataDocuments: member(document, "client_id_metadata_document_supported") === true,
    promisesIssuer: member(document, "authorization_response_iss_parameter_supported") === true,
  };
};
