// A server behind https: verified with the given root, or not at all when told so, and refused otherwise.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpTarget, openProxy, temporaryFolder } from "./helpers.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

function makeIdentity(): { key: string; cert: string } | undefined {
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=proxy", "-addext", "subjectAltName=IP:127.0.0.1"];
  try {
    const files = ["-keyout", folder.file("key.pem"), "-out", folder.file("cert.pem")];
    execFileSync("openssl", ["req", "-x509", ...curve, ...files, ...names], { stdio: "ignore" });
    return { key: readFileSync(folder.file("key.pem"), "utf8"), cert: readFileSync(folder.file("cert.pem"), "utf8") };
  } catch {
    return undefined;
  }
}

const identity = makeIdentity();

describe.skipIf(identity === undefined)("https", () => {
  const server = createServer(identity ?? {}, (_request, response) => response.end("secure"));
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ["with its root", () => ({ ca: identity?.cert ?? "" }), 200],
    ["unverified", () => ({ insecure: true }), 200],
    ["without its root", () => ({}), 502],
  ])("%s", async (_name, tls, status) => {
    const proxy = await openProxy(httpTarget(url, { tls: tls() }));
    const answer = await fetch(proxy.url);
    await answer.text();
    await proxy.stop();
    expect(answer.status).toBe(status);
    const [exchange] = proxy.capture().exchanges;
    expect(exchange?.trouble?.kind).toBe(status === 502 ? "tls" : undefined);
  });
});
