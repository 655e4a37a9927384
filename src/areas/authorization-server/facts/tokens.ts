import type { JsonObject } from "../../../base/json.ts";
import { headerObject, mediaType } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact, type FactSource } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Fact, type Gap, type Item, placeOf, seen } from "../../../judge/core/fact.ts";
import { inconclusive } from "../../../judge/core/left-out.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { cacheControlOf, hasToken } from "./clients.ts";
import { bodyPointer, oauthError } from "./landing.ts";

const TYPE = "request, status, content_type, error, issued (yes or no), challenge (the WWW-Authenticate header)";

/** An answer of the token endpoint. One that is a server's trouble, or that asks to wait, says nothing about the request. */
const tokenItem = (record: ExchangeRecord): Item => {
  const { http, trouble } = record.exchange;
  const headers = headerObject(http?.response_headers ?? []);
  const [error, type] = [oauthError(record.exchange), mediaType(headers["content-type"])];
  const request = record.step ?? "";
  const value: JsonObject = {
    request,
    issued: hasToken(record) ? "yes" : "no",
    ...(http?.status === undefined ? {} : { status: http.status }),
    ...(type === undefined ? {} : { content_type: type }),
    ...(error === undefined ? {} : { error }),
    ...(headers["www-authenticate"] === undefined ? {} : { challenge: headers["www-authenticate"] }),
  };
  const gap = gapOf(http?.status, trouble?.detail);
  return {
    ...placeOf(record, "/http"),
    value,
    parts: {
      request: "",
      status: "/http/status",
      challenge: "/http/response_headers",
      content_type: "/http/response_headers",
      error: bodyPointer(record.exchange),
      issued: "/http",
    },
    name: request,
    ...(gap ? { open: { ...gap, except: ["request"] } } : {}),
  };
};

const gapOf = (status: number | undefined, trouble: string | undefined): Gap | undefined => {
  if (status === undefined) return { reason: "prerequisite-missing", detail: trouble ?? "no answer" };
  if (status === 429 || status === 503)
    return { reason: "prerequisite-missing", detail: `the token endpoint answered ${status}: too many requests` };
  return undefined;
};

const tokenFact = (
  head: Pick<FactSource, "name" | "doc"> & { readonly questions: readonly QuestionRef[]; readonly missing: string },
): Fact =>
  defineFact({
    ...head,
    type: TYPE,
    derived: ["request", "issued"],
    words: { yes: "a token was issued" },
    each: tokenItem,
  });

export const tokenRefusals = tokenFact({
  name: "token_refusals",
  doc: "The answers to token requests that nothing entitles to a token.",
  questions: ["token-refusal:*"],
  missing: "a token request",
});

export const unknownClientBasic = tokenFact({
  name: "unknown_client_basic",
  doc: "The answer to a token request of an unknown client that sends a made-up secret in the Authorization header.",
  questions: ["token-refusal:unknown-client"],
  missing: "a token request of an unknown client",
});

export const tokenByGet = tokenFact({
  name: "token_by_get",
  doc: "The answer to a token request by GET.",
  questions: ["token-by-get"],
  missing: "a token request by GET",
});

export const anonymousCredentials = tokenFact({
  name: "anonymous_client_credentials",
  doc: "The answer to a token request for client credentials without any.",
  questions: ["client-credentials"],
  missing: "a token request for client credentials",
});

export const unsignedAssertion = tokenFact({
  name: "unsigned_assertion",
  doc: "The answer to a token request with an assertion that nobody signed.",
  questions: ["identity-assertion"],
  missing: "a token request with an assertion",
});

export const wrongVerifier = tokenFact({
  name: "wrong_verifier",
  doc: "The answer to a token request with a code and the wrong code verifier.",
  questions: ["code-exchange:wrong-verifier"],
  missing: "a token request with a code",
});

export const issuedTokens = defineFact({
  name: "issued_tokens",
  doc: "Answers of the token endpoint that hold a token.",
  type: "cache_control (in lower case), audience (names: the token names the resource that was asked for; other; unknown)",
  derived: ["cache_control", "audience"],
  words: { other: "the token names other audiences, and not the resource that was asked for" },
  questions: ["code-exchange:right"],
  read: (view) => {
    const found = recordsOf(view, ["code-exchange:right"]);
    if (found.length === 0) return unseen(view, ["code-exchange:right"], "a token");
    const issued = found.filter(hasToken);
    if (issued.length === 0)
      return inconclusive(
        "prerequisite-missing",
        "no token was issued for the code",
        found.map((record) => placeOf(record)),
      );
    const { resource, token } = view.capture.authorization ?? {};
    const audience =
      resource === undefined || token?.audience === undefined
        ? "unknown"
        : token.audience.some((name) => sameResource(name, resource))
          ? "names"
          : "other";
    return seen(
      issued.map((record) => ({
        ...placeOf(record, "/http"),
        value: { cache_control: cacheControlOf(record), audience },
        parts: { cache_control: "/http/response_headers", audience: "/http" },
      })),
    );
  },
});

/** A slash at the end makes no other resource. */
const sameResource = (left: string, right: string): boolean => left.replace(/\/$/, "") === right.replace(/\/$/, "");

/** Only once the code was taken does its second use say something, so it is asked only then. */
export const repeatedCode = tokenFact({
  name: "repeated_code",
  doc: "The answer to a token request with a code that was used before.",
  questions: ["code-exchange:again"],
  missing: "a token request with a used code",
});
