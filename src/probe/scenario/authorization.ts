import type { JsonObject } from "../../base/json.ts";

/** The two authorization servers that a scenario may have. */
export type ServerName = "one" | "two";

/** Where an authorization server publishes its metadata: at the root, or with the path of the issuer inserted or appended. */
export type MetadataForm = "oauth" | "openid" | "openid-appended";

/** How an authorization server differs from a plain, correct one. */
export interface ServerVariant {
  /** `mcp`: at the origin of the MCP server, as in 2025-03-26. */
  readonly at?: "mcp";
  /** The path of the issuer, such as `/tenant1`. */
  readonly path?: string;
  /** Absent: `oauth` alone. Empty: nowhere. */
  readonly metadataAt?: readonly MetadataForm[];
  /** What the metadata gives as issuer; `$issuer` stands for the right one. */
  readonly issuer?: string;
  /** Members of the metadata that differ; null: left out. `$base` stands for the address of the server. */
  readonly metadata?: JsonObject;
  /** Absent: anybody may register; a secret is given where the metadata asks for one at the token endpoint. */
  readonly registration?: "refused" | "forbidden" | "none";
  /** `default`: the paths of servers without metadata. Absent: paths that nobody guesses. */
  readonly endpoints?: "default";
  readonly redirect?: RedirectVariant;
  readonly tokens?: TokenVariant;
}

/** What stands in the answer to an authorization request. */
export interface RedirectVariant {
  /** `$issuer` stands for the right one; absent: no `iss`. */
  readonly iss?: string;
  readonly state?: "changed" | "missing";
  /** In place of a code. */
  readonly error?: string;
}

export interface TokenVariant {
  /** `rotating`: each is good once. Absent: none is issued. */
  readonly refresh?: "rotating" | "refused";
  /** `sender-bound`: DPoP; with `nonces` both servers demand one. */
  readonly bound?: "dpop";
  readonly nonces?: true;
  /** The grants that are served; absent: authorization_code and refresh_token. */
  readonly grants?: readonly string[];
  /** Every token request is refused with this error. */
  readonly refuses?: string;
  /** The answer takes this long. */
  readonly slowMs?: number;
  /** The scope that is granted, whatever was asked for. */
  readonly scope?: string;
}

/** The protected resource metadata of the MCP server. */
export interface ResourceVariant {
  /** `custom`: at an address that only the challenge names. Absent: the well-known address with the path. */
  readonly at?: "root" | "custom" | "nowhere";
  /** `$endpoint` and `$origin` stand for those of the server. Absent: the endpoint. */
  readonly resource?: string;
  readonly servers?: readonly ServerName[];
  readonly scopes?: readonly string[];
}

/** A protected MCP server and those who issue tokens for it. Everything that is not said here they do as plain, correct ones. */
export interface Authorization {
  /** The WWW-Authenticate lines of a 401; `$metadata` stands for the address of the resource metadata. Absent: one with that address. */
  readonly challenge?: readonly string[];
  /** Methods that need no token. */
  readonly free?: readonly string[];
  /** So many requests for lists and calls a token is good for. */
  readonly uses?: number;
  /** No token is ever good. */
  readonly refusesAll?: true;
  /** A method that needs one more scope; `forever`: it is never granted. */
  readonly stepUp?: { readonly method: string; readonly scope: string; readonly forever?: true };
  /** A method that is answered with a redirect to another origin. */
  readonly redirects?: string;
  /** After the first list or call the second authorization server is the only one, and tokens of the first are refused. */
  readonly moves?: true;
  readonly resource?: ResourceVariant;
  readonly one?: ServerVariant;
  readonly two?: ServerVariant;
  /** A server at the origin of the MCP server that looks like an authorization server and is not listed. */
  readonly decoy?: true;
  /** What the program is given beforehand. */
  readonly given?: GivenTo;
}

/**
 * `secret` and `key`: a client id and how to prove it; `identity`: those, an ID token and its provider; `workload`: a JWT of its own;
 * `elsewhere`: an id and a secret that belong to an authorization server which is not the one listed.
 */
export type GivenTo = "secret" | "key" | "identity" | "workload" | "elsewhere";

/** Client ids that a program can only have from us. */
export const GIVEN_CLIENT = "mcptest-given-client";
export const PROVIDER_CLIENT = "mcptest-provider-client";
