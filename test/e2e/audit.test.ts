// audit through the built command line: reports, gates, captures, certificates.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveHttp } from "../probe/ad-hoc-servers.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { mcptest, temporaryFolder } from "./cli.ts";

const serve = async (): Promise<string> => {
  const server = await startHttpServer({ era: "dual" });
  onTestFinished(() => server.close());
  return server.url;
};

test("a good server gets an A, and the saved capture gives the same bytes", async () => {
  const [url, folder] = [await serve(), temporaryFolder()];
  const saved = join(folder, "session.json");
  const live = await mcptest(["audit", url, "--save", saved]);
  expect(live.stdout).toContain("grade A · 10 of 10 criteria pass");
  expect(live.stdout).toContain("entered by server/discover");
  expect(live.code).toBe(0);
  const offline = await mcptest(["audit", "--capture", saved]);
  expect(offline.stdout).toBe(live.stdout);
});

test("every reporter at once, each into its file", async () => {
  const [url, folder] = [await serve(), temporaryFolder()];
  const names = ["json", "markdown", "html", "junit", "sarif", "github", "badge", "badge-json"];
  const pairs = names.flatMap((name) => ["--reporter", name, "-o", join(folder, name)]);
  const { code, stderr } = await mcptest(["audit", url, ...pairs]);
  expect([code, stderr]).toEqual([0, ""]);
  for (const name of names) expect(readFileSync(join(folder, name), "utf8").length, name).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(join(folder, "json"), "utf8"))).toMatchObject({
    format: "mcptest-audit/1",
    discoverability: { grade: "A", standard: { version: "0.2" } },
  });
});

test("the gate is never by default; a grade can be asked for", async () => {
  const { url } = await serveHttp(() => ({ status: 404, text: "nothing here" }));
  // Something answers, but it is no MCP server: there is nothing to grade.
  expect((await mcptest(["audit", url, "--quiet"])).code).toBe(5);
  expect((await mcptest(["audit", url, "--quiet", "--fail-on", "grade-c"])).code).toBe(5);
});

test("a wall is said and exits 5; nothing at all exits 4", async () => {
  const { url } = await serveHttp(() => ({ status: 401, json: { error: "invalid_token" } }));
  const walled = await mcptest(["audit", url]);
  expect(walled.stdout).toContain("auth-required");
  expect(walled.code).toBe(5);
  const server = await startHttpServer({ era: "dual" });
  await server.close();
  const dead = await mcptest(["audit", server.url]);
  expect(dead.stderr).toContain("unreachable");
  expect(dead.code).toBe(4);
});

test.each([
  [["--standard", "0.9"], /--standard "?0\.9"? is not a choice; use one of/],
  [["--fail-on", "must"], /--fail-on "?must"? is not a choice/],
  [["--capture", "x.json"], /drop it, or the server/],
  [["--compare", "no-such-file"], /no such file/],
])("%j is refused in one line", async (flags, line) => {
  const { code, stderr } = await mcptest(["audit", "http://127.0.0.1:9/mcp", ...flags]);
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
});

test("a certificate is issued, still holds, and no longer does when a tool changed", async () => {
  const [url, folder] = [await serve(), temporaryFolder()];
  const [key, file] = [join(folder, "key.pem"), join(folder, "certificate.json")];
  expect((await mcptest(["cert", "keygen", "-o", key])).code).toBe(0);
  const capture = join(folder, "session.json");
  const sign = ["--certificate", file, "--key", key, "--issuer", "the test", "--save", capture];
  const signed = await mcptest(["audit", url, "--quiet", ...sign]);
  expect(signed.stderr).toContain("certificate");
  expect(signed.code).toBe(0);
  const again = await mcptest(["audit", url, "--compare", file]);
  expect(again.stdout).toContain("the certificate still holds");
  expect(again.code).toBe(0);
  const other = await startHttpServer({ era: "stateful" });
  onTestFinished(() => other.close());
  const elsewhere = await mcptest(["audit", other.url, "--compare", file]);
  expect(elsewhere.stdout).toContain("the certificate no longer holds");
  expect(elsewhere.code).toBe(6);
  const told = await mcptest(["audit", other.url, "--compare", file, "--compare-capture", capture]);
  expect(told.stdout).toMatch(/breaking: tool \S+ /);
  const alone = await mcptest(["audit", other.url, "--compare-capture", capture]);
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining("name the certificate, too")]);
  const altered = readFileSync(file, "utf8").replace('grade\\":\\"A', 'grade\\":\\"B');
  writeFileSync(file, altered);
  const refused = await mcptest(["audit", url, "--compare", file]);
  expect(refused.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(refused.code).toBe(6);
});

test("no certificate without a server, and no half of one is left behind", async () => {
  const folder = temporaryFolder();
  const [key, file] = [join(folder, "key.pem"), join(folder, "certificate.json")];
  await mcptest(["cert", "keygen", "-o", key]);
  const { url } = await serveHttp(() => ({ status: 401, json: { error: "invalid_token" } }));
  const walled = await mcptest(["audit", url, "--quiet", "--certificate", file, "--key", key, "--issuer", "the test"]);
  expect(walled.stderr).toContain("no certificate was written: ");
  expect(walled.code).toBe(5);
  expect(existsSync(file)).toBe(false);
});
