import type { HttpTarget, SignedIn } from "../../capture/target.ts";
import { type AuthHttp, openAuthHttp } from "../../probe/oauth/auth-http.ts";
import { type LoginFailure, LoginStop } from "../../probe/oauth/login-failure.ts";
import { openRun, type RunRequest } from "../../probe/open-run.ts";
import { isPrivateHost } from "../../wire/private-host.ts";
import { hideSecrets } from "./flow/hide-secrets.ts";
import { login, renew } from "./flow/login.ts";
import type { LoginRequest } from "./flow/login-request.ts";
import { secretsIn, type TokenRecord } from "./tokens/token-record.ts";

export interface SignInRequest extends Omit<LoginRequest, "hide"> {
  readonly run: Pick<RunRequest, "client" | "limits" | "signal" | "resolve">;
  /** The authorization server may be at a loopback or private address although the target is not. */
  readonly allowPrivate: boolean;
}

/** What came of it; the flow is there either way, with its secrets listed. */
export interface SignInResult {
  readonly record?: TokenRecord;
  readonly failure?: LoginFailure;
  readonly signedIn: SignedIn;
}

/** Signs in anew. Rejects only on a bug of ours. */
export const signIn = (target: HttpTarget, request: SignInRequest): Promise<SignInResult> =>
  withFlow(target, request, (http, hide) => login(http, { ...request, hide }));

/** Renews what is stored, without anybody. */
export const renewToken = (target: HttpTarget, record: TokenRecord, request: SignInRequest): Promise<SignInResult> =>
  withFlow(target, request, (http, hide) => renew(http, record, { ...request, hide }));

/** Nothing is asked: the stored token is good. */
export const useStored = async (
  target: HttpTarget,
  record: TokenRecord,
  request: Pick<SignInRequest, "allowPrivate" | "run">,
): Promise<SignedIn> => ({
  conversations: [],
  exchanges: [],
  secrets: secretsIn(record),
  private: await mayBePrivate(target, request),
});

/** Who types a private address is at home there; from a public one nobody is led to a private one unasked. */
const mayBePrivate = async (
  { url }: HttpTarget,
  { allowPrivate, run }: Pick<SignInRequest, "allowPrivate" | "run">,
): Promise<boolean> => allowPrivate || isPrivateHost(new URL(url).hostname, run.resolve);

/** Documents and token responses are small; a flow has no use for more. */
const FLOW_LIMITS = { bodyBytes: 1_048_576, decodedBytes: 1_048_576 };
/** Beyond the wait for the browser, which has its own end. */
const FLOW_MS = 120_000;

const withFlow = async (
  target: HttpTarget,
  request: SignInRequest,
  flow: (http: AuthHttp, hide: LoginRequest["hide"]) => Promise<TokenRecord>,
): Promise<SignInResult> => {
  const { limits } = request.run;
  const isPrivate = await mayBePrivate(target, request);
  const ca = target.tls?.ca;
  const { context, end } = openRun(target, {
    ...request.run,
    limits: { ...FLOW_LIMITS, ...limits, runMs: request.waitMs + FLOW_MS },
    metadata: { private: isPrivate, ...(ca === undefined ? {} : { tls: { ca } }) },
  });
  const http = openAuthHttp(context, target, { id: "login", purpose: "how the token was come by" });
  const hidden = new Set<string>();
  const given = [request.client.secret, request.refreshToken].filter((secret) => secret !== undefined);
  let outcome: Pick<SignInResult, "record" | "failure">;
  try {
    outcome = { record: await flow(http, (...secrets) => secrets.forEach((secret) => void hidden.add(secret))) };
  } catch (error) {
    if (!(error instanceof LoginStop)) throw error;
    outcome = { failure: error.failure };
  } finally {
    http.close();
    end();
  }
  const { conversations = [], exchanges } = context.recorder.snapshot();
  const found = hideSecrets(exchanges);
  const kept = outcome.record ? secretsIn(outcome.record) : [];
  const secrets = [...new Set([...given, ...hidden, ...found.secrets, ...kept])].filter((secret) => secret !== "");
  const { record, failure } = outcome;
  return {
    ...(record ? { record } : {}),
    ...(failure ? { failure: withoutSecrets(failure, secrets) } : {}),
    signedIn: { conversations, exchanges: found.exchanges, secrets, private: isPrivate },
  };
};

/** A line may quote a server, and a server may quote what it was sent. */
const withoutSecrets = ({ problem, line, further = [] }: LoginFailure, secrets: readonly string[]): LoginFailure => {
  const clean = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
  return { problem, line: clean(line), further: further.map(clean) };
};
