import type { Header } from "../../../base/header.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { AuthorizationClient, IssuedToken, NotProbedReason } from "../../../capture/capture.ts";
import type { AuthAnswer, AuthHttp } from "../../../probe/oauth/auth-http.ts";
import type { ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import { type QuestionName, stepName } from "../../../protocol/question.ts";

/** The client that requests are made for. */
export interface Client extends AuthorizationClient {
  readonly id: string;
  readonly secret?: string;
  /** The first is the one that correct requests use. */
  readonly redirect_uris: readonly [string, ...string[]];
}

/** What every step of a run shares. */
export interface IssuerRun {
  readonly http: AuthHttp;
  readonly metadata: ServerMetadata;
  /** Whether OpenID Connect is spoken: then there is prompt=none. */
  readonly openid: boolean;
  readonly resource: string | undefined;
  readonly scope: string | undefined;
  client: Client | undefined;
  token: IssuedToken | undefined;
  /** Replaced in the capture wherever they stand. */
  readonly secrets: Set<string>;
}

export interface Sent {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers?: readonly Header[];
  readonly form?: Readonly<Record<string, string | undefined>>;
  readonly json?: JsonObject;
  /** We misbehave on purpose. */
  readonly deliberate?: boolean;
}

const COMMON: readonly Header[] = [["Accept-Encoding", "identity"]];

/** Sends one message of a question, and nothing that was not put into it. */
export const ask = (
  { http }: Pick<IssuerRun, "http">,
  question: QuestionName,
  as: string,
  { method = "GET", url, headers = [], form, json, deliberate = false }: Sent,
): Promise<AuthAnswer> => {
  const typed: readonly Header[] = form
    ? [["Content-Type", "application/x-www-form-urlencoded"]]
    : json
      ? [["Content-Type", "application/json"]]
      : [];
  const text = form ? new URLSearchParams(present(form)).toString() : json ? JSON.stringify(json) : undefined;
  const accept: readonly Header[] = headers.some(([name]) => name === "Accept") ? [] : [["Accept", "application/json"]];
  return http.send({
    step: stepName(question, as),
    method,
    url,
    headers: [...accept, ...COMMON, ...typed, ...headers],
    deliberate,
    ...(text === undefined ? {} : { body: new TextEncoder().encode(text) }),
  });
};

const present = (form: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Writes down why questions are not asked. */
export const leaveOut = (
  { http }: Pick<IssuerRun, "http">,
  questions: readonly QuestionName[],
  reason: NotProbedReason,
  detail: string,
): void => {
  for (const step of questions)
    http.context.recorder.addNotProbed({ conversation: CONVERSATION.id, step, reason, detail });
};

export const CONVERSATION = { id: "authorization", purpose: "what an authorization server says and does" } as const;
