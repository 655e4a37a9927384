// From a key to its end, as an issuer and a reader go through it: sign, publish, fetch, verify, revoke, retire.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ISSUER, pemOf, seedOf } from "../certificates/make/keys.ts";
import { issueFor, sampleCapture } from "../certificates/make/sample-capture.ts";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

/** The folder as any web server serves it. */
const serve = async (folder: string): Promise<(name: string) => Promise<string>> => {
  const server = createServer((request, response) => {
    response.end(readFileSync(join(folder, String(request.url).slice(1))));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return async (name) => (await fetch(`http://127.0.0.1:${port}/${name}`)).text();
};

const KEEPS = ["badge.json", "badge.svg", "capture.json", "certificate.json", "index.html", "revocations.json"];

test("Keys and certificates: sign, publish, fetch, verify; revoke, publish, and it no longer verifies; retire, and nothing after does", async () => {
  const cwd = temporaryFolder();
  const run = (...args: string[]) => mcptest(args, { cwd });
  const notes = join(ROOT, "examples", "notes-server.js");
  expect((await run("cert", "keygen", "-o", "key.pem")).code).toBe(0);
  const sign = ["--key", "key.pem", "--issuer", "Example", "--subject", "stdio:notes@1.0.0", "--quiet"];
  const signed = await run("audit", "--save", "s.json", "--certificate", "c.json", ...sign, "--", "node", notes);
  expect([signed.code, signed.stderr]).toEqual([0, expect.stringContaining("certificate c.json (grade A, valid")]);

  // A capture from elsewhere is not signed as if this run had seen it.
  const supplied = await run("audit", "--capture", "s.json", "--certificate", "d.json", ...sign);
  expect([supplied.code, supplied.stderr]).toEqual([
    0,
    expect.stringContaining("supplied capture and not as observed"),
  ]);
  expect(readFileSync(join(cwd, "d.json"), "utf8")).toContain('\\"observed\\":\\"supplied-capture\\"');

  const publish = ["cert", "publish", "c.json", "--capture", "s.json", "--out", "web", "--url", "https://x.example/n"];
  const published = await run(...publish);
  expect(published.code).toBe(0);
  expect(
    JSON.parse(published.stdout)._meta["io.modelcontextprotocol.registry/publisher-provided"].mcptest,
  ).toMatchObject({ certificate: "https://x.example/n/certificate.json", grade: "A", observed: "live" });
  expect(readdirSync(join(cwd, "web")).sort()).toEqual(
    [...KEEPS, "mcptest-published.json", "registry-meta.json"].sort(),
  );
  expect((await run(...publish)).stderr).toContain("nothing has changed in web");
  expect(readFileSync(join(cwd, "web", "index.html"), "utf8")).not.toMatch(/<script|javascript:|\son\w+=/i);

  const get = await serve(join(cwd, "web"));
  const verify = async (certificate = "fetched-certificate.json") => {
    for (const name of ["certificate.json", "capture.json", "revocations.json"])
      writeFileSync(join(cwd, `fetched-${name}`), await get(name));
    const trust = ["--issuer-key", "key.pub.pem", "--revocations", "fetched-revocations.json"];
    return run("cert", "verify", certificate, ...trust);
  };
  const valid = await verify();
  expect([valid.code, valid.stdout]).toEqual([0, expect.stringContaining("revoked   no: nothing was taken back")]);

  const revoke = ["cert", "revoke", "c.json", "--key", "key.pem", "--reason", "the wrong server", "-o", "r.json"];
  expect((await run(...revoke)).code).toBe(0);
  expect([(await run(...revoke)).code, (await run(...revoke)).stderr]).toEqual([
    1,
    'mcptest: "r.json" already exists; choose another name with -o\n',
  ]);
  expect((await run(...publish, "--revocations", "r.json")).stderr).toContain(
    "it no longer holds: revoked by its issuer",
  );
  expect(JSON.parse(await get("badge.json"))).toMatchObject({ message: "revoked" });
  expect(await get("index.html")).toContain("Do not rely on this certificate: revoked by its issuer on");
  const revoked = await verify();
  expect([revoked.code, revoked.stdout]).toEqual([
    6,
    expect.stringMatching(/✗ revoked by its issuer on .*: the wrong server/),
  ]);
  // What is about one certificate says nothing of another.
  expect((await verify("d.json")).code).toBe(0);

  const retire = [
    "cert",
    "retire",
    "--key",
    "key.pem",
    "--reason",
    "superseded",
    "--from",
    "2026-01-01",
    "-o",
    "t.json",
  ];
  expect((await run(...retire)).code).toBe(0);
  // The revocation that was published before stays without being named again.
  expect((await run(...publish, "--revocations", "t.json")).code).toBe(0);
  expect(JSON.parse(await get("revocations.json"))).toHaveLength(2);
  const retired = await verify("d.json");
  expect([retired.code, retired.stdout]).toEqual([
    6,
    expect.stringContaining("its key was retired: what was observed from"),
  ]);
});

test("Publishing: bad input is one line with the right exit code, and nothing is written", async () => {
  const cwd = temporaryFolder();
  const at = (name: string): string => join(cwd, name);
  const started_at = new Date(Date.now() - 3_600_000).toISOString();
  const capture = sampleCapture({ started_at });
  writeFileSync(at("key.pem"), pemOf(seedOf("mcptest test key: never trust it")), { mode: 0o600 });
  writeFileSync(at("open.pem"), pemOf(seedOf("mcptest test key: never trust it")), { mode: 0o644 });
  writeFileSync(at("other.pem"), pemOf(seedOf("another")), { mode: 0o600 });
  writeFileSync(at("s.json"), JSON.stringify(capture));
  const secret = JSON.stringify(capture).replace("Three harbours", `ghp_${"a1B2".repeat(9)}`);
  writeFileSync(at("secret.json"), secret);
  writeFileSync(at("old.json"), issueFor(sampleCapture()).text);
  const audit = ["audit", "--key", "key.pem", "--issuer", "Example", "--quiet", "--capture"];
  for (const [from, to] of [
    ["s.json", "c.json"],
    ["secret.json", "secret-c.json"],
  ] as const)
    expect((await mcptest([...audit, from, "--certificate", to], { cwd })).code).toBe(0);
  writeFileSync(at("altered.json"), readFileSync(at("c.json"), "utf8").replace("10/10", "9/10"));
  writeFileSync(at("cut.json"), "[{");
  const publish = (certificate: string, ...more: string[]) => ["cert", "publish", certificate, "--out", "web", ...more];
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [publish("c.json"), 1, /add --capture/],
    [["cert", "publish", "c.json", "--capture", "s.json"], 1, /--out <folder>/],
    [publish("old.json", "--capture", "s.json"), 6, /nothing was published: .*(expired|another|capture)/],
    [publish("altered.json", "--capture", "s.json"), 6, /the signature does not fit/],
    [publish("c.json", "--capture", "secret.json"), 6, /not the one it was issued for/],
    [
      publish("secret-c.json", "--capture", "secret.json"),
      1,
      /may hold secrets: exchange main\/3 has a token.*--allow-secrets/,
    ],
    [publish("c.json", "--capture", "s.json", "--url", "ftp://x"), 1, /--url "ftp:\/\/x" is not an address/],
    [publish("c.json", "--capture", "s.json", "--url", `https://x/${"a".repeat(5_000)}`), 1, /4096 bytes/],
    [publish("c.json", "--capture", "s.json", "--revocations", "cut.json"), 1, /cannot be published: it is not JSON/],
    [["cert", "revoke", "c.json", "--reason", "x", "--key", "other.pem"], 1, /only that key can revoke it/],
    [["cert", "revoke", "c.json", "--key", "key.pem"], 1, /add --reason/],
    [["cert", "revoke", "altered.json", "--reason", "x", "--key", "key.pem"], 6, /the signature does not fit/],
    [["cert", "revoke", "c.json", "--reason", "x", "--key", "open.pem"], 1, /other users can read .*chmod 600/],
    [["cert", "retire", "--reason", "superseded", "--key", "open.pem"], 1, /other users can read .*chmod 600/],
    [["cert", "retire", "--key", "key.pem"], 1, /--reason superseded, or --reason compromised/],
    [["cert", "retire", "--key", "key.pem", "--reason", "lost"], 1, /is not a choice/],
    [["cert", "retire", "--key", "key.pem", "--reason", "compromised", "--from", "2999-01-01"], 1, /later time/],
    [["cert", "verify", "c.json", "--revocations", "web"], 1, /there is no such file/],
  ];
  const outcomes = await Promise.all(cases.map(([args]) => mcptest(args, { cwd })));
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    const [args, wanted, words] = cases[index] ?? [[], 0, /never/];
    expect([code, stdout, stderr.split("\n").length], args.join(" ")).toEqual([wanted, "", 2]);
    expect(stderr).toMatch(words);
  }
  expect(readdirSync(cwd)).not.toContain("web");
  const allowed = await mcptest(publish("secret-c.json", "--capture", "secret.json", "--allow-secrets"), { cwd });
  expect(allowed.code).toBe(0);
  const verify = ["cert", "verify", "c.json", "--issuer-key", ISSUER.spki_hex, "--revocations"];
  // What was cut off may be the statement that matters.
  const cut = await mcptest([...verify, "cut.json"], { cwd });
  expect([cut.code, cut.stdout]).toEqual([6, expect.stringContaining("a file of revocations cannot be relied on")]);
});
