import { createHash } from "node:crypto";
import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import { readStrictJson } from "../../../base/strict-json.ts";
import { covers } from "../../../probe/oauth/resource-metadata.ts";

export const TOKEN_FORMAT = "mcptest-token/1";

/** What is kept of a sign-in: one file for each resource and issuer. */
export interface TokenRecord {
  readonly format: typeof TOKEN_FORMAT;
  /** The identifier the token was asked for with. */
  readonly resource: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Only what the authorization server itself handed out when we registered; never a secret of the user's. */
  readonly client_secret?: string;
  readonly client_auth_method?: string;
  readonly redirect_uri?: string;
  readonly scope?: string;
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly obtained_at: string;
  /** Absent where the authorization server does not say. */
  readonly expires_at?: string;
}

const REQUIRED = ["resource", "issuer", "client_id", "access_token", "obtained_at"] as const;
const OPTIONAL = [
  "client_secret",
  "client_auth_method",
  "redirect_uri",
  "scope",
  "refresh_token",
  "expires_at",
] as const;

/** The name of its file: nobody can tell from it whose server it is about. */
export const tokenFileName = (resource: string, issuer: string): string =>
  `${createHash("sha256")
    .update(JSON.stringify([resource, issuer]))
    .digest("hex")
    .slice(0, 40)}.json`;

export const isTokenFileName = (name: string): boolean => /^[0-9a-f]{40}\.json$/.test(name);

export const writeTokenRecord = (record: TokenRecord): string => `${JSON.stringify(record, null, 2)}\n`;

/** Undefined for anything else than a record of ours. */
export const readTokenRecord = (text: string): TokenRecord | undefined => {
  const reading = readStrictJson(text, { depth: 4, values: 100 });
  const value: Json | undefined = reading.ok ? reading.value : undefined;
  if (!isJsonObject(value) || member(value, "format") !== TOKEN_FORMAT) return undefined;
  if (REQUIRED.some((name) => stringMember(value, name) === undefined)) return undefined;
  if (OPTIONAL.some((name) => Object.hasOwn(value, name) && typeof value[name] !== "string")) return undefined;
  const kept = [...REQUIRED, ...OPTIONAL].flatMap((name) => {
    const text = stringMember(value, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { format: TOKEN_FORMAT, ...Object.fromEntries(kept) } as unknown as TokenRecord;
};

/** A token that ends within this time is renewed first: a run takes about as long. */
const MARGIN_MS = 60_000;

/** Whether a token is good for a run that begins now. One without an end is taken at its word. */
export const isFresh = ({ expires_at, obtained_at }: TokenRecord, now: number): boolean => {
  if (expires_at === undefined) return true;
  const [end, begin] = [Date.parse(expires_at), Date.parse(obtained_at)];
  // A token that lives for a minute or less is renewed half way.
  return !Number.isNaN(end) && now < end - Math.min(MARGIN_MS, Math.max(0, end - begin) / 2);
};

/** Of several, the one whose resource comes closest to the endpoint, then the latest. */
export const recordFor = (
  records: readonly TokenRecord[],
  endpoint: URL,
  issuer: string | undefined,
): TokenRecord | undefined =>
  records
    .filter((record) => covers(record.resource, endpoint) && (issuer === undefined || record.issuer === issuer))
    .toSorted(
      (left, right) =>
        right.resource.length - left.resource.length || Date.parse(right.obtained_at) - Date.parse(left.obtained_at),
    )[0];

/** Every secret that it holds. */
export const secretsIn = ({ access_token, refresh_token, client_secret }: TokenRecord): string[] =>
  [access_token, refresh_token, client_secret].filter((value) => value !== undefined);
