import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { createSecureContext, type SecureContext } from "node:tls";
import type { Limits } from "../../model/limits.ts";
import type { TlsOptions } from "../../model/target.ts";
import { type AddressPolicy, guardedLookup, type Lookup } from "../address-policy.ts";
import { trustedRoots } from "../tls-roots.ts";
import { type HttpCall, type HttpCallEvents, type HttpRequest, startHttpCall } from "./http-call.ts";

export interface HttpClientOptions {
  readonly limits: Limits;
  readonly tls?: TlsOptions;
  readonly policy: AddressPolicy;
  /** Tests replace name resolution here. */
  readonly resolve?: Lookup;
}

/** One per conversation: its connections are its own, so that one conversation's trouble is not another's. */
export interface HttpClient {
  call(request: HttpRequest, events: HttpCallEvents): HttpCall;
  close(): void;
}

export const openHttpClient = (options: HttpClientOptions): HttpClient => {
  const calls = new Set<HttpCall>();
  let agents: { http?: HttpAgent; https?: HttpsAgent } = {};

  const agentFor = (protocol: string): HttpAgent | HttpsAgent => {
    const shared = {
      keepAlive: true,
      maxSockets: Number.POSITIVE_INFINITY,
      lookup: guardedLookup(options.policy, options.resolve),
    };
    if (protocol === "https:") {
      agents.https ??= new HttpsAgent({ ...shared, ...tlsSettings(options.tls) });
      return agents.https;
    }
    agents.http ??= new HttpAgent(shared);
    return agents.http;
  };

  return {
    call: (request, events) => {
      const call = startHttpCall(
        request,
        { agent: agentFor(request.url.protocol), limits: options.limits, policy: options.policy },
        events,
      );
      calls.add(call);
      void call.done.finally(() => calls.delete(call));
      return call;
    },
    close: () => {
      for (const call of calls) call.close();
      agents.http?.destroy();
      agents.https?.destroy();
      agents = {};
    },
  };
};

// Parsing three hundred roots is the dearest part of an https start, so it is done once per process and trust.
const contexts = new Map<string, SecureContext>();
export const tlsSettings = (
  tls: TlsOptions | undefined,
): { rejectUnauthorized?: boolean; secureContext?: SecureContext } => {
  if (tls?.insecure) return { rejectUnauthorized: false };
  const key = tls?.ca ?? "";
  let context = contexts.get(key);
  if (!context) {
    context = createSecureContext({ ca: trustedRoots(tls?.ca) });
    contexts.set(key, context);
  }
  return { secureContext: context };
};
