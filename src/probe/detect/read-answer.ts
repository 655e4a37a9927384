import { isJsonObject, type Json, member, valueAt } from "../../base/json.ts";
import { isLoopbackUrl } from "../../base/loopback.ts";
import { shorten } from "../../base/shorten.ts";
import { refusesName } from "../../capture/refused-name.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { compareRevisions, LATEST_STATEFUL } from "../../protocol/revision.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";

/** What one era probe showed. `none` is no verdict: authenticate or try again first. */
export type ProbeFinding =
  | { readonly says: "modern"; readonly why: string; readonly listed?: readonly string[] }
  /** The server speaks the era but wants another version: ask again with one of these. */
  | { readonly says: "retry"; readonly why: string; readonly supported: readonly string[] }
  /** A modern transport that does not know discover: only a second request can tell. */
  | { readonly says: "confirm"; readonly why: string }
  | { readonly says: "legacy"; readonly why: string }
  | { readonly says: "no"; readonly why: string }
  | NoVerdict;

export interface NoVerdict {
  readonly says: "none";
  readonly why: string;
  readonly auth: boolean;
}

const errorOf = (draft: ExchangeDraft): { code: Json | undefined; data: Json | undefined } | undefined => {
  const error = member(draft.response, "error");
  return isJsonObject(error) ? { code: member(error, "code"), data: member(error, "data") } : undefined;
};

const refusedWith = (method: string, code: Json | undefined): string =>
  `${method} was refused with ${typeof code === "number" ? code : "an error"}`;

const strings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];

/** Everything after the last stateful revision, whether we know it or not: release candidates and drafts too. */
const isStateless = (version: string): boolean =>
  /^draft\b/i.test(version) || compareRevisions(version, LATEST_STATEFUL) > 0;

/** A demand for credentials, a refused name, a broken server or silence says nothing about the era. */
export const noVerdict = (
  draft: Pick<ExchangeDraft, "http" | "trouble"> & Parameters<typeof refusesName>[0],
): NoVerdict | undefined => {
  const status = draft.http?.status;
  if (refusesName(draft)) return { says: "none", why: `the server answered ${status}`, auth: false };
  const auth = status === 401 || status === 403;
  if (auth || (status !== undefined && status >= 500))
    return { says: "none", why: `the server answered ${status}`, auth };
  if (draft.trouble?.kind === "limit-exceeded") return { says: "none", why: draft.trouble.detail, auth };
  if (draft.http && (status === undefined || draft.trouble?.kind === "timed-out"))
    return { says: "none", why: draft.trouble?.detail ?? "no answer", auth };
  return undefined;
};

/** Reads the answer to a modern server/discover. */
export const readDiscover = (draft: ExchangeDraft): ProbeFinding => {
  const blocked = noVerdict(draft);
  if (blocked) return blocked;
  const result = member(draft.response, "result");
  const listed = member(result, "supportedVersions");
  if (Array.isArray(listed)) {
    const versions = strings(listed);
    // A list without a single name is broken, but only a stateless server answers with one.
    if (versions.some(isStateless) || versions.length === 0)
      return { says: "modern", why: "server/discover is answered as a stateless server does", listed: versions };
    return { says: "legacy", why: "server/discover lists only stateful revisions" };
  }
  const error = errorOf(draft);
  if (error?.code === ERROR_CODE.unsupportedVersion) return readUnsupported(strings(member(error.data, "supported")));
  if (error?.code === ERROR_CODE.headerMismatch || error?.code === ERROR_CODE.missingClientCapability) {
    return { says: "modern", why: `${refusedWith("server/discover", error.code)}, a code of the stateless era` };
  }
  if (error?.code === ERROR_CODE.methodNotFound && draft.http?.status === 404) {
    return { says: "confirm", why: "server/discover is unknown, but answered as the stateless transport does" };
  }
  if (result !== undefined) return { says: "legacy", why: "the answer to server/discover has no supportedVersions" };
  if (error) return { says: "legacy", why: refusedWith("server/discover", error.code) };
  if (draft.http)
    return { says: "legacy", why: `server/discover was answered with HTTP ${draft.http.status ?? "?"} and no message` };
  return {
    says: "legacy",
    why: draft.trouble ? `server/discover: ${draft.trouble.detail}` : "server/discover had no answer",
  };
};

const readUnsupported = (supported: readonly string[]): ProbeFinding => {
  const modern = supported.filter(isStateless);
  if (modern.length > 0) return { says: "retry", why: "the server names other stateless revisions", supported: modern };
  return supported.length > 0
    ? { says: "legacy", why: "the server refuses the stateless revision and names only others" }
    : { says: "modern", why: "server/discover was refused with -32022, a code of the stateless era" };
};

/** Reads the request that settles a `confirm`: stateless results carry resultType. */
export const readConfirmation = (draft: ExchangeDraft): ProbeFinding => {
  const blocked = noVerdict(draft);
  if (blocked) return blocked;
  const type = valueAt(draft.response, "result", "resultType");
  if (typeof type === "string") return { says: "modern", why: "tools/list is answered with a resultType" };
  return { says: "legacy", why: "no stateless answer to a stateless tools/list" };
};

/** Reads the answer to initialize. */
export const readInitialize = (draft: ExchangeDraft): ProbeFinding => {
  const blocked = noVerdict(draft);
  if (blocked) return blocked;
  const result = member(draft.response, "result");
  if (isJsonObject(result)) return { says: "legacy", why: "initialize is answered with a result" };
  const error = errorOf(draft);
  if (error) return { says: "no", why: refusedWith("initialize", error.code) };
  if (draft.http)
    return {
      says: "no",
      why: `initialize was answered with HTTP ${draft.http.status ?? "?"}${redirected(draft.http)}`,
    };
  return { says: "no", why: draft.trouble ? `initialize: ${draft.trouble.detail}` : "initialize had no answer" };
};

const LONGEST_LOCATION = 120;

/** A redirect is not followed unasked: the address may be somebody else's. */
const redirected = ({ redirect }: NonNullable<ExchangeDraft["http"]>): string =>
  redirect === undefined || redirect.followed
    ? ""
    : `, a redirect to ${JSON.stringify(shorten(redirect.location, LONGEST_LOCATION))}: give that address, or --follow-redirects`;

/** 400, 404 and 405 to both POSTs are what a server of the older HTTP+SSE transport says. */
export const mayBeHttpSse = (draft: ExchangeDraft): boolean => {
  const status = draft.http?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 403;
};

/** What to try where a server refuses the Host of its address: against DNS rebinding many answer to some names only. */
export const adviseOtherName = (address: string): string => {
  const what = "it refuses the name in the address (the Host header), not the caller";
  if (!isLoopbackUrl(address))
    return `${what}: use the name it is configured for, or add this one to its allowed hosts`;
  const other = new URL(address);
  other.hostname = other.hostname === "localhost" ? "127.0.0.1" : "localhost";
  return `${what}: try ${other.origin}${other.pathname}, or add this name to its allowed hosts`;
};
