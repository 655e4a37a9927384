import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { policyOf } from "../address-policy.ts";
import { createAgent } from "../http/http-client.ts";
import type { HttpEndpoint } from "../http/http-endpoint.ts";
import type { Limits } from "../limits.ts";
import { originOf, startListening, stopListening } from "../start-listening.ts";
import type { HttpTap } from "./http-tap.ts";
import { MAX_HEAD_BYTES, type RelayContext, type RunningRelay, relayRequest } from "./relay-request.ts";

export interface HttpRelaySettings {
  readonly target: HttpEndpoint;
  /** A loopback address; the caller has checked it. */
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly limits: Limits;
  readonly tap: HttpTap;
  /** Called once, when the configured headers were withheld from a page of another site. */
  readonly onWithheld?: () => void;
}

export interface HttpRelay {
  /** Where clients reach the target's own path. Its query, which may be a secret, is left out. */
  readonly url: string;
  /** Ends what is under way and closes the listener. */
  stop(): Promise<void>;
}

/** A listener on this machine behind which the target answers. Rejects when the address cannot be had. */
export const startHttpRelay = async (settings: HttpRelaySettings): Promise<HttpRelay> => {
  const target = new URL(settings.target.url);
  const agent = createAgent(target.protocol, { policy: policyOf(settings.target), tls: settings.target.tls });
  let withheld = false;
  const context: RelayContext = {
    target,
    configured: settings.target.headers,
    agent,
    tap: settings.tap,
    connectMs: settings.limits.connectMs,
    onWithheld: () => {
      if (!withheld) settings.onWithheld?.();
      withheld = true;
    },
  };
  const running = new Set<RunningRelay>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const relay = relayRequest(request, response, context);
    if (!relay) return;
    running.add(relay);
    void relay.done.then(() => running.delete(relay));
  };

  // Timeouts are up to the client and the server, so set none of our own.
  const server = createServer(
    {
      maxHeaderSize: MAX_HEAD_BYTES,
      requestTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: 0,
      requireHostHeader: false,
    },
    handle,
  );
  server.maxHeadersCount = 0;
  // Otherwise Node answers an Expect header itself, before the server has seen it.
  server.on("checkContinue", handle);
  server.on("checkExpectation", handle);

  const port = await startListening(server, settings.port, settings.host);
  return {
    url: `${originOf(settings.host, port)}${target.pathname}`,
    stop: async () => {
      for (const relay of running) relay.stop();
      agent.destroy();
      await stopListening(server);
    },
  };
};
