import type { Header } from "../../base/header.ts";
import { type Json, stringMember } from "../../base/json.ts";
import { HEADER_KEY, PARAM_HEADER_PREFIX } from "../../protocol/headers.ts";

/** What an HTTP request says beside its body, in words that do not depend on where the server is. */
export interface HttpForm {
  readonly method: string;
  /** Without the query; `/` and the rest. */
  readonly path: string;
  readonly sessionId: string | undefined;
  /** Each an aspect that may decide how a server answers; the same text, the same answer. */
  readonly aspects: readonly string[];
}

export interface HttpPlace {
  /** The origin at which the server is reached. */
  readonly origin: string;
  readonly message: Json | undefined;
  /** The revision that the message names, or that is spoken in the session that it names; undefined: it says neither. */
  readonly revision: string | undefined;
}

export const httpFormOf = (
  method: string,
  path: string,
  headers: readonly Header[],
  { origin, message, revision }: HttpPlace,
): HttpForm => {
  const values = (name: string): string[] =>
    headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const value = (name: string): string | undefined => values(name)[0];
  const named = stringMember(message, "method");
  const params = (message as { params?: Json } | undefined)?.params;
  const subject = stringMember(params, "name") ?? stringMember(params, "uri");
  return {
    method,
    path: path.split("?", 1)[0] ?? path,
    sessionId: value(HEADER_KEY.sessionId),
    aspects: [
      relation(value(HEADER_KEY.protocolVersion), revision),
      relation(value(HEADER_KEY.method), named),
      relation(value(HEADER_KEY.name), subject),
      acceptOf(values("accept").join(",")),
      (value("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "",
      originOf(value("origin"), origin),
      hostOf(value("host"), origin),
      value(HEADER_KEY.lastEventId) === undefined ? "" : "resumes",
      value("authorization")?.split(" ", 1)[0]?.toLowerCase() ?? "",
      paramHeaders(headers),
    ],
  };
};

/** A header that repeats what the message says is the same whatever the message says. */
const relation = (value: string | undefined, said: string | undefined): string => {
  if (value === undefined) return "none";
  return value === said ? "same" : `other ${value}`;
};

const acceptOf = (text: string): string => {
  const names = text.split(",").map((part) => part.split(";", 1)[0]?.trim().toLowerCase());
  const has = (...wanted: string[]): boolean => wanted.some((name) => names.includes(name));
  return `${has("application/json", "application/*", "*/*")} ${has("text/event-stream", "text/*", "*/*")}`;
};

const originOf = (value: string | undefined, own: string): string => {
  if (value === undefined) return "none";
  return value === own ? "own" : "foreign";
};

/** Only a name that is not ours is an aspect; which port we have is not. */
const hostOf = (value: string | undefined, own: string): string =>
  value === undefined || `//${value}` === own.replace(/^https?:/, "") ? "own" : "foreign";

const paramHeaders = (headers: readonly Header[]): string =>
  headers
    .filter(([name]) => name.toLowerCase().startsWith(PARAM_HEADER_PREFIX.toLowerCase()))
    .map(([name, value]) => `${name.toLowerCase()}=${value}`)
    .sort()
    .join("\n");
