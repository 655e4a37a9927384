import { isJsonObject, type Json, type JsonObject, member } from "../../../base/json.ts";
import { headerValue } from "../../../capture/header-value.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { attemptsFact, isGranted, metadataMember } from "./attempts.ts";
import { bodyObject, bodyPointer } from "./landing.ts";

const isMade = ({ exchange }: ExchangeRecord): boolean =>
  (exchange.http?.status ?? 0) < 300 && typeof bodyObject(exchange)?.["client_id"] === "string";

export const registeredClient = defineFact({
  name: "registered_client",
  doc: "The answer to a registration that was accepted.",
  type: "status, client_id, redirect_uris, secret (none, expiring: with client_secret_expires_at, or undated)",
  derived: ["secret"],
  questions: ["client-registration:made"],
  read: (view) => {
    const found = recordsOf(view, ["client-registration:made", "client-registration:loopback-only"]);
    if (found.length === 0) return unseen(view, ["client-registration:made"], "a registration");
    const made = found.filter(isMade);
    return made.length > 0
      ? seen(made.map(registrationItem))
      : inconclusive("prerequisite-missing", "the registration was refused", placesOf(found, "/http"));
  },
});

const registrationItem = (record: ExchangeRecord): Item => {
  const body = bodyObject(record.exchange) ?? {};
  const at = bodyPointer(record.exchange);
  const secret =
    member(body, "client_secret") === undefined
      ? "none"
      : typeof member(body, "client_secret_expires_at") === "number"
        ? "expiring"
        : "undated";
  const value: JsonObject = {
    status: record.exchange.http?.status ?? null,
    client_id: body["client_id"] ?? null,
    secret,
    ...(body["redirect_uris"] === undefined ? {} : { redirect_uris: body["redirect_uris"] }),
  };
  return {
    ...placeOf(record, at),
    value,
    parts: { status: "/http/status", client_id: at, secret: at, redirect_uris: at },
  };
};

/** The redirect URI that the registration asked for, and that only an open channel leads to. */
const asksFor = (body: JsonObject): boolean => {
  const listed = body["redirect_uris"];
  return Array.isArray(listed) && listed.some((uri) => typeof uri === "string" && /^http:/i.test(uri));
};

export const plainHttpRedirects = defineFact({
  name: "plain_http_redirects",
  doc: "Whether a redirect URI that is http on another host is registered, and then used.",
  type: "taken: refused (at the registration, or when it is used), used",
  derived: true,
  words: { used: "a client with the redirect URI http://mcptest.invalid/callback is registered, and may use it" },
  questions: ["plain-http-registration:*"],
  read: (view) => {
    const [made] = recordsOf(view, ["plain-http-registration:made"]);
    if (!made)
      return unseen(view, ["plain-http-registration:*"], "a registration with a redirect URI that is plain http");
    const item = (record: ExchangeRecord, taken: string): Item => ({
      ...placeOf(record, "/http"),
      value: { taken },
      parts: { taken: "/http" },
    });
    if (made.exchange.trouble)
      return inconclusive("prerequisite-missing", made.exchange.trouble.detail, [placeOf(made)]);
    if (!isMade(made) || !asksFor(bodyObject(made.exchange) ?? {})) return seen([item(made, "refused")]);
    const [used] = recordsOf(view, ["plain-http-registration:used"]);
    if (!used) return unseen(view, ["plain-http-registration:used"], "a request with that redirect URI");
    const reading = plainHttpUse.read(view);
    if (!reading.seen) return reading;
    const [found] = reading.items;
    if (!found || found.open)
      return inconclusive("prerequisite-missing", "what the request led to cannot be told from a refusal", [
        placeOf(used),
      ]);
    const outcome = String(member(found.value, "outcome"));
    return seen([item(used, outcome === "proceeds" || outcome === "code" ? "used" : "refused")]);
  },
});

