import { isLoopbackUrl } from "../../../base/loopback.ts";
import type { AuthAnswer } from "../../../probe/oauth/auth-http.ts";
import type { QuestionName } from "../../../protocol/question.ts";
import { type IssuerRun, leaveOut } from "./asking.ts";
import { authorizationAddress, type CodeVerifier, type Differences, makeProof } from "./authorization-address.ts";
import { redirectTarget, visit } from "./user-agent.ts";

/** A client that nobody has registered. */
const UNKNOWN_CLIENT = "mcptest-no-such-client";
const SOMEWHERE = "http://127.0.0.1:8976/callback";

/** What a correct request led to. */
export interface RightAnswer {
  readonly proof: CodeVerifier;
  readonly answer: AuthAnswer;
  /** Issued at once, without a user. */
  readonly code?: string;
}

const tryWith = async (
  asking: IssuerRun,
  question: QuestionName,
  as: string,
  differences: Differences,
): Promise<AuthAnswer | undefined> => {
  const url = authorizationAddress(asking, makeProof(), differences);
  return url && visit(asking, question, as, url);
};

/** What a refusal looks like here: asked of every authorization server, for it needs no client and leaves nothing behind. */
export const askUnknownClient = async (asking: IssuerRun): Promise<void> => {
  const redirect_uri = asking.client?.redirect_uris[0] ?? SOMEWHERE;
  await tryWith(asking, "authorization-request", "unknown-client", { client_id: UNKNOWN_CLIENT, redirect_uri });
};

export const askRight = async (asking: IssuerRun): Promise<RightAnswer | undefined> => {
  const proof = makeProof();
  asking.secrets.add(proof.verifier);
  const url = authorizationAddress(asking, proof);
  if (!url) return undefined;
  const answer = await visit(asking, "authorization-request", "right", url);
  const code = redirectTarget(answer)?.searchParams.get("code") ?? undefined;
  if (code !== undefined) asking.secrets.add(code);
  return { proof, answer, ...(code === undefined ? {} : { code }) };
};

/** Everything that is wrong with a request in one way, one after the other. */
export const askWrongRequests = async (asking: IssuerRun): Promise<void> => {
  const { client, metadata } = asking;
  if (!client) return;
  if (client.confidential)
    leaveOut(
      asking,
      ["authorization-without-pkce"],
      "not-offered",
      "the client has a secret, for which OAuth 2.1 allows other means than PKCE",
    );
  else await tryWith(asking, "authorization-without-pkce", "", { code_challenge: null, code_challenge_method: null });
  if (metadata.codeChallengeMethods?.includes("plain"))
    leaveOut(asking, ["authorization-with-plain"], "not-offered", "the metadata lists the method plain");
  else
    await tryWith(asking, "authorization-with-plain", "", {
      code_challenge: makeProof().verifier,
      code_challenge_method: "plain",
    });
  for (const [as, redirect_uri] of otherRedirects(client.redirect_uris))
    await tryWith(asking, "authorization-redirect", as, { redirect_uri });
  await tryWith(asking, "authorization-error", "response-type", { response_type: "mcptest-unknown" });
  if (asking.openid) await tryWith(asking, "authorization-error", "prompt-none", { prompt: "none" });
  await tryWith(asking, "authorization-resource", "", { resource: "not a uri" });
};

/**
 * Addresses next to a registered one. The port of a loopback address may vary (RFC 8252), so where there is another one that is
 * taken; everything else is compared letter by letter.
 */
export const otherRedirects = (registered: readonly string[]): readonly (readonly [string, string])[] => {
  const urls = registered.filter((uri) => URL.canParse(uri) && /^https?:/.test(uri)).map((uri) => new URL(uri));
  const base = urls.find(({ href }) => !isLoopbackUrl(href)) ?? urls[0];
  if (!base) return [];
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(base);
    change(url);
    return url.href;
  };
  const others: readonly (readonly [string, string])[] = [
    ["path", changed((url) => Object.assign(url, { pathname: `${url.pathname.replace(/\/$/, "")}/mcptest` }))],
    ["query", changed((url) => url.searchParams.set("mcptest", "1"))],
    ...(isLoopbackUrl(base.href)
      ? []
      : ([["port", changed((url) => Object.assign(url, { port: url.port === "8443" ? "9443" : "8443" }))]] as const)),
    ["scheme", base.href.replace(/^https?:/, base.protocol === "https:" ? "http:" : "https:")],
    ["host", changed((url) => Object.assign(url, { hostname: "mcptest-elsewhere.invalid" }))],
  ];
  return others.filter(([, uri]) => !registered.includes(uri));
};
