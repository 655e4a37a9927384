import { isJsonObject, type JsonObject, listMember, member, stringMember } from "../../../base/json.ts";
import { isLoopbackUrl } from "../../../base/loopback.ts";
import type { AuthAnswer } from "../../../probe/oauth/auth-http.ts";
import type { QuestionName } from "../../../protocol/question.ts";
import { ask, type Client, type IssuerRun, leaveOut } from "./asking.ts";
import { authorizationAddress, makeProof } from "./authorization-address.ts";
import { redirectTarget, visit } from "./user-agent.ts";

/** Nothing can answer there: names that end in .invalid belong to nobody (RFC 2606). */
const ELSEWHERE = "https://mcptest.invalid/callback";
const PLAIN_HTTP = "http://mcptest.invalid/callback";

/** A client that exists because of this run. */
export interface Registered {
  readonly client: Client;
  /** Where it can be deleted (RFC 7592), and with what. */
  readonly removal?: { readonly url: URL; readonly token: string };
}

const asksFor = (redirects: readonly string[], scope: string | undefined): JsonObject => ({
  client_name: "mcptest",
  redirect_uris: [...redirects],
  grant_types: ["authorization_code"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  application_type: redirects.some(isLoopbackUrl) ? "native" : "web",
  ...(scope === undefined ? {} : { scope }),
});

const register = async (
  asking: IssuerRun,
  question: QuestionName,
  as: string,
  redirects: readonly string[],
): Promise<Registered | undefined> => {
  const url = asking.metadata.registrationEndpoint;
  if (!url) return undefined;
  const json = asksFor(redirects, asking.scope);
  const answer = await ask(asking, question, as, { method: "POST", url, json });
  return readRegistration(answer, redirects, asking.secrets);
};

const readRegistration = (
  { status = 0, json, url }: AuthAnswer,
  asked: readonly string[],
  secrets: Set<string>,
): Registered | undefined => {
  const id = stringMember(json, "client_id");
  if (status >= 300 || !isJsonObject(json) || id === undefined) return undefined;
  const [secret, token] = [stringMember(json, "client_secret"), stringMember(json, "registration_access_token")];
  for (const value of [secret, token]) if (value !== undefined) secrets.add(value);
  const listed = listMember(json, "redirect_uris").filter((uri) => typeof uri === "string");
  const [first = asked[0] ?? ELSEWHERE, ...others] = listed.length > 0 ? listed : asked;
  const client: Client = {
    kind: "registered",
    id,
    redirect_uris: [first, ...others],
    confidential: secret !== undefined,
    ...(secret === undefined ? {} : { secret }),
  };
  const at = stringMember(json, "registration_client_uri");
  // The token that deletes the client goes nowhere but to where it came from.
  const removable = token !== undefined && at !== undefined && URL.canParse(at) && new URL(at).origin === url.origin;
  return removable ? { client, removal: { url: new URL(at), token } } : { client };
};

/** With an https address beside the loopback one, on which exact comparison shows; without it where that is refused. */
export const registerClient = async (asking: IssuerRun, callback: string): Promise<Registered | undefined> =>
  (await register(asking, "client-registration", "made", [callback, ELSEWHERE])) ??
  (await register(asking, "client-registration", "loopback-only", [callback]));

/** A client whose codes would travel in the open. Where it is registered, it is seen whether it may also be used. */
export const askPlainHttp = async (asking: IssuerRun): Promise<Registered | undefined> => {
  const registered = await register(asking, "plain-http-registration", "made", [PLAIN_HTTP]);
  if (!registered?.client.redirect_uris.includes(PLAIN_HTTP)) return registered;
  const difference = { client_id: registered.client.id, redirect_uri: PLAIN_HTTP };
  const url = authorizationAddress(asking, makeProof(), difference);
  if (url) await visit(asking, "plain-http-registration", "used", url);
  return registered;
};

/** Where the first client was sent on to another authorization server: is a second one sent there under the same name? */
export const askSecondClient = async (
  asking: IssuerRun,
  first: AuthAnswer,
  callback: string,
): Promise<Registered | undefined> => {
  const to = redirectTarget(first);
  const { authorizationEndpoint } = asking.metadata;
  const isPassedOn =
    to && to.origin !== authorizationEndpoint?.origin && member(paramsOf(to), "client_id") !== undefined;
  if (!isPassedOn) {
    leaveOut(asking, ["proxied-authorization"], "not-offered", "authorization is not passed on to a third party");
    return undefined;
  }
  const registered = await register(asking, "proxied-authorization", "registered", [callback]);
  if (!registered) return undefined;
  const url = authorizationAddress(asking, makeProof(), {
    client_id: registered.client.id,
    redirect_uri: registered.client.redirect_uris[0],
  });
  if (url) await visit(asking, "proxied-authorization", "second", url);
  return registered;
};

const paramsOf = ({ searchParams }: URL): JsonObject => Object.fromEntries(searchParams);

/** Deletes what was registered, where that is offered. Returns whether it is gone. */
export const removeClient = async (
  asking: IssuerRun,
  { removal }: Registered,
  as: "" | "second" | "plain-http",
): Promise<boolean> => {
  if (!removal) {
    if (as === "")
      leaveOut(
        asking,
        ["client-removal"],
        "not-offered",
        "the registration names no address to delete the client at (RFC 7592)",
      );
    return false;
  }
  const headers = [["Authorization", `Bearer ${removal.token}`] as const];
  const { status = 0 } = await ask(asking, "client-removal", as, { method: "DELETE", url: removal.url, headers });
  return status >= 200 && status < 300;
};
