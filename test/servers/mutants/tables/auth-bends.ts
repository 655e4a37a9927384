// Ways to bend the authorization of the example server.

import type { IncomingMessage } from "node:http";
import type { Hooks, HttpAnswer, RawExchange } from "../../hooks.ts";
import { TOKENS } from "../../http/authorization.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { MutantOptions } from "../mutant.ts";

/** Met by a stranger. */
export const walled: MutantOptions = { auth: {} };
/** Met by somebody whose token works. */
export const keyed: MutantOptions = { auth: { caller: "owner" } };

/** Met with tokens of an issuer that it trusts. */
export const issued: MutantOptions = { auth: { caller: "issued" } };
/** Met by somebody whose token works, by another user, and by one with fewer rights. */
export const beside: MutantOptions = { auth: { caller: "owner", beside: true } };

export const OLDER: readonly Context[] = ["http/2025-11-25", "http/2025-06-18"];

/** The token of a request; undefined without an Authorization header of the Bearer kind. */
export const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^bearer ?(.*)$/i.exec(headers.authorization ?? "")?.[1];

/** What a token of the usual form claims; its signature is not looked at. */
export const readClaims = (token: string | undefined): JsonObject => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString("utf8"));
    return isObject(claims) ? claims : {};
  } catch {
    return {};
  }
};

type Met = HttpAnswer & { request: IncomingMessage };

/** Bends the answers that meet the condition; they may be of any path. */
export const ifAnswer = (holds: (met: Met) => boolean, bend: (answer: HttpAnswer) => HttpAnswer): Hooks => ({
  httpAnswer: (answer, { request }) => (holds({ ...answer, request }) ? bend(answer) : undefined),
});

/** Treats requests as if they had brought the owner's token. */
export const pretend = (holds: (exchange: RawExchange) => boolean): Hooks => ({
  httpRequest: (exchange) => {
    if (holds(exchange)) exchange.request.headers.authorization = `Bearer ${TOKENS.owner}`;
    return false;
  },
});

const NOT_FOUND: HttpAnswer = { status: 404, headers: {}, body: "" };

/** Takes away what is served below these paths. */
export const without = (...paths: readonly string[]): Hooks =>
  ifAnswer(
    ({ request }) => paths.some((path) => request.url?.startsWith(path)),
    () => NOT_FOUND,
  );

/** Bends the documents served below a path. */
export const document = (path: string, bend: (document: JsonObject) => JsonObject): Hooks =>
  ifAnswer(
    ({ request, status }) => request.url?.startsWith(path) === true && status === 200,
    (answer) => ({ ...answer, body: JSON.stringify(bend(JSON.parse(String(answer.body)) as JsonObject)) }),
  );

/** Bends the challenge of a 401. */
export const challenge = (bend: (challenge: string) => string): Hooks =>
  ifAnswer(
    ({ status }) => status === 401,
    (answer) => ({
      ...answer,
      headers: { ...answer.headers, "WWW-Authenticate": bend(answer.headers["WWW-Authenticate"] ?? "") },
    }),
  );

/** One hook after the other. */
export const both = (first: Hooks, second: Hooks): Hooks => ({
  httpAnswer: (answer, context) => {
    const bent = first.httpAnswer?.(answer, context) ?? answer;
    return second.httpAnswer?.(bent, context) ?? bent;
  },
});

export const RESOURCE = "/.well-known/oauth-protected-resource";
export const SERVER = "/.well-known/oauth-authorization-server";
export const OPENID = "/.well-known/openid-configuration";
