// The authorization server that the TypeScript SDK 1.x brings along (mcpAuthRouter), with the provider of its examples: an MCP
// server that issues its own tokens, asked by `auth` and signed in to.

import { createServer, type Server } from "node:http";
import { DemoInMemoryAuthProvider } from "@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { getOAuthProtectedResourceMetadataUrl, mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../src/features/auth/sign-in.ts";
import { closing, listenOn } from "../auth/support/authorization-server.ts";
import { requestWith, targetAt } from "../auth/support/sign-in.ts";
import { judgeAuthorizationServer, stateOf } from "./judge-authorization-server.ts";

let server: Server;
let url: URL;

beforeAll(async () => {
  const app = createMcpExpressApp();
  server = createServer(app);
  url = new URL(`http://127.0.0.1:${await listenOn(server)}/mcp`);
  const provider = new DemoInMemoryAuthProvider();
  app.use(
    mcpAuthRouter({
      provider,
      issuerUrl: new URL(url.origin),
      resourceServerUrl: url,
      scopesSupported: ["mcp:tools"],
      // It allows 20 registrations an hour by itself.
      clientRegistrationOptions: { rateLimit: false },
      tokenOptions: { rateLimit: false },
      authorizationOptions: { rateLimit: false },
      revocationOptions: { rateLimit: false },
    }),
  );
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(url);
  app.all("/mcp", requireBearerAuth({ verifier: provider, resourceMetadataUrl }), (_request, answer) => {
    answer.status(200).end();
  });
});

afterAll(() => closing(server));

test("asked with a client that it registers, it keeps what the pages ask for, but for what was read by hand", async () => {
  const { result, failed } = await judgeAuthorizationServer(url.href);
  for (const id of ["AUTH-030", "AS-001", "AS-003"]) expect([id, stateOf(result, id)]).toEqual([id, "pass"]);
  expect(failed).toEqual(READ_BY_HAND);
});

/** Told in docs/authorization.md. */
const READ_BY_HAND = ["AS-005", "AS-007", "AUTH-032", "AUTH-036", "AUTH-041"];

test("it can be signed in to, as its own authorization server", async () => {
  const request = requestWith({
    mayRegister: () => Promise.resolve(true),
    // It has no page: the first answer leads back.
    show: (address) => void fetch(address),
  });
  const { record, failure } = await signIn(targetAt(url.href), request);
  expect(failure).toBeUndefined();
  expect(record).toMatchObject({ resource: url.href, issuer: `${url.origin}/` });
});
