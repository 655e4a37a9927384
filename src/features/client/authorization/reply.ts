import type { Header } from "../../../base/header.ts";
import type { Json } from "../../../base/json.ts";
import type { HeardRequest, HttpReply } from "../../../wire/client/http-listener.ts";
import { headerValues } from "../../../wire/http/http-call.ts";

/** An answer of an authorization server. */
export interface IssuerResponse {
  readonly status: number;
  readonly headers?: readonly Header[];
  readonly body?: Json;
}

export const send = (reply: HttpReply, { status, headers = [], body }: IssuerResponse): void => {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const type: readonly Header[] = body === undefined ? [] : [["Content-Type", "application/json"]];
  reply.head(status, [...type, ["Content-Length", String(bytes.length)], ["Cache-Control", "no-store"], ...headers]);
  if (bytes.length > 0) reply.write(bytes);
  reply.end();
};

export const NOT_FOUND: IssuerResponse = { status: 404 };

export const refusal = (error: string, description: string, status = 400): IssuerResponse => ({
  status,
  body: { error, error_description: description },
});

/** A request with its address taken apart. */
export interface IssuerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly body: string;
  header(name: string): string | undefined;
  /** Every value of a header. */
  headers(name: string): readonly string[];
}

export const asked = ({ method, path, headers, body }: HeardRequest): IssuerRequest => {
  const at = path.indexOf("?");
  const text = body.toString("utf8");
  return {
    method,
    path: at < 0 ? path : path.slice(0, at),
    query: new URLSearchParams(at < 0 ? "" : path.slice(at + 1)),
    form: new URLSearchParams(text),
    body: text,
    header: (name) => headerValues(headers, name)[0],
    headers: (name) => headerValues(headers, name),
  };
};
