import { createHash } from "node:crypto";
import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";

/** Gives the tag of a value that must not be kept. Equal values have equal tags. */
export type Tag = (value: string) => string;

/** Parameters of OAuth that say what is asked for and give nobody access to anything. The values of all others become tags. */
const OPEN_PARAMETERS: ReadonlySet<string> = new Set([
  "response_type",
  "response_mode",
  "grant_type",
  "client_id",
  "redirect_uri",
  "scope",
  "resource",
  "audience",
  "code_challenge",
  "code_challenge_method",
  "client_assertion_type",
  "requested_token_type",
  "subject_token_type",
  "actor_token_type",
  "prompt",
  "error",
  "error_description",
]);

/** Members of metadata, of registrations and of token answers that may be seen. Others are left out, or tags where they are secrets. */
const OPEN_MEMBER =
  /^(?:issuer|resource|resource_name|authorization_servers|[a-z_]+_supported|[a-z_]+_endpoint|jwks_uri|client_id|client_name|client_uri|redirect_uris|grant_types|response_types|token_endpoint_auth_method|application_type|scope|token_type|issued_token_type|expires_in|error|error_description)$/;

const SECRET_MEMBER = /^(?:access_token|refresh_token|id_token|client_secret|registration_access_token)$/;

/** One of these makes a document one of OAuth: what else lives beside a server is nobody's business. */
const TELLING = ["authorization_servers", "issuer", "redirect_uris", "access_token", "error"] as const;

/** A form of OAuth without what gives access; undefined where it is none. */
export const openForm = (text: string, tag: Tag): string | undefined => {
  const pairs = [...new URLSearchParams(text)];
  if (!pairs.some(([name]) => name === "grant_type" || name === "response_type")) return undefined;
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(openValue(name, value, tag))}`).join("&");
};

const openValue = (name: string, value: string, tag: Tag): string => {
  if (name === "code_verifier") return verifierTag(value);
  if (OPEN_PARAMETERS.has(name) || value === "" || value === "undefined" || value === "null") return value;
  return tag(value);
};

const UNRESERVED = /^[A-Za-z0-9._~-]*$/;

/** What the authorization request has shown of it already, and whether it is long enough. */
const verifierTag = (verifier: string): string => {
  const digest = createHash("sha256").update(verifier, "utf8").digest("base64url");
  return `[s256:${digest}:${verifier.length}:${UNRESERVED.test(verifier) ? "unreserved" : "other"}]`;
};

/** A document of OAuth without what gives access; undefined where it is none. */
export const openDocument = (value: Json | undefined, tag: Tag): JsonObject | undefined => {
  if (!isJsonObject(value) || !TELLING.some((name) => value[name] !== undefined)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]): [string, Json][] => {
      if (SECRET_MEMBER.test(name)) return [[name, typeof entry === "string" ? tag(entry) : null]];
      return OPEN_MEMBER.test(name) && entry !== undefined ? [[name, entry]] : [];
    }),
  );
};
