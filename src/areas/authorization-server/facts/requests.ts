import type { JsonObject } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionName, QuestionRef } from "../../../protocol/question.ts";
import { attemptsFact, metadataMember } from "./attempts.ts";
import { attemptOf, type Landing, landingOf } from "./landing.ts";
import { pageOf, showsHost } from "./page.ts";

export const requestWithoutPkce = attemptsFact({
  name: "request_without_pkce",
  doc: "What became of an authorization request of a public client without a code challenge.",
  question: "authorization-without-pkce",
  missing: "an authorization request without a code challenge",
});

export const requestWithPlain = attemptsFact({
  name: "request_with_plain",
  doc: "What became of an authorization request with the code challenge method plain.",
  question: "authorization-with-plain",
  missing: "an authorization request with the method plain",
});

export const foreignRedirects = attemptsFact({
  name: "foreign_redirects",
  doc: "What became of authorization requests whose redirect URI is not the registered one.",
  question: "authorization-redirect",
  missing: "an authorization request with another redirect URI",
});

export const malformedResource = attemptsFact({
  name: "malformed_resource",
  doc: "What became of an authorization request whose resource is no absolute URI.",
  question: "authorization-resource",
  missing: "an authorization request with a malformed resource",
});

/** Every request that a correct redirect URI came with: each may be answered there. */
const ANSWERED: readonly (readonly [QuestionName, string])[] = [
  ["authorization-request", "right"],
  ["authorization-error", "response-type"],
  ["authorization-error", "prompt-none"],
  ["authorization-without-pkce", ""],
  ["authorization-with-plain", ""],
  ["authorization-resource", ""],
];

const ANSWERED_REFS = [
  "authorization-request:right",
  "authorization-error:*",
  "authorization-without-pkce",
  "authorization-with-plain",
  "authorization-resource",
] as const satisfies readonly QuestionRef[];

export const authorizationResponses = defineFact({
  name: "authorization_responses",
  doc: "The authorization responses: redirects to the client, with a code or with an error.",
  type:
    "request, answer (code, error or neither), iss and state (same, other or absent), announced (yes or no: whether the " +
    "metadata says authorization_response_iss_parameter_supported)",
  derived: ["request", "answer", "iss", "state", "announced"],
  questions: ANSWERED_REFS,
  read: (view) => {
    const landings = ANSWERED.flatMap(([question, as]) => {
      const landing = landingOf(attemptOf(view, question, as));
      return landing ? [[as === "" ? question : as, landing] as const] : [];
    });
    if (landings.length === 0) return unseen(view, ["authorization-error:*"], "an authorization request that fails");
    const items = landings.flatMap(([request, landing]) => responseItem(view, request, landing) ?? []);
    return items.length > 0
      ? seen(items)
      : inconclusive(
          "prerequisite-missing",
          "no request was answered with a redirect to the client: a user has to sign in, or errors are shown on pages",
          placesOf(landings.map(([, { record }]) => record)),
        );
  },
});

const responseItem = (view: View, request: string, landing: Landing): Item | undefined => {
  if (landing.kind !== "client") return undefined;
  const { asked, to, record } = landing;
  const compare = (name: string, wanted: string | null): string => {
    const found = to.searchParams.get(name);
    return found === null ? "absent" : found === wanted ? "same" : "other";
  };
  const announced = metadataMember(view, "authorization_response_iss_parameter_supported") === true;
  const value: JsonObject = {
    request,
    answer: to.searchParams.has("error") ? "error" : to.searchParams.has("code") ? "code" : "neither",
    iss: compare("iss", view.capture.authorization?.issuer ?? null),
    state: compare("state", asked.searchParams.get("state")),
    announced: announced ? "yes" : "no",
  };
  const at = "/http/response_headers";
  return {
    ...placeOf(record, at),
    value,
    parts: { request: "", answer: at, iss: at, state: at, announced: at },
    name: request,
  };
};

export const authorizationPages = defineFact({
  name: "authorization_pages",
  doc: "The page that a correct authorization request leads to.",
  type:
    "kind (consent, sign-in, other), framing (denied, script: only a script objects, allowed), " +
    "redirect_host (shown or missing)",
  derived: ["kind", "framing", "redirect_host"],
  words: {
    allowed: "neither Content-Security-Policy frame-ancestors nor X-Frame-Options is sent",
    missing: "the page does not show the host of the redirect URI",
  },
  questions: ["authorization-request:right", "client-document:right-#"],
  read: (view) => {
    const landing =
      landingOf(attemptOf(view, "authorization-request", "right")) ??
      landingOf(attemptOf(view, "client-document", "right-1"));
    if (!landing) return unseen(view, ["authorization-request:right"], "a correct authorization request");
    if (landing.kind !== "page" || !pageOf(landing.record.exchange).isHtml)
      return landing.kind === "unknown"
        ? inconclusive("prerequisite-missing", landing.why, [placeOf(landing.record)])
        : inapplicable("the authorization server shows no page of its own", [placeOf(landing.record)]);
    const page = pageOf(landing.record.exchange);
    const host = new URL(landing.asked.searchParams.get("redirect_uri") ?? "http://127.0.0.1").hostname;
    const kind = page.asksConsent ? "consent" : page.signsIn ? "sign-in" : "other";
    const value: JsonObject = {
      kind,
      framing: page.framing,
      redirect_host: showsHost(page, host) ? "shown" : "missing",
    };
    const parts = { kind: "/http/body", framing: "/http/response_headers", redirect_host: "/http/body" };
    const cut = {
      reason: "limit-exceeded",
      detail: "only the beginning of the page was kept",
      except: ["framing"],
    } as const;
    return seen([{ ...placeOf(landing.record, "/http"), value, parts, ...(page.isCut ? { open: cut } : {}) }]);
  },
});
