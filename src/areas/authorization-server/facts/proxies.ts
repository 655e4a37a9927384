import type { JsonObject } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { attemptOf, type Landing, landingOf } from "./landing.ts";
import { pageOf, showsHost } from "./page.ts";

/** Scopes that only say who the user is: whoever asks for no more signs the user in elsewhere, and is no proxy of an API. */
const SIGN_IN_SCOPES = new Set(["openid", "profile", "email", "offline_access", "address", "phone"]);

/** An authorization request to a third party: another client id, and more than a sign-in. */
const upstreamIn = (address: string, asked: URL): URL | undefined => {
  if (!URL.canParse(address)) return undefined;
  const to = new URL(address);
  const client = to.searchParams.get("client_id");
  const scopes = (to.searchParams.get("scope") ?? "").split(/[\s,]+/).filter((scope) => scope !== "");
  const isRequest = client !== null && to.searchParams.has("redirect_uri") && to.origin !== asked.origin;
  const isOther = client !== asked.searchParams.get("client_id");
  return isRequest && isOther && scopes.some((scope) => !SIGN_IN_SCOPES.has(scope)) ? to : undefined;
};

/** Addresses that a page leads to. */
const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:href|action)\s*=\s*["']([^"'<>\s]{1,2000})["']/gi)].map(([, link = ""]) =>
    link.replaceAll("&amp;", "&"),
  );

export const proxiedAuthorization = defineFact({
  name: "proxied_authorization",
  doc: "How a server that passes authorization on to a third party, under a client id of its own, asks for consent first.",
  type:
    "consent (asked: on a page of its own; skipped: the first request of a new client is sent on at once), client_id (static: " +
    "the same for a second client, or unknown), framing and redirect_host of the page where there is one",
  derived: ["consent", "client_id", "framing", "redirect_host"],
  words: {
    skipped: "the first request of a new client is sent on to the third party without a page of its own",
    allowed: "neither Content-Security-Policy frame-ancestors nor X-Frame-Options is sent",
    missing: "the page does not show the host of the redirect URI",
  },
  questions: ["authorization-request:right", "proxied-authorization:*"],
  read: (view) => {
    const landing = landingOf(attemptOf(view, "authorization-request", "right"));
    if (!landing) return unseen(view, ["authorization-request:right"], "a correct authorization request");
    // Only a server that is its own authorization server stands between its clients and a third party.
    if (!isOwnServer(view)) return inapplicable("the authorization server is not the MCP server itself", [SESSION]);
    if (view.capture.authorization?.client?.kind !== "registered")
      return inapplicable("the client was not registered dynamically", [SESSION]);
    const value = landing.kind === "elsewhere" ? skipped(view, landing) : asked(landing);
    if (!value) return inapplicable("authorization is not passed on to a third party", [placeOf(landing.record)]);
    const at = landing.kind === "elsewhere" ? "/http/response_headers" : "/http";
    const parts = Object.fromEntries(Object.keys(value).map((name) => [name, at]));
    return seen([{ ...placeOf(landing.record, at), value, parts }]);
  },
});

const SESSION = { exchange: null, pointer: "/authorization" } as const;

const isOwnServer = ({ capture: { authorization } }: View): boolean =>
  authorization?.server !== undefined &&
  URL.canParse(authorization.server) &&
  URL.canParse(authorization.issuer) &&
  new URL(authorization.server).origin === new URL(authorization.issuer).origin;

const skipped = (view: View, landing: Extract<Landing, { readonly kind: "elsewhere" }>): JsonObject | undefined => {
  const upstream = upstreamIn(landing.to.href, landing.asked);
  if (!upstream) return undefined;
  const second = landingOf(attemptOf(view, "proxied-authorization", "second"));
  const again = second?.kind === "elsewhere" ? upstreamIn(second.to.href, second.asked) : undefined;
  const same = again?.searchParams.get("client_id") === upstream.searchParams.get("client_id");
  return { consent: "skipped", client_id: again && same ? "static" : "unknown" };
};

const asked = (landing: Landing): JsonObject | undefined => {
  const page = pageOf(landing.record.exchange);
  if (landing.kind !== "page" || !linksIn(page.text).some((link) => upstreamIn(link, landing.asked))) return undefined;
  const host = new URL(landing.asked.searchParams.get("redirect_uri") ?? "http://127.0.0.1").hostname;
  return {
    consent: "asked",
    client_id: "unknown",
    framing: page.framing,
    redirect_host: showsHost(page, host) ? "shown" : "missing",
  };
};
