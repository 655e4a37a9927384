import { type JsonObject, member } from "../../../base/json.ts";
import type { Given } from "./given.ts";
import type { IssuedCredentials } from "./issued.ts";
import type { IssuerRequest } from "./reply.ts";

/** How a client may prove who it is at the token endpoint. */
type Method = "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";

export type Authenticated =
  | { readonly ok: true; readonly client: string }
  | { readonly ok: false; readonly why: string };

const wrong = (why: string): Authenticated => ({ ok: false, why });

export const methodsIn = (metadata: JsonObject): readonly string[] => {
  const listed = member(metadata, "token_endpoint_auth_methods_supported");
  return Array.isArray(listed) ? listed.filter((one): one is string => typeof one === "string") : [];
};

/** Whether the client is one of ours and proves it in a way that the metadata lists. */
export const authenticate = async (
  asked: IssuerRequest,
  { methods, issued, given, audiences }: AuthenticationPlace,
): Promise<Authenticated> => {
  const shown = shownBy(asked);
  if (shown === undefined) return wrong("no client is named");
  if (shown.method === "both") return wrong("the secret is shown twice");
  if (!methods.includes(shown.method)) return wrong(`${shown.method} is not among the methods of the metadata`);
  if (shown.method === "private_key_jwt") return checkAssertion(shown.client, shown.proof, given, audiences);
  const known = issued.clients.has(shown.client) || isUrl(shown.client);
  if (!known) return wrong("the client is not known here");
  const secret = issued.clients.get(shown.client);
  if (shown.method !== "none" && shown.proof !== secret) return wrong("the secret is another");
  return { ok: true, client: shown.client };
};

export interface AuthenticationPlace {
  readonly methods: readonly string[];
  readonly issued: IssuedCredentials;
  readonly given: Given | undefined;
  /** Whom an assertion may be made for. */
  readonly audiences: readonly string[];
}

interface Shown {
  readonly method: Method | "both";
  readonly client: string;
  readonly proof: string;
}

const shownBy = (asked: IssuerRequest): Shown | undefined => {
  const { form } = asked;
  const basic = /^Basic +(\S+)$/i.exec(asked.header("authorization") ?? "")?.[1];
  const [secret, assertion] = [form.get("client_secret"), form.get("client_assertion")];
  const named = form.get("client_id");
  if (basic !== undefined) {
    const decoded = Buffer.from(basic, "base64").toString("utf8");
    const at = decoded.indexOf(":");
    const [client, proof] = [decoded.slice(0, at), decoded.slice(at + 1)].map(decode);
    if (secret !== null) return { method: "both", client: client ?? "", proof: "" };
    return { method: "client_secret_basic", client: client ?? "", proof: proof ?? "" };
  }
  if (assertion !== null) return { method: "private_key_jwt", client: named ?? "", proof: assertion };
  if (named === null) return undefined;
  return secret === null
    ? { method: "none", client: named, proof: "" }
    : { method: "client_secret_post", client: named, proof: secret };
};

/** Both halves are form-encoded (RFC 6749, 2.3.1); many clients leave that out where it changes nothing. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};

const checkAssertion = async (
  client: string,
  assertion: string,
  given: Given | undefined,
  audiences: readonly string[],
): Promise<Authenticated> => {
  const expected = member(given?.context, "client_id");
  if (!given?.key || typeof expected !== "string") return wrong("no key is known of this client");
  const { decodeJwt, errors, jwtVerify } = await import("jose");
  try {
    const claims = decodeJwt(assertion);
    if (claims.iss !== expected) return wrong("iss of the assertion is not the client id");
    if (claims.sub !== expected) return wrong("sub of the assertion is not the client id");
    if (client !== "" && client !== expected) return wrong("client_id is another than that of the assertion");
    if (claims.exp === undefined) return wrong("the assertion has no exp");
    await jwtVerify(assertion, given.key, { audience: [...audiences], algorithms: ["ES256"], clockTolerance: 30 });
    return { ok: true, client: expected };
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) return wrong(`${error.claim} of the assertion is wrong`);
    if (error instanceof errors.JWTExpired) return wrong("the assertion has expired");
    return wrong("the assertion is no JWT with a signature of the given key");
  }
};

/** A client id that is the address of a metadata document. It is not fetched: nothing a client names is. */
export const isUrl = (client: string): boolean => /^https?:\/\//.test(client);
