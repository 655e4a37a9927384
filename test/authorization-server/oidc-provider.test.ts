// A real authorization server, right and with the vices that its own configuration allows.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, Provider } from "oidc-provider";
import { afterAll, expect, test } from "vitest";
import { resultReport } from "../../src/report/views/check/report.ts";
import { judgeAuthorizationServer, stateOf } from "./judge-authorization-server.ts";

const running: Server[] = [];

afterAll(() =>
  Promise.all(
    running.map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  ),
);

const CALLBACK = "http://127.0.0.1:8976/callback";

const start = async (configuration: Configuration): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  running.push(server);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "known",
        application_type: "native",
        redirect_uris: [CALLBACK, "https://mcptest.invalid/callback"],
        token_endpoint_auth_method: "none",
      },
    ],
    cookies: { keys: ["only for tests"] },
    ...configuration,
  });
  // It warns on the console about what suits a test: keys that are generated, pages of its own.
  const handler = provider.callback();
  server.on("request", (incoming, outgoing) => void handler(incoming, outgoing));
  return issuer;
};

const known = {
  kind: "given",
  id: "known",
  redirect_uris: [CALLBACK, "https://mcptest.invalid/callback"],
  confidential: false,
} as const;

test("asked without a client, it shows its metadata and how it refuses", async () => {
  const issuer = await start({});
  const { result, failed } = await judgeAuthorizationServer(issuer, {
    register: false,
    choices: { documents: undefined },
  });
  expect(failed.filter((id) => !ADVISED.includes(id))).toEqual([]);
  expect(stateOf(result, "AUTH-030")).toBe("pass");
  expect(stateOf(result, "AUTH-040")).toBe("inconclusive");
  // There is no grade to wait for: the page shows how the one lane stands.
  const report = resultReport(result);
  expect([report.letter, report.badge.color]).toEqual(["!", "yellow"]);
});

/** What it does not do by itself, and nobody has to: client documents, and frame protection is what its user adds. */
const ADVISED = ["AUTH-036"];

test("with a client that exists, redirects and PKCE are enforced", async () => {
  const issuer = await start({});
  const { result, failed } = await judgeAuthorizationServer(issuer, { choices: { client: known, scope: "openid" } });
  for (const rule of ["AUTH-032", "AUTH-033", "AUTH-040", "AS-001", "AS-002", "AS-005"])
    expect([rule, stateOf(result, rule)]).toEqual([rule, "pass"]);
  expect(failed.filter((id) => !ADVISED.includes(id) && id !== "AS-010")).toEqual([]);
});

test("PKCE that is not required is found", async () => {
  const issuer = await start({ pkce: { required: () => false } });
  const { failed } = await judgeAuthorizationServer(issuer, { choices: { client: known, scope: "openid" } });
  expect(failed).toContain("AS-001");
});

test("a registration is made, used and deleted", async () => {
  const issuer = await start({
    features: { registration: { enabled: true }, registrationManagement: { enabled: true } },
  });
  const { result, remaining } = await judgeAuthorizationServer(issuer, { choices: { scope: "openid" } });
  expect(remaining).toEqual([]);
  for (const rule of ["AS-011", "AS-012", "AUTH-040"]) expect([rule, stateOf(result, rule)]).toEqual([rule, "pass"]);
  // It registers plain http on any host for a web client, which OpenID Connect allows and the protocol does not.
  expect(stateOf(result, "AUTH-041")).toBe("fail");
});
