import type { Header } from "../../base/header.ts";
import type { Json } from "../../base/json.ts";
import { HEADER, HEADER_KEY } from "../../protocol/headers.ts";
import { LATEST_STATEFUL } from "../../protocol/revision.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import type { AuthAnswer, AuthHttp } from "./auth-http.ts";
import { challengeParameter } from "./www-authenticate.ts";

/** How a server answers somebody without a token. */
export interface TokenlessAnswer {
  readonly exchange: string;
  readonly status: number;
  /** The address of the resource metadata, if the challenge names one; a path alone is completed. */
  readonly resourceMetadata?: URL;
  /** The scopes the server asks for, separated by spaces. */
  readonly scope?: string;
  /** The server answered as if no token were needed. */
  readonly open: boolean;
}

export type ChallengeAnswer =
  | { readonly ok: true; readonly challenge: TokenlessAnswer }
  /** Nothing answered: `answer.trouble` says why. */
  | { readonly ok: false; readonly answer: AuthAnswer };

const PLAIN_HEADERS: readonly Header[] = [
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
  ["Accept-Encoding", "identity"],
];

/** A handshake without a token, with the user's other headers: a gateway may want those before anything is asked of the server. */
export const askForChallenge = async (http: AuthHttp): Promise<ChallengeAnswer> => {
  const { target, context } = http;
  const url = new URL(target.url);
  const own = target.headers.filter(([name]) => name.toLowerCase() !== "authorization");
  const params: Json = { protocolVersion: LATEST_STATEFUL, capabilities: {}, clientInfo: { ...context.client } };
  const message = { jsonrpc: "2.0", id: 1, method: "initialize", params };
  const body = new TextEncoder().encode(JSON.stringify(message));
  const step = "challenge";
  const headers = [...PLAIN_HEADERS, ...own];
  const answer = await http.send({ step, method: "POST", url, headers, body, deliberate: true });
  if (answer.status === undefined) return { ok: false, answer };
  const [session] = headerValues(answer.headers, HEADER_KEY.sessionId);
  // A server that needs no token may have opened a session, which nobody is going to use.
  if (session !== undefined && answer.status < 300)
    await http.send({
      step: "challenge-end",
      method: "DELETE",
      url,
      headers: [...headers, [HEADER.sessionId, session]],
      deliberate: true,
    });
  return { ok: true, challenge: readChallenge(answer, url) };
};

export const readChallenge = ({ exchange, status = 0, headers }: AuthAnswer, endpoint: URL): TokenlessAnswer => {
  const parameter = (name: string): string | undefined =>
    headerValues(headers, "www-authenticate")
      .map((value) => challengeParameter(value, name))
      .find((value) => value !== undefined && value !== "");
  const named = parameter("resource_metadata");
  const scope = parameter("scope");
  return {
    exchange,
    status,
    open: status >= 200 && status < 300,
    ...(named !== undefined && URL.canParse(named, endpoint.href)
      ? { resourceMetadata: new URL(named, endpoint) }
      : {}),
    ...(scope === undefined ? {} : { scope }),
  };
};
