import type { Header } from "../../base/header.ts";
import type { HttpHead } from "../http/http-call.ts";
import type { Trouble } from "../trouble.ts";

export interface RelayedRequest {
  readonly method: string;
  /** Path and query as the client wrote them. */
  readonly path: string;
  /** As they go to the server. */
  readonly headers: readonly Header[];
}

/** Sees one request and its answer, each piece in the moment before it is handed on. `end` or `broken` is the last call. */
export interface RequestTap {
  requestData(chunk: Buffer): void;
  /** The client has said everything. */
  requestEnd(): void;
  head(head: HttpHead): void;
  data(chunk: Buffer): void;
  /** The server has said everything. */
  end(): void;
  /** It ended early, by whom and why. */
  broken(by: "client" | "server" | "proxy", trouble: Trouble): void;
}

export type HttpTap = (request: RelayedRequest) => RequestTap;
