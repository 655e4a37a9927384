import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { createSecureContext, type SecureContext } from "node:tls";
import { type AddressPolicy, guardedLookup, type Lookup } from "../address-policy.ts";
import type { Stretch } from "../deadline.ts";
import type { Limits } from "../limits.ts";
import { trustedRoots } from "../tls-roots.ts";
import {
  type HttpCall,
  type HttpCallEvents,
  type HttpCallSettings,
  type HttpRequest,
  startHttpCall,
} from "./http-call.ts";
import type { TlsOptions } from "./http-endpoint.ts";

export interface HttpClientOptions {
  readonly limits: Limits;
  readonly tls?: TlsOptions | undefined;
  readonly policy: AddressPolicy;
  /** Tests replace name resolution here. */
  readonly resolve?: Lookup | undefined;
  /** What a limit in ms becomes where the server is known to be slow. */
  readonly stretch?: Stretch | undefined;
}

/** One per conversation, with connections of its own, so that trouble in one does not reach another. */
export interface HttpClient {
  call(request: HttpRequest, events: HttpCallEvents): HttpCall;
  close(): void;
}

export const openHttpClient = (options: HttpClientOptions): HttpClient => {
  const calls = new Set<HttpCall>();
  const settings = new Map<string, HttpCallSettings>();

  const settingsFor = (protocol: string): HttpCallSettings => {
    const known = settings.get(protocol) ?? { ...options, agent: createAgent(protocol, options) };
    settings.set(protocol, known);
    return known;
  };

  return {
    call: (request, events) => {
      const call = startHttpCall(request, settingsFor(request.url.protocol), events);
      calls.add(call);
      void call.done.then(() => calls.delete(call));
      return call;
    },
    close: () => {
      for (const call of calls) call.close();
      for (const { agent } of settings.values()) agent.destroy();
      settings.clear();
    },
  };
};

/** Keeps connections open and dials only what the policy allows. */
export const createAgent = (protocol: string, options: Omit<HttpClientOptions, "limits">): HttpAgent => {
  const shared = {
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    lookup: guardedLookup(options.policy, options.resolve),
  };
  return protocol === "https:" ? new HttpsAgent({ ...shared, ...tlsSettings(options.tls) }) : new HttpAgent(shared);
};

// Parsing three hundred roots is the slowest part of an https start, so do it once per process and trust setting.
const contexts = new Map<string, SecureContext>();
const tlsSettings = (tls: TlsOptions | undefined): { rejectUnauthorized?: boolean; secureContext?: SecureContext } => {
  if (tls?.insecure) return { rejectUnauthorized: false };
  const key = tls?.ca ?? "";
  let context = contexts.get(key);
  if (!context) {
    context = createSecureContext({ ca: trustedRoots(tls?.ca) });
    contexts.set(key, context);
  }
  return { secureContext: context };
};
