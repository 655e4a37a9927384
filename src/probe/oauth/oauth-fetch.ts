import type { Header } from "../../base/header.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { AuthHttp } from "./auth-http.ts";

/** No response came; the detail is one sentence of ours. */
export class NoResponse extends Error {
  override readonly name = "NoResponse";
  readonly trouble: Trouble;
  readonly url: URL;

  constructor(trouble: Trouble, url: URL) {
    super(trouble.detail);
    this.trouble = trouble;
    this.url = url;
  }
}

/** What oauth4webapi hands to its `customFetch`. */
export interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** Statuses of which a Response refuses to have a body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * The `customFetch` of oauth4webapi over our own HTTP: within the address policy and the limits, recorded under the name of the
 * step, without redirects. Only what a capture can hold is handed on, so what the library reads can be judged again.
 */
export const oauthFetch =
  (http: AuthHttp, step: string) =>
  async (address: string, options: FetchOptions): Promise<Response> => {
    const method = METHODS.find((known) => known === options.method);
    if (!method) throw new Error(`no part of the flow uses ${options.method}`);
    const headers: Header[] = [
      ...Object.entries(options.headers).filter(([name]) => name.toLowerCase() !== "accept-encoding"),
      ["accept-encoding", "identity"],
    ];
    const body = bytesOf(options.body);
    const answer = await http.send({ step, method, url: new URL(address), headers, ...(body ? { body } : {}) });
    if (answer.status === undefined || answer.trouble)
      throw new NoResponse(answer.trouble ?? { kind: "closed", detail: "no response came" }, answer.url);
    const text = answer.json === undefined ? (answer.text ?? "") : JSON.stringify(answer.json);
    return new Response(WITHOUT_BODY.has(answer.status) ? null : text, {
      // A status that no Response may have is no answer of an authorization server either.
      status: answer.status >= 200 && answer.status <= 599 ? answer.status : 500,
      headers: answer.headers.filter(isWebHeader).map(([name, value]) => [name, value] as [string, string]),
    });
  };

const bytesOf = (body: unknown): Uint8Array | undefined => {
  if (body === undefined || body === null) return undefined;
  if (body instanceof Uint8Array) return body;
  if (typeof body === "string" || body instanceof URLSearchParams) return new TextEncoder().encode(body.toString());
  throw new Error("no part of the flow sends another kind of body");
};

/** What the library needs; others might not be what a web header may hold. */
const READ = new Set(["content-type", "www-authenticate", "dpop-nonce"]);
const isWebHeader = ([name, value]: Header): boolean =>
  READ.has(name.toLowerCase()) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
