// Whom https is believed: the roots of Node and of the system, those that Node was told of, and --ca.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

/** An authority of its own, and a server's certificate that it signed; undefined where there is no openssl. */
const makeIdentity = (folder: string): { key: string; cert: string; ca: string } | undefined => {
  const at = (name: string): string => join(folder, name);
  const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" });
  try {
    openssl("req", "-x509", ...fresh, "-days", "2", "-subj", "/CN=root", "-keyout", at("ca.key"), "-out", at("ca.pem"));
    openssl("req", ...fresh, "-subj", "/CN=server", "-keyout", at("key.pem"), "-out", at("request.pem"));
    writeFileSync(at("names"), "subjectAltName=IP:127.0.0.1\n");
    const signing = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-set_serial", "1", "-days", "2"];
    openssl("x509", "-req", "-in", at("request.pem"), ...signing, "-extfile", at("names"), "-out", at("cert.pem"));
  } catch {
    return undefined;
  }
  const read = (name: string): string => readFileSync(at(name), "utf8");
  return { key: read("key.pem"), cert: read("cert.pem"), ca: at("ca.pem") };
};

test("an authority of one's own: refused, unless NODE_EXTRA_CA_CERTS or --ca names it", { timeout: 60_000 }, async ({
  skip,
}) => {
  const folder = temporaryFolder();
  const identity = makeIdentity(folder);
  if (!identity) return skip("there is no openssl here");
  const server = createServer(identity, (_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const record = async (flags: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    (await mcptest(["record", url, "-o", join(folder, "session.json"), ...flags], { env })).code;
  expect(await record([])).toBe(4);
  expect(await record(["--ca", identity.ca])).not.toBe(4);
  expect(await record([], { NODE_EXTRA_CA_CERTS: identity.ca })).not.toBe(4);
  // As Node itself: a file that is not there adds nothing.
  expect(await record([], { NODE_EXTRA_CA_CERTS: join(folder, "gone.pem") })).toBe(4);
});
