// What is typed, or what lies there, may be wrong in every way: one line, and the right exit code.

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Command } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { runAuth } from "../../src/cli/actions/auth.ts";
import type { auth } from "../../src/cli/commands/auth.ts";
import type { FlagsFor } from "../../src/cli/commands/define-command.ts";
import { startAuthorizationServer } from "../servers/authorization-server/authorization-server.ts";
import { judgeAuthorizationServer } from "./judge-authorization-server.ts";

const running: Server[] = [];
afterAll(() => {
  for (const server of running) server.closeAllConnections();
  return Promise.all(running.map((server) => new Promise((resolve) => server.close(resolve))));
});

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const NONE = { url: undefined, command: [] };

const run = async (address: string, flags: FlagsFor<typeof auth> = {}): Promise<{ code: number; err: string }> => {
  const told: string[] = [];
  const console = {
    out: () => {},
    err: (text: string) => void told.push(text),
    color: false,
    errColor: false,
    width: 100,
    live: false,
    ci: false,
  };
  const code = await runAuth({
    args: { address },
    flags,
    server: NONE,
    words: [address],
    console,
    program: new Command(),
  });
  return { code, err: told.join("") };
};

const json =
  (value: unknown): RequestListener =>
  (_incoming, outgoing) =>
    void outgoing.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));

describe("an address that is no authorization server", () => {
  test("answers 404 everywhere", async () => {
    const { code, err } = await run(await serve((_incoming, outgoing) => void outgoing.writeHead(404).end()));
    expect(code).toBe(5);
    expect(err).toMatch(/no metadata that may be used: .* answered 404; is this the issuer/);
  });

  test("says that it is somebody else", async () => {
    const { code, err } = await run(
      await serve(json({ issuer: "https://honest.example", token_endpoint: "https://honest.example/token" })),
    );
    expect(code).toBe(5);
    expect(err).toMatch(/says that its issuer is https:\/\/honest\.example/);
  });

  test("redirects for ever", async () => {
    const { code, err } = await run(
      await serve((incoming, outgoing) => void outgoing.writeHead(302, { Location: `${incoming.url}x` }).end()),
    );
    expect(code).toBe(5);
    expect(err).toMatch(/redirects more than 3 times/);
  });

  test("answers with a page, or with something endless", async () => {
    const page = await run(
      await serve(
        (_incoming, outgoing) => void outgoing.writeHead(200, { "Content-Type": "text/html" }).end("<p>hello</p>"),
      ),
    );
    expect([page.code, page.err]).toEqual([5, expect.stringMatching(/did not answer with a JSON object/)]);
    const huge = await run(await serve(json({ padding: "x".repeat(200_000) })), { limit: ["bodyBytes=100000"] });
    expect(huge.code).toBe(5);
    expect(huge.err).toMatch(/no metadata that may be used/);
  });

  test("is not there", async () => {
    const { code } = await run("http://127.0.0.1:9");
    expect(code).toBe(4);
  });
});

test("flags that belong together are asked for", async () => {
  await expect(run("https://auth.example", { clientId: "a" })).rejects.toThrow(/needs --redirect-uri/);
  await expect(run("https://auth.example", { serveClientMetadata: "0" })).rejects.toThrow(/--client-metadata-url/);
  await expect(
    run("https://auth.example", { clientId: "a", redirectUri: "http://127.0.0.1/cb", register: true }),
  ).rejects.toThrow(/one of the two/);
});

test("Asking an authorization server: nothing is created unasked, and no secret is in the capture", async () => {
  const server = await startAuthorizationServer({ page: "code", registration: "undated-secret" });
  try {
    await judgeAuthorizationServer(server.issuer, { register: false, choices: { documents: undefined } });
    expect(server.clients()).toBe(0);
    const { capture } = await judgeAuthorizationServer(server.issuer, { choices: { documents: undefined } });
    const text = JSON.stringify(capture);
    const named = [...text.matchAll(/"(?:access_token|client_secret|registration_access_token)":"([^"]*)"/g)].map(
      ([, value]) => value,
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((value) => !value?.startsWith("[redacted:"))).toEqual([]);
    expect(text).not.toMatch(/[?&](?:code|client_secret)=(?!\[redacted|mcptest)[\w-]{12}/);
  } finally {
    await server.close();
  }
});
