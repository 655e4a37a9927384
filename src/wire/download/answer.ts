import type { Header } from "../../base/header.ts";
import type { AddressPolicy, Lookup } from "../address-policy.ts";
import type { DownloadLimits } from "../download-limits.ts";
import type { TlsOptions } from "../http/http-endpoint.ts";

/** One answer, read to its end. Only the body of a 200 is kept. */
export interface DownloadResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** One GET, without any redirect. */
export interface GetRequest {
  readonly url: URL;
  readonly headers: readonly Header[];
  /** The largest body that is taken. */
  readonly maxBytes: number;
  readonly limits: DownloadLimits;
  readonly policy: AddressPolicy;
  readonly tls?: TlsOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Tests replace name resolution here. */
  readonly resolve?: Lookup | undefined;
}
