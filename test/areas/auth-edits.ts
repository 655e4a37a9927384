// Short ways to change the authorization of the example server.

import type { IncomingMessage } from "node:http";
import type { Hooks, HttpAnswer, RawExchange } from "../servers/hooks.ts";
import { TOKENS } from "../servers/http/authorization.ts";
import { isObject, type JsonObject } from "../servers/json-rpc.ts";
import type { VariantOptions } from "./contexts.ts";
import { onStatus } from "./http-edits.ts";

/** Met without a token. */
export const UNSIGNED: VariantOptions = { auth: {} };
/** Met with a token that works. */
export const SIGNED_IN: VariantOptions = { auth: { caller: "owner" } };
/** Met with tokens of an issuer that it trusts. */
export const ISSUED: VariantOptions = { auth: { caller: "issued" } };
/** Met with a token that works, with that of another user, and with one that has fewer rights. */
export const BESIDE: VariantOptions = { auth: { caller: "owner", beside: true } };

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
export const notFound = (...paths: readonly string[]): Hooks =>
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
  onStatus(401, (answer) => ({
    ...answer,
    headers: { ...answer.headers, "WWW-Authenticate": bend(answer.headers["WWW-Authenticate"] ?? "") },
  }));

export const RESOURCE = "/.well-known/oauth-protected-resource";
export const SERVER = "/.well-known/oauth-authorization-server";
export const OPENID = "/.well-known/openid-configuration";
