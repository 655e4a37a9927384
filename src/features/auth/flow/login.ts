import type { TokenEndpointResponse } from "oauth4webapi";
import type { AuthHttp } from "../../../probe/oauth/auth-http.ts";
import { askForChallenge } from "../../../probe/oauth/challenge.ts";
import { type DiscoveryFailure, mainFailure } from "../../../probe/oauth/failure.ts";
import { LoginStop, stopFor } from "../../../probe/oauth/login-failure.ts";
import { type OAuthCall, openOAuth } from "../../../probe/oauth/oauth-call.ts";
import { discoverResource } from "../../../probe/oauth/resource-metadata.ts";
import { discoverOrigin, discoverServer, type ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import { startDeadline } from "../../../wire/deadline.ts";
import { listenForRedirect, type RedirectListener } from "../../../wire/redirect-listener.ts";
import type { ClientIdentity } from "../client/client-identity.ts";
import { registerClient } from "../client/register-client.ts";
import { identityIn } from "../client/stored-client.ts";
import type { TokenRecord } from "../tokens/token-record.ts";
import { recordOf } from "../tokens/token-response.ts";
import { grantByBrowser } from "./browser-grant.ts";
import type { LoginRequest, RedirectShape } from "./login-request.ts";
import { grantToClient, refresh } from "./machine-grants.ts";
import { chooseScope } from "./scope.ts";

/** From an address to a token: the whole flow. Throws LoginStop. */
export const login = async (http: AuthHttp, request: LoginRequest): Promise<TokenRecord> => {
  const found = await findServer(http, request);
  const { server, resource } = found;
  const call = await openOAuth(http, server);
  const scope = chooseScope(request, found);
  const about = { resource, issuer: server.issuer, scope, now: Date.now() };
  const signed = (response: TokenEndpointResponse, identity: ClientIdentity, refreshToken?: string): TokenRecord =>
    recordOf(response, { ...about, identity, refreshToken, now: Date.now() });
  if (request.way === "browser") {
    const { response, identity } = await byBrowser(call, server, request, resource, scope);
    return signed(response, identity);
  }
  const identity = givenIdentity(request, server);
  if (!identity) throw new LoginStop("no-client", "--headless needs --client-id, or --client-metadata-url with a key");
  const wish = { server, identity, resource, scope };
  if (request.way === "client") return signed(await grantToClient(call, wish), identity);
  const token = request.refreshToken ?? "";
  request.hide(token);
  return signed(await refresh(call, wish, token), identity, token);
};

/** A stored token that is due, renewed. The issuer is asked again where its endpoints are: a stored address may be stale. */
export const renew = async (
  http: AuthHttp,
  record: TokenRecord,
  request: Pick<LoginRequest, "client" | "tell" | "hide">,
): Promise<TokenRecord> => {
  const { issuer, resource, refresh_token: token } = record;
  if (token === undefined) throw new LoginStop("refused", "the stored token has ended and there is no refresh token");
  request.tell(`authorization server: ${issuer}`);
  const found = await discoverServer(http, issuer);
  if (!found.ok) throw stopForDiscovery(found.failures, `nothing says where ${issuer} renews tokens`);
  request.hide(token);
  const identity = storedIdentity(record, request);
  const call = await openOAuth(http, found.value);
  const response = await refresh(call, { server: found.value, identity, resource }, token);
  return recordOf(response, { resource, issuer, identity, scope: record.scope, refreshToken: token, now: Date.now() });
};

/** What the user gives is taken only where the authorization server handed out nothing itself. */
const storedIdentity = (record: TokenRecord, { client }: Pick<LoginRequest, "client">): ClientIdentity => {
  const identity = identityIn(record);
  const given = client.secret === undefined ? {} : { secret: client.secret };
  return { ...given, ...identity, ...(client.key ? { key: client.key } : {}) };
};

export interface FoundServer {
  readonly server: ServerMetadata;
  readonly resource: string;
  readonly challengedScope?: string | undefined;
  readonly resourceScopes: readonly string[];
}

/** Who issues tokens for the target, said before anything is fetched from there. */
const findServer = async (http: AuthHttp, { issuer, tell }: LoginRequest): Promise<FoundServer> => {
  const endpoint = new URL(http.target.url);
  const asked = await askForChallenge(http);
  if (!asked.ok) {
    if (asked.answer.trouble?.kind === "aborted")
      throw new LoginStop("interrupted", "interrupted before anybody was signed in");
    throw new LoginStop("server-unreachable", `${endpoint.href}: ${asked.answer.trouble?.detail ?? "no answer came"}`);
  }
  const { challenge } = asked;
  const found = await discoverResource(http, {
    named: challenge.resourceMetadata,
    announce: (origin) => tell(`resource metadata is elsewhere: ${origin}`),
  });
  if (found.ok) {
    const { issuers, resource, scopes } = found.value;
    const chosen =
      issuer === undefined ? issuers[0] : issuers.some((known) => isSpelled(known, issuer)) ? issuer : undefined;
    if (chosen === undefined)
      throw new LoginStop(
        "unknown-issuer",
        `--authorization-server is none of those that the server names: ${issuers.join(", ")}`,
      );
    tell(`authorization server: ${chosen}`);
    const server = await discoverServer(http, chosen);
    if (!server.ok)
      throw adviseSpelling(server.failures, stopForDiscovery(server.failures, `${chosen} publishes no metadata`));
    return { server: server.value, resource, challengedScope: challenge.scope, resourceScopes: scopes };
  }
  const main = mainFailure(found.failures);
  if (main && main.problem !== "not-found") throw stopForDiscovery(found.failures, main.line);
  if (challenge.open)
    throw new LoginStop(
      "no-resource-metadata",
      `${endpoint.origin}${endpoint.pathname} answers without a token and names no authorization server; there is nothing to sign in to`,
    );
  // 2025-03-26: the origin issues its own tokens.
  tell(`authorization server: ${endpoint.origin} (no resource metadata, so the server's own origin)`);
  const origin = await discoverOrigin(http);
  if (!origin.ok) throw stopForDiscovery(origin.failures, `${endpoint.origin} says nowhere who issues tokens for it`);
  const resource = `${endpoint.origin}${endpoint.pathname === "/" ? "" : endpoint.pathname}`;
  return { server: origin.value, resource, challengedScope: challenge.scope, resourceScopes: [] };
};

/**
 * An issuer is compared character by character, and some frameworks add a slash to the one they are given. The user may say how the
 * authorization server spells itself; nobody else may.
 */
const isSpelled = (named: string, wanted: string): boolean => named.replace(/\/$/, "") === wanted.replace(/\/$/, "");

const adviseSpelling = (failures: readonly DiscoveryFailure[], stop: LoginStop): LoginStop => {
  const spelled = failures.find(({ spelling }) => spelling !== undefined)?.spelling;
  if (spelled === undefined) return stop;
  const { problem, line, further = [] } = stop.failure;
  return new LoginStop(problem, `${line}; if it is the one you mean, say --authorization-server ${spelled}`, further);
};

const stopForDiscovery = (failures: Parameters<typeof stopFor>[2], otherwise: string): LoginStop => {
  const main = mainFailure(failures);
  if (!main) return new LoginStop("no-resource-metadata", otherwise);
  const line = main.problem === "not-found" ? otherwise : main.line;
  return stopFor(
    main.problem,
    line,
    failures.filter((failure) => failure.line !== line),
  );
};

/** The client that the user gave, if any. */
const givenIdentity = ({ client }: LoginRequest, server: ServerMetadata): ClientIdentity | undefined => {
  const proof = {
    ...(client.secret === undefined ? {} : { secret: client.secret }),
    ...(client.key ? { key: client.key } : {}),
  };
  if (client.clientId !== undefined) return { clientId: client.clientId, how: "pre-registered", ...proof };
  if (client.metadataUrl === undefined) return undefined;
  if (!server.takesMetadataDocuments)
    throw new LoginStop(
      "unsupported",
      `${server.issuer} does not say that it takes client metadata documents (client_id_metadata_document_supported); use --client-id or --register`,
    );
  return { clientId: client.metadataUrl, how: "metadata-document", ...proof };
};

interface BrowserGrant {
  readonly response: TokenEndpointResponse;
  readonly identity: ClientIdentity;
}

const byBrowser = async (
  call: OAuthCall,
  server: ServerMetadata,
  request: LoginRequest,
  resource: string,
  scope: string | undefined,
): Promise<BrowserGrant> => {
  if (server.route !== "default-endpoints" && !server.codeChallengeMethods?.includes("S256"))
    throw new LoginStop(
      "no-pkce",
      `${server.issuer} does not say that it knows PKCE with S256 (code_challenge_methods_supported), and no client may go on without`,
    );
  const given = givenIdentity(request, server) ?? reusable(request, server);
  // Where nobody is known there, say so before a port is opened.
  if (!given) await askToRegister(request, server);
  const { listener, redirectUri } = await openListener(request.redirect, given?.redirectUri);
  const { signal } = call.http.context;
  const ending = openEnd(request.waitMs, signal);
  try {
    const identity = given ?? (await registerClient(call, server, { redirectUri, scope }));
    if (identity.secret !== undefined) request.hide(identity.secret);
    const { show, hide } = request;
    const response = await grantByBrowser(call, {
      server,
      identity,
      resource,
      scope,
      redirectUri,
      listener,
      show,
      end: ending.end,
      hide,
    });
    return { response, identity };
  } finally {
    ending.cancel();
    await listener.close();
  }
};

/** A client that was registered there earlier, by us and with consent. */
const reusable = ({ client, redirect }: LoginRequest, { issuer }: ServerMetadata): ClientIdentity | undefined =>
  redirect === undefined ? client.registered?.get(issuer) : undefined;

const askToRegister = async (request: LoginRequest, server: ServerMetadata): Promise<void> => {
  if (!server.registrationEndpoint)
    throw new LoginStop(
      "no-client",
      `${server.issuer} knows no client of ours and registers none by itself; register one there and give it with --client-id`,
    );
  if (!(await request.mayRegister(server.issuer)))
    throw new LoginStop(
      "no-client",
      `no client is known at ${server.issuer}; give one with --client-id or --client-metadata-url, or let mcptest register itself with --register`,
    );
};

const DEFAULT_REDIRECT: RedirectShape = { host: "127.0.0.1", port: 0, path: "/callback" };

const openListener = async (
  shape: RedirectShape | undefined,
  registered: string | undefined,
): Promise<{ readonly listener: RedirectListener; readonly redirectUri: string }> => {
  const known = registered === undefined ? undefined : new URL(registered);
  const { host, port, path } = known
    ? { host: known.hostname, port: Number(known.port), path: known.pathname }
    : (shape ?? DEFAULT_REDIRECT);
  try {
    const listener = await listenForRedirect({ port, path });
    return { listener, redirectUri: `http://${host}:${listener.port}${path}` };
  } catch {
    throw new LoginStop(
      "no-listener",
      known
        ? `port ${port}, which the client was registered with, is taken; free it, or forget the sign-in with mcptest login --forget and register again`
        : `port ${port} of this machine is taken; choose another with --redirect-uri`,
    );
  }
};

const openEnd = (
  ms: number,
  signal: AbortSignal,
): { readonly end: Promise<"too-late" | "interrupted">; cancel(): void } => {
  let cancel = (): void => {};
  const end = new Promise<"too-late" | "interrupted">((resolve) => {
    const deadline = startDeadline(ms, () => resolve("too-late"));
    const onAbort = (): void => resolve("interrupted");
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    cancel = () => {
      deadline.cancel();
      signal.removeEventListener("abort", onAbort);
    };
  });
  return { end, cancel: () => cancel() };
};
