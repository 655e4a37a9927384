import { defined } from "../base/defined.ts";
import { isJsonObject, type Json } from "../base/json.ts";
import type { HttpTarget } from "../capture/target.ts";
import { LATEST_STATEFUL } from "../protocol/revision.ts";
import { policyOf } from "../wire/address-policy.ts";
import { startDeadline } from "../wire/deadline.ts";
import { type HttpClient, openHttpClient } from "../wire/http/http-client.ts";
import { lookForProgram } from "../wire/stdio/look-for-program.ts";
import type { PathLook, Surroundings } from "../wire/surroundings.ts";
import type { Detection } from "./detect/detect.ts";
import type { RunContext } from "./run-context.ts";

/** Where servers often are: the paths that the SDKs' examples use. */
const USUAL_PATHS = ["/mcp", "/sse"] as const;

/**
 * Nothing could be asked of the server: a look at what the user may have meant. Two requests at most, to the user's own
 * origin, and only if something else than a server answers at the address that was given.
 */
export const findSurroundings = async (
  context: RunContext,
  detection: Detection,
): Promise<{ surroundings?: Surroundings }> => {
  if (detection.era.verdict !== "none" || context.signal.aborted) return {};
  const { target, recorder } = context;
  if (target.kind === "http") {
    const paths = isElsewhere(detection) ? await lookAtPaths(context, target) : [];
    return paths.length > 0 ? { surroundings: { paths } } : {};
  }
  if (recorder.anyAnswer) return {};
  const { command, args, env, cwd } = target;
  return defined({
    surroundings: lookForProgram(defined({ command, args, env: { ...context.baseEnv, ...env }, cwd })),
  });
};

/** A web page, a 404: an answer, but neither a message nor an authentication challenge. */
const isElsewhere = ({ auth, initialize, discover }: Detection): boolean =>
  !auth &&
  [initialize, discover].every(
    ({ http, response }) =>
      http?.status !== undefined && http.status < 500 && !isMessage(response) && http.redirect === undefined,
  );

const isMessage = (value: Json | undefined): boolean => isJsonObject(value) && value["jsonrpc"] !== undefined;

const lookAtPaths = async (context: RunContext, target: HttpTarget): Promise<PathLook[]> => {
  const given = new URL(target.url);
  const addresses = USUAL_PATHS.map((path) => new URL(path, given)).filter(
    ({ pathname }) => pathname !== given.pathname,
  );
  const client = openHttpClient(
    defined({ limits: context.limits, policy: policyOf(target), tls: target.tls, resolve: context.resolve }),
  );
  const onAbort = (): void => client.close();
  context.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.all(addresses.map((url) => lookAt(url, context, target, client)));
  } finally {
    context.signal.removeEventListener("abort", onAbort);
    client.close();
  }
};

const lookAt = async (
  url: URL,
  { client: { name, version }, limits }: RunContext,
  { headers }: HttpTarget,
  client: HttpClient,
): Promise<PathLook> => {
  const isStream = url.pathname === "/sse";
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: LATEST_STATEFUL, capabilities: {}, clientInfo: { name, version } },
  };
  let body = "";
  const isEnough = (): boolean => body.length > ENOUGH || (isStream ? ENDPOINT_EVENT : MESSAGE).test(body);
  const call = client.call(
    {
      method: isStream ? "GET" : "POST",
      url,
      headers: [
        ...(isStream ? [] : ([["Content-Type", "application/json"]] as const)),
        ["Accept", isStream ? "text/event-stream" : "application/json, text/event-stream"],
        ...headers,
      ],
      ...(isStream ? {} : { body: new TextEncoder().encode(JSON.stringify(initialize)) }),
    },
    {
      onData: (chunk) => {
        body += chunk.toString("latin1");
        if (isEnough()) call.close();
      },
    },
  );
  // A stream stays open, and one that names no endpoint is not waited for any longer than one that is asked.
  const patience = startDeadline(limits.headMs, () => call.close());
  const { head } = await call.done;
  patience.cancel();
  const status = head?.status ?? null;
  return {
    url: url.href,
    status,
    answers: head ? readLook(head.status, mediaType(head.headers), body, isStream) : "nothing",
  };
};

const ENOUGH = 16_384;
const MESSAGE = /"jsonrpc"\s*:\s*"2\.0"/;
/** HTTP+SSE begins with it. Without it a stream is just a stream, of which a web application may have many. */
const ENDPOINT_EVENT = /(?:^|[\r\n])event: ?endpoint[\r\n]/;

const mediaType = (headers: readonly (readonly [string, string])[]): string =>
  (headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "").split(";")[0]?.trim().toLowerCase() ??
  "";

const readLook = (status: number, type: string, body: string, isStream: boolean): PathLook["answers"] => {
  if (status === 401 || status === 403) return "locked";
  if (isStream) return status === 200 && type === "text/event-stream" && ENDPOINT_EVENT.test(body) ? "sse" : "other";
  // Also an error message is one: something there speaks JSON-RPC.
  return MESSAGE.test(body) ? "mcp" : "other";
};
