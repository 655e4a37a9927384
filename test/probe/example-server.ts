// The example server of the stateful era in this process, with a list of what it was asked over HTTP.

import type { IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { stringMember } from "../../src/base/json.ts";
import type { Limits } from "../../src/wire/limits.ts";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "../servers/http/http-server.ts";
import { httpTarget, openRun, type Run } from "./context.ts";

interface Request {
  readonly httpMethod: string;
  readonly rpcMethod: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export interface Served {
  readonly server: RunningHttpServer;
  readonly run: Run;
  /** Every HTTP request in the order it came in. */
  readonly requests: Request[];
}

export const serve = async (
  options: Partial<HttpServerOptions> = {},
  limits: Partial<Limits> = {},
): Promise<Served> => {
  const requests: Request[] = [];
  const { httpRequest } = options.hooks ?? {};
  const server = await startHttpServer({
    era: "stateful",
    ...options,
    hooks: {
      ...options.hooks,
      httpRequest: (exchange) => {
        const { method = "", headers } = exchange.request;
        const text = exchange.body.toString("utf8");
        const rpcMethod = text === "" ? undefined : stringMember(JSON.parse(text), "method");
        requests.push({ httpMethod: method, rpcMethod, headers });
        return httpRequest?.(exchange) ?? false;
      },
    },
  });
  onTestFinished(() => server.close());
  return { server, run: openRun(httpTarget(server.url), limits), requests };
};