const plainHttpUse = attemptsFact({
  name: "plain_http_use",
  doc: "What became of an authorization request with a redirect URI that is http on another host.",
  question: "plain-http-registration",
  only: ["used"],
  missing: "a request with a redirect URI that is plain http",
});

export const removedClient = defineFact({
  name: "removed_client",
  doc: "The answer to the deletion of a client, where registration hands out an address for it.",
  type: "status",
  questions: ["client-removal"],
  missing: "the deletion of a client",
  each: (record) => {
    const { http, trouble } = record.exchange;
    if (http?.status !== undefined)
      return { ...placeOf(record, "/http"), value: { status: http.status }, parts: { status: "/http/status" } };
    // Asked and never answered: that is open, and not the same as nothing to remove.
    const reason = trouble?.kind === "timed-out" ? "timed-out" : "prerequisite-missing";
    return { ...placeOf(record), value: {}, open: { reason, detail: trouble?.detail ?? "no answer", except: [] } };
  },
});

const DOCUMENT: readonly QuestionRef[] = ["client-document:right-#"];

const readsDocuments = (view: View): Json | undefined => metadataMember(view, "client_id_metadata_document_supported");

const badDocuments = attemptsFact({
  name: "bad_client_documents",
  doc: "What became of authorization requests whose client document is wrong.",
  question: "bad-client-document",
  missing: "an authorization request with a wrong client document",
});

/** Where a correct document leads nowhere either, a refusal of a wrong one shows nothing. */
export const badClientDocuments = defineFact({
  ...badDocuments,
  read: (view) => {
    const reading = badDocuments.read(view);
    if (!reading.seen) return reading;
    if (readsDocuments(view) !== true && !isGranted(view, "client-document", "right-1"))
      return inapplicable("the authorization server does not say that it reads client documents", reading.looked_at);
    return isGranted(view, "client-document", "right-1")
      ? reading
      : inconclusive(
          "prerequisite-missing",
          "a correct client document was refused too, so the refusal of a wrong one shows nothing",
          reading.looked_at,
        );
  },
});

export const privateClientDocument = attemptsFact({
  name: "private_client_document",
  doc: "What became of an authorization request whose client document lies on the machine of the tester.",
  question: "private-client-document",
  missing: "an authorization request with a client document at a private address",
});

export const clientDocumentFetches = defineFact({
  name: "client_document_fetches",
  doc: "How often a correct client document was fetched in three authorization requests, which may be kept for an hour.",
  type: "requests: how many of the requests it was fetched for",
  derived: true,
  questions: ["client-document:*"],
  read: (view) => {
    const asked = recordsOf(view, DOCUMENT);
    if (asked.length === 0)
      return unseen(view, ["client-document:*"], "an authorization request with a client document");
    if (!isGranted(view, "client-document", "right-1") && readsDocuments(view) !== true)
      return inapplicable("the authorization server does not say that it reads client documents", placesOf(asked));
    const fetched = recordsOf(view, ["client-document:fetched-#"]);
    const requests = new Set(fetched.map(({ step }) => step)).size;
    const places = fetched.length > 0 ? placesOf(fetched, "/http") : placesOf(asked, "/http");
    const [first] = places;
    if (requests > 0 && asked.length < 3)
      return inconclusive("prerequisite-missing", "the document was not used three times", places);
    return first === undefined
      ? inconclusive("prerequisite-missing", "nothing was fetched", [])
      : seen([{ ...first, value: { requests }, parts: { requests: "/http" } }], places);
  },
});

/** A response with secrets must not be kept by anybody on the way. */
export const cacheControlOf = ({ exchange }: ExchangeRecord): string =>
  (headerValue(exchange.http?.response_headers, "cache-control") ?? "").toLowerCase();

export const hasToken = ({ exchange }: ExchangeRecord): boolean => {
  const body = bodyObject(exchange);
  return isJsonObject(body) && (exchange.http?.status ?? 0) < 300 && member(body, "access_token") !== undefined;
};
