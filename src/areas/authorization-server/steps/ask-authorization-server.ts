import type { AuthorizationClient, IssuedToken } from "../../../capture/capture.ts";
import type { AuthHttp } from "../../../probe/oauth/auth-http.ts";
import type { ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import type { QuestionName } from "../../../protocol/question.ts";
import { type Client, type IssuerRun, leaveOut } from "./asking.ts";
import { askRight, askUnknownClient, askWrongRequests } from "./authorization-steps.ts";
import { awaitCode, type Browser } from "./browser-code.ts";
import { askClientDocuments } from "./client-document-steps.ts";
import type { DocumentAddress } from "./client-documents.ts";
import { askPlainHttp, askSecondClient, type Registered, registerClient, removeClient } from "./registration-steps.ts";
import { askExtensions, askForNothing, exchangeCode } from "./token-steps.ts";

/** What the user allows and brings along. */
export interface ServerChoices {
  /** A client that exists already. */
  readonly client?: Client | undefined;
  /** Asked once, and only where there is no client and registration is offered. */
  readonly mayRegister: (endpoint: URL) => Promise<boolean>;
  readonly scope?: string | undefined;
  readonly resource?: string | undefined;
  /** Where client metadata documents are served. */
  readonly documents?: DocumentAddress | undefined;
  /** A user signs in with it, so that there is a code. */
  readonly browser?: Browser | undefined;
}

export interface AskedServer {
  readonly client?: AuthorizationClient | undefined;
  readonly token?: IssuedToken | undefined;
  readonly remaining: readonly string[];
}

/** Where no browser is waited for, nothing listens here. */
const CALLBACK = "http://127.0.0.1:8976/callback";

const NEED_CLIENT: readonly QuestionName[] = [
  "authorization-without-pkce",
  "authorization-with-plain",
  "authorization-redirect",
  "authorization-error",
  "authorization-resource",
  "code-exchange",
];

const NEED_REGISTRATION: readonly QuestionName[] = [
  "client-registration",
  "plain-http-registration",
  "client-removal",
  "proxied-authorization",
];

/** Everything that can be asked with what the user allows, one after the other; what was registered is deleted in the end. */
export const askAuthorizationServer = async (
  http: AuthHttp,
  { metadata, openid }: { readonly metadata: ServerMetadata; readonly openid: boolean },
  choices: ServerChoices,
  secrets: Set<string>,
): Promise<AskedServer> => {
  const { scope, resource, client, browser, documents } = choices;
  const asking: IssuerRun = { http, metadata, openid, resource, scope, client, token: undefined, secrets };
  if (client?.secret !== undefined) secrets.add(client.secret);
  const callback = client?.redirect_uris[0] ?? browser?.callback ?? CALLBACK;
  const registered = await registerIfAllowed(asking, choices, callback);
  const made: [Registered, "" | "second" | "plain-http"][] = registered ? [[registered, ""]] : [];
  await askUnknownClient(asking);
  if (asking.client) {
    const right = await askRight(asking);
    await askWrongRequests(asking);
    const second = registered && right ? await askSecondClient(asking, right.answer, callback) : undefined;
    if (second) made.push([second, "second"]);
    const plain = registered ? await askPlainHttp(asking) : undefined;
    if (plain) made.push([plain, "plain-http"]);
    await askForToken(
      asking,
      right?.code === undefined ? undefined : { code: right.code, proof: right.proof },
      browser,
    );
  } else
    leaveOut(
      asking,
      [...NEED_CLIENT, "authorization-request"],
      "prerequisite-missing",
      `it needs a client: give one with --client-id${metadata.registrationEndpoint ? ", or allow one to be registered with --register" : ""}`,
    );
  await askClientDocuments(asking, documents, callback);
  await askForNothing(asking);
  await askExtensions(asking);
  const remaining: string[] = [];
  for (const [one, as] of made) if (!(await removeClient(asking, one, as))) remaining.push(one.client.id);
  const used = asking.client;
  return {
    remaining,
    token: asking.token,
    ...(used
      ? { client: { kind: used.kind, redirect_uris: used.redirect_uris, confidential: used.confidential } }
      : {}),
  };
};

const registerIfAllowed = async (
  asking: IssuerRun,
  { client, mayRegister }: ServerChoices,
  callback: string,
): Promise<Registered | undefined> => {
  const endpoint = asking.metadata.registrationEndpoint;
  if (client || !endpoint || !(await mayRegister(endpoint))) {
    if (!endpoint) leaveOut(asking, NEED_REGISTRATION, "not-offered", "the metadata has no registration_endpoint");
    else
      leaveOut(
        asking,
        NEED_REGISTRATION,
        "unsafe-to-probe",
        client
          ? "it creates a client, and one was given with --client-id; leave that out and allow it with --register"
          : "it creates a client at the authorization server; allow it with --register",
      );
    return undefined;
  }
  const registered = await registerClient(asking, callback);
  asking.client = registered?.client;
  if (!registered)
    leaveOut(
      asking,
      NEED_REGISTRATION.filter((name) => name !== "client-registration"),
      "prerequisite-missing",
      "the registration was refused",
    );
  return registered;
};

type Code = { readonly code: string; readonly proof: { readonly verifier: string; readonly challenge: string } };

/** A code is issued at once, or after a user has signed in. */
const askForToken = async (
  asking: IssuerRun,
  issued: Code | undefined,
  browser: Browser | undefined,
): Promise<void> => {
  const found = issued ?? (browser && (await awaitCode(asking, browser)));
  if (found && "code" in found) return exchangeCode(asking, found.code, found.proof);
  const reason = found?.reason ?? "a user has to sign in before there is a code; --browser waits for one";
  leaveOut(asking, ["code-exchange"], "auth-required", reason);
};
