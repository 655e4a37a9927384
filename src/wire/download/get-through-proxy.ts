import { isForbiddenHost } from "../address-policy.ts";
import { GrowingBytes } from "../growing-bytes.ts";
import { pairs } from "../http/http-call.ts";
import { codeOf, troubleOf } from "../http/http-trouble.ts";
import { trustedRoots } from "../tls-roots.ts";
import type { DownloadResponse, GetRequest } from "./answer.ts";
import { DownloadError } from "./download-error.ts";
import { tooLarge } from "./get-direct.ts";

/**
 * The same GET through the proxy of the environment. Only here undici is loaded. The proxy resolves the name, so of
 * the address policy only literal addresses can be judged.
 */
export const getThroughProxy = async (request: GetRequest, proxy: URL): Promise<DownloadResponse> => {
  const { url, limits } = request;
  if (isForbiddenHost(request.policy, url.hostname)) {
    throw new DownloadError("network", "the address it leads to is private or reserved");
  }
  const { ProxyAgent, request: send } = await import("undici");
  const roots = { ca: trustedRoots(request.tls?.ca) };
  const agent = new ProxyAgent({
    uri: proxy.href,
    // https needs a tunnel; for plain http, older proxies expect none.
    proxyTunnel: url.protocol === "https:",
    requestTls: { ...roots, timeout: limits.connectMs },
    proxyTls: { ...roots, timeout: limits.connectMs },
    headersTimeout: limits.headMs,
    bodyTimeout: limits.idleMs,
  });
  const deadline = AbortSignal.timeout(limits.totalMs);
  try {
    const answer = await send(url, {
      dispatcher: agent,
      method: "GET",
      headers: Object.fromEntries(request.headers),
      signal: request.signal ? AbortSignal.any([deadline, request.signal]) : deadline,
      responseHeaders: "raw",
    });
    const body = answer.statusCode === 200 ? await readBody(answer.body, request.maxBytes) : new Uint8Array();
    return { status: answer.statusCode, headers: rawHeaders(answer.headers), body };
  } catch (error) {
    throw explain(error, request, deadline);
  } finally {
    await agent.destroy();
  }
};

const readBody = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const bytes = new GrowingBytes();
  for await (const chunk of body) {
    if (bytes.length + chunk.length > maxBytes) throw tooLarge(maxBytes);
    bytes.append(chunk);
  }
  return bytes.copy();
};

/** Asked for raw, the headers are a flat list; the types only know the other form. */
const rawHeaders = (headers: unknown): DownloadResponse["headers"] =>
  pairs((Array.isArray(headers) ? headers : []).map((part) => String(part)));

const explain = (error: unknown, { signal, limits }: GetRequest, deadline: AbortSignal): DownloadError => {
  if (error instanceof DownloadError) return error;
  if (signal?.aborted) return new DownloadError("aborted", "interrupted");
  if (deadline.aborted) return new DownloadError("network", `no complete response within ${limits.totalMs} ms`);
  const code = codeOf(error);
  const said = TIMEOUTS[code] ?? proxyAnswer(error);
  if (said !== undefined) return new DownloadError("network", said);
  const { detail } = troubleOf(error, "connect");
  return new DownloadError("network", `${detail}, through the proxy${code === "" ? "" : ` (${code})`}`);
};

const TIMEOUTS: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: "no connection to the proxy in time",
  UND_ERR_HEADERS_TIMEOUT: "no response head in time, through the proxy",
  UND_ERR_BODY_TIMEOUT: "the body stopped, through the proxy",
};

/** undici reports a proxy's answer only as text; repeat nothing of it but the status. */
const proxyAnswer = (error: unknown): string | undefined => {
  const status = error instanceof Error ? /\((\d{3})\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? undefined : `the proxy answered ${status}`;
};
