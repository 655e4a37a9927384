import { GrowingBytes } from "../growing-bytes.ts";
import { openHttpClient } from "../http/http-client.ts";
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";
import type { Trouble } from "../trouble.ts";
import type { DownloadResponse, GetRequest } from "./answer.ts";
import { DownloadError } from "./download-error.ts";

/** A GET over our own connection, within the limits. */
export const getDirect = async (request: GetRequest): Promise<DownloadResponse> => {
  const { policy, tls, resolve } = request;
  const client = openHttpClient({ limits: wireLimits(request), policy, tls, resolve });
  const body = new GrowingBytes();
  let status = 0;
  const call = client.call(
    { method: "GET", url: request.url, headers: [...request.headers, ["Connection", "close"]] },
    {
      onHead: (head) => {
        status = head.status;
        // Only the head of any other answer is of use.
        if (status !== 200) call.close();
      },
      onData: (chunk) => body.append(chunk),
    },
  );
  const abort = (): void => call.fail({ kind: "aborted", detail: "interrupted" });
  request.signal?.addEventListener("abort", abort, { once: true });
  if (request.signal?.aborted) abort();
  try {
    const { head, trouble } = await call.done;
    if (trouble) throw errorOf(trouble, request.maxBytes);
    return { status, headers: head?.headers ?? [], body: body.copy() };
  } finally {
    request.signal?.removeEventListener("abort", abort);
    client.close();
  }
};

const wireLimits = ({ limits, maxBytes }: GetRequest): Limits => ({
  ...DEFAULT_LIMITS,
  connectMs: limits.connectMs,
  headMs: limits.headMs,
  idleMs: limits.idleMs,
  exchangeMs: limits.totalMs,
  bodyBytes: maxBytes,
  decodedBytes: maxBytes,
});

const errorOf = (trouble: Trouble, maxBytes: number): DownloadError => {
  if (trouble.kind === "aborted") return new DownloadError("aborted", trouble.detail);
  if (trouble.limit === "bodyBytes" || trouble.limit === "decodedBytes") return tooLarge(maxBytes);
  const code = trouble.code === undefined || trouble.code === "" ? "" : ` (${trouble.code})`;
  const detail =
    trouble.kind === "forbidden-address" ? "the address it leads to is private or reserved" : trouble.detail;
  return new DownloadError("network", `${detail}${code}`);
};

export const tooLarge = (maxBytes: number): DownloadError =>
  new DownloadError("too-large", `the answer is larger than the ${maxBytes} bytes that are taken`);
