// A small authorization server: correct as it stands, and wrong in one way where a trait says so.

import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, findClient, readRegistration } from "./clients.ts";
import type { Traits, Vice } from "./traits.ts";

export interface AuthorizationServer {
  readonly issuer: string;
  /** An MCP server that names it. */
  readonly server: string;
  /** How many clients are registered now. */
  clients(): number;
  close(): Promise<void>;
}

interface Code {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string | null;
  readonly resource: string | null;
  used: boolean;
}

export const startAuthorizationServer = async (traits: Traits = {}): Promise<AuthorizationServer> => {
  const state = { clients: new Map<string, Client>(), codes: new Map<string, Code>(), kept: new Map<string, Client>() };
  const server: Server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const path = traits.issuerPath ?? "";
  const issuer = `${origin}${path}`;
  const takes = (vice: Vice): boolean => traits.takes?.has(vice) === true;

  const describe = (): Record<string, unknown> => ({
    issuer: traits.lie ?? issuer,
    authorization_endpoint: `${traits.endpointsOn ?? issuer}/authorize`,
    token_endpoint: `${traits.endpointsOn ?? issuer}/token`,
    ...(traits.registration === "none" ? {} : { registration_endpoint: `${issuer}/register` }),
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ...traits.members,
  });

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? "/", origin);
    const body = await readBody(incoming);
    const json = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      outgoing.writeHead(status, { "Content-Type": "application/json", ...headers });
      outgoing.end(JSON.stringify(value));
    };
    const kind = traits.metadata ?? "both";
    if (url.pathname === `/.well-known/oauth-authorization-server${path}`)
      return kind === "both" || kind === "rfc8414" ? json(200, describe()) : json(404, {});
    if ([`/.well-known/openid-configuration${path}`, `${path}/.well-known/openid-configuration`].includes(url.pathname))
      return kind === "both" || kind === "openid"
        ? json(200, { ...describe(), ...traits.openidMembers })
        : json(404, {});
    if (url.pathname === "/.well-known/oauth-protected-resource/mcp")
      return json(200, { resource: `${origin}/mcp`, authorization_servers: [issuer] });
    switch (url.pathname.slice(path.length)) {
      case "/mcp":
        return json(401, { error: "invalid_token" }, { "WWW-Authenticate": "Bearer" });
      case "/authorize":
        return authorize(url, outgoing);
      case "/sign-in":
        return page(outgoing, url.searchParams.get("host") ?? "");
      case "/token":
        return token(incoming, url, body, json, outgoing);
      case "/register":
        return register(body, json);
      default:
        return url.pathname.startsWith(`${path}/register/`) ? remove(incoming, url, outgoing) : json(404, {});
    }
  };

  const page = (outgoing: ServerResponse, host: string, link = "") => {
    const framing = traits.frameable ? {} : { "Content-Security-Policy": "frame-ancestors 'none'" };
    outgoing.writeHead(200, { "Content-Type": "text/html", ...framing });
    const busting =
      traits.frameable === "script" ? "<script>if (top !== self) top.location = self.location</script>" : "";
    const shown = traits.hidesHost ? "" : `<p>The code goes to ${host}.</p>`;
    const form =
      traits.page === "consent" || link !== ""
        ? `<h1>Allow mcptest?</h1>${shown}<form method="post"><button name="allow">Allow</button></form>${link}`
        : `<h1>Sign in</h1><form method="post"><input name="username"><input type="password" name="password"></form>`;
    outgoing.end(`<!doctype html><title>Example</title>${busting}${form}`);
  };

  const refuse = (outgoing: ServerResponse, why: string) => {
    if (traits.page === "single-page") return page(outgoing, "");
    outgoing.writeHead(400, { "Content-Type": "text/html", "Content-Security-Policy": "frame-ancestors 'none'" });
    outgoing.end(`<!doctype html><title>Error</title><p>${why}</p>`);
  };

  const authorize = async (url: URL, outgoing: ServerResponse): Promise<void> => {
    const asked = (name: string): string | null => url.searchParams.get(name);
    const known = await findClient(asked("client_id") ?? "", state, traits);
    if (!known) return refuse(outgoing, "unknown client");
    const redirect = asked("redirect_uri") ?? "";
    const isKnown = redirectMatches(known, redirect, takes);
    if (!isKnown && !takes("redirect-error")) return refuse(outgoing, "unknown redirect URI");
    const back = (parameters: Record<string, string>) => {
      const to = new URL(redirect);
      for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value);
      if (traits.state !== "none" && asked("state") !== null) to.searchParams.set("state", asked("state") ?? "");
      if (traits.iss !== "none") to.searchParams.set("iss", traits.iss === "other" ? "https://other.example" : issuer);
      outgoing.writeHead(302, { Location: to.href }).end();
    };
    const fail = (error: string): void => (traits.errors === "page" ? refuse(outgoing, error) : back({ error }));
    if (!isKnown) return fail("invalid_request");
    if (asked("response_type") !== "code") return fail("unsupported_response_type");
    if (asked("code_challenge") === null && !takes("no-pkce")) return fail("invalid_request");
    if (asked("code_challenge_method") === "plain" && !takes("plain")) return fail("invalid_request");
    const resource = asked("resource");
    if (resource !== null && !URL.canParse(resource) && !takes("any-resource")) return fail("invalid_target");
    if (asked("prompt") === "none") return fail("login_required");
    const host = new URL(redirect).hostname;
    if (traits.upstream) return passOn(outgoing, host, asked("client_id") ?? "");
    if (traits.page === "code") return back({ code: issueCode(url, known) });
    if (traits.page === "redirect-to-page") {
      outgoing.writeHead(302, {
        Location: `${path}/sign-in?host=${host}`,
        "Set-Cookie": `flow=${randomBytes(9).toString("hex")}`,
      });
      outgoing.end();
      return;
    }
    page(outgoing, host);
  };

  const passOn = (outgoing: ServerResponse, host: string, client: string) => {
    const to = new URL("https://third-party.example/authorize");
    to.searchParams.set("response_type", "code");
    to.searchParams.set("client_id", traits.upstream === "own-client-each" ? `for-${client}` : "the-proxy");
    to.searchParams.set("redirect_uri", `${origin}/callback`);
    to.searchParams.set("scope", traits.upstream === "sign-in-only" ? "openid email" : "repo");
    if (traits.upstream === "after-page")
      return page(outgoing, host, `<a href="${to.href.replaceAll("&", "&amp;")}">Continue</a>`);
    outgoing.writeHead(302, { Location: to.href }).end();
  };

  const issueCode = (url: URL, { id }: Client): string => {
    const code = randomBytes(12).toString("hex");
    state.codes.set(code, {
      client: id,
      redirect: url.searchParams.get("redirect_uri") ?? "",
      challenge: url.searchParams.get("code_challenge"),
      resource: url.searchParams.get("resource"),
      used: false,
    });
    return code;
  };

  const register = (body: string, json: (status: number, value: unknown) => void) => {
    const read = readRegistration(body, traits, takes("plain-http"));
    if (!read) return json(400, { error: "invalid_redirect_uri" });
    const id = randomBytes(6).toString("hex");
    state.clients.set(id, { id, redirects: read.redirect_uris });
    const removal =
      traits.removal === "none"
        ? {}
        : {
            registration_client_uri: `${issuer}/register/${id}`,
            registration_access_token: randomBytes(12).toString("hex"),
          };
    const secret = traits.registration === "undated-secret" ? { client_secret: randomBytes(12).toString("hex") } : {};
    const { redirect_uris, ...rest } = read;
    const kept = traits.registration === "no-redirects" ? rest : { ...rest, redirect_uris };
    json(traits.registration === "status-200" ? 200 : 201, { client_id: id, ...kept, ...removal, ...secret });
  };

  const remove = (incoming: IncomingMessage, url: URL, outgoing: ServerResponse) => {
    if (traits.removal === "500" || traits.removal === "405")
      return void outgoing.writeHead(Number(traits.removal)).end();
    if (incoming.method !== "DELETE" || !incoming.headers.authorization) return void outgoing.writeHead(401).end();
    state.clients.delete(url.pathname.split("/").at(-1) ?? "");
    outgoing.writeHead(204).end();
  };

  const token = (
    incoming: IncomingMessage,
    url: URL,
    body: string,
    json: (status: number, value: unknown, headers?: Record<string, string>) => void,
    outgoing: ServerResponse,
  ) => {
    if (incoming.method !== "POST" && traits.reads !== "get") return json(405, { error: "invalid_request" });
    const form = incoming.method === "POST" ? new URLSearchParams(body) : url.searchParams;
    const fail = (error: string, status = 400, headers: Record<string, string> = {}) => {
      if (traits.tokenError === "html")
        return void outgoing.writeHead(400, { "Content-Type": "text/html" }).end("<p>no</p>");
      return json(traits.tokenError === "500" ? 500 : status, { error }, headers);
    };
    const issue = (resource: string | null): void =>
      json(
        200,
        { access_token: makeToken(traits, issuer, resource), token_type: "Bearer", expires_in: 600 },
        traits.tokenCaching ? {} : { "Cache-Control": "no-store" },
      );
    if (incoming.headers.authorization?.startsWith("Basic "))
      return traits.basic === "400"
        ? fail("invalid_client")
        : fail("invalid_client", 401, { "WWW-Authenticate": "Basic" });
    switch (form.get("grant_type")) {
      case "authorization_code": {
        const code = state.codes.get(form.get("code") ?? "");
        if (!code) return takes("made-up-code") ? issue(null) : fail("invalid_grant");
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        if (code.challenge !== challenge && !takes("wrong-verifier")) return fail("invalid_grant");
        if (code.used && !takes("used-code")) return fail("invalid_grant");
        code.used = !takes("wrong-verifier") || code.challenge === challenge;
        return issue(code.resource);
      }
      case "client_credentials":
        return takes("anonymous-credentials")
          ? issue(null)
          : fail("invalid_client", 401, { "WWW-Authenticate": "Basic" });
      case "urn:ietf:params:oauth:grant-type:jwt-bearer":
        return takes("unsigned-assertion") ? issue(null) : fail("invalid_grant");
      default:
        return fail("unsupported_grant_type");
    }
  };

  return {
    issuer,
    server: `${origin}/mcp`,
    clients: () => state.clients.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const redirectMatches = ({ redirects }: Client, redirect: string, takes: (vice: Vice) => boolean): boolean => {
  if (redirects.includes(redirect) || takes("any-redirect")) return true;
  const isLoopback = (uri: string): boolean => /^http:\/\/127\.0\.0\.1[:/]/.test(uri);
  const without = (uri: string, part: RegExp): string => uri.replace(part, "");
  return redirects.some(
    (uri) =>
      (takes("redirect-prefix") && redirect.startsWith(uri)) ||
      (takes("redirect-query") && without(redirect, /\?.*$/) === uri) ||
      (takes("redirect-port") && without(redirect, /:\d+(?=\/)/) === without(uri, /:\d+(?=\/)/)) ||
      // The port of a loopback address may vary (RFC 8252).
      (isLoopback(uri) && isLoopback(redirect) && without(redirect, /:\d+(?=\/)/) === without(uri, /:\d+(?=\/)/)),
  );
};

const makeToken = ({ tokens = "opaque" }: Traits, issuer: string, resource: string | null): string => {
  if (tokens === "opaque") return randomBytes(24).toString("hex");
  const aud = tokens === "jwt" ? resource : issuer;
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "HS256" })}.${encode({ iss: issuer, aud, sub: "somebody" })}.${randomBytes(12).toString("hex")}`;
};

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};
