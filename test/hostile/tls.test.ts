import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import type { HostileCase } from "./case.ts";
import { type HttpRun, runHttpCase } from "./run-http-case.ts";
import { type HttpVice, type Identity, response } from "./servers/http.ts";
import { politeResponse } from "./servers/polite.ts";
import { keepsAll } from "./servers/vices.ts";

const openssl = (...args: string[]): void => void execFileSync("openssl", args, { stdio: "ignore" });

const hasOpenssl = (): boolean => {
  try {
    openssl("version");
    return true;
  } catch {
    return false;
  }
};

/** A certificate of our own making, for these names. */
const makeIdentity = (names: string): Identity => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  try {
    openssl(
      "req",
      "-x509",
      ...curve,
      "-nodes",
      "-keyout",
      key,
      "-out",
      cert,
      "-days",
      "2",
      "-subj",
      "/CN=hostile",
      "-addext",
      `subjectAltName=${names}`,
    );
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The same key and names, with a certificate that ended yesterday. */
const expiredIdentity = (): Identity => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-tls-"));
  const [key, request, names, cert] = ["key.pem", "request.csr", "names.txt", "cert.pem"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  try {
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    openssl("req", ...curve, "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=hostile");
    writeFileSync(names, "subjectAltName=IP:127.0.0.1\n");
    openssl("x509", "-req", "-in", request, "-signkey", key, "-days", "-1", "-extfile", names, "-out", cert);
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const polite = keepsAll((request) => politeResponse(request));

const row = (what: string, vice: HttpVice, expected: HostileCase<HttpVice>["expect"]): HostileCase<HttpVice> => ({
  id: "C",
  what,
  vice,
  handshakeOnly: true,
  expect: expected,
});

const connected = (capture: Capture): void => expect(capture.era?.verdict).toBe("stateful");

const refused = (what: string): HostileCase<HttpVice> =>
  row(what, polite, {
    outcome: "unreachable",
    trouble: { kind: "tls" },
    // Refused for good: no second attempt with verification off.
    also: (_capture, server) => expect(server?.requests).toEqual([]),
  });

const run = (identity: Identity, tls: NonNullable<HttpRun["target"]>["tls"] = {}): HttpRun => ({
  tls: identity,
  target: { tls },
});

describe.skipIf(!hasOpenssl())("TLS", () => {
  const right = makeIdentity("IP:127.0.0.1");

  test("C01: a certificate nobody vouches for", async () => {
    const capture = await runHttpCase(refused("self-signed"), run(right));
    expect(capture.exchanges[0]?.trouble?.code).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  test("C01: a certificate for another host, though its root is trusted", async () => {
    const other = makeIdentity("DNS:elsewhere.invalid");
    await runHttpCase(refused("wrong host"), run(other, { ca: other.cert }));
  });

  test("C01: a certificate that has expired, though its root is trusted", async () => {
    const old = expiredIdentity();
    const capture = await runHttpCase(refused("expired"), run(old, { ca: old.cert }));
    expect(capture.exchanges[0]?.trouble?.code).toBe("CERT_HAS_EXPIRED");
  });

  test("C03: a certificate of a thousand names", async () => {
    const many = makeIdentity(
      ["IP:127.0.0.1", ...Array.from({ length: 1_000 }, (_, index) => `DNS:n${index}.invalid`)].join(","),
    );
    await runHttpCase(row("many names", polite, { also: connected }), run(many, { ca: many.cert }));
  });

  test("C04: a server that speaks nothing newer than TLS 1.1", async () => {
    const old = { ...right, maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await runHttpCase(refused("TLS 1.1"), run(old, { ca: right.cert }));
  });

  test("C05: a server that asks for a certificate of the client", async () => {
    const asking = { ...right, requestCert: true, rejectUnauthorized: true } as const;
    const expected = { outcome: "unreachable" } as const;
    await runHttpCase(row("client certificate", polite, expected), run(asking, { ca: right.cert }));
  });

  test("a root given with --ca is trusted", async () => {
    const capture = await runHttpCase(row("own root", polite, { also: connected }), run(right, { ca: right.cert }));
    expect(capture.target).not.toHaveProperty("insecure");
  });

  test("C02: --insecure connects, and the capture says so", async () => {
    const isMarked = (capture: Capture): void => {
      connected(capture);
      expect(capture.target).toHaveProperty("insecure", true);
    };
    await runHttpCase(row("insecure", polite, { also: isMarked }), run(right, { insecure: true }));
  });

  test.each([false, true])("B10: a redirect from https to http is not followed (on request: %s)", async (follow) => {
    const downgrade = keepsAll(() => response("307 Temporary Redirect", ["Location: http://127.0.0.1:9/mcp"]));
    const expected = {
      also: (capture: Capture): void =>
        expect(capture.exchanges[0]?.http?.redirect).toEqual({ location: "http://127.0.0.1:9/mcp", followed: false }),
    };
    await runHttpCase(
      { ...row("downgrade", downgrade, expected), followRedirects: follow },
      run(right, { ca: right.cert }),
    );
  });
});

test("C03: the handshake never goes on", async () => {
  const stalls: HttpVice = () => {};
  const expected = { outcome: "unreachable", trouble: { kind: "timed-out", limit: "connectMs" } } as const;
  await runHttpCase(
    { ...row("stalled handshake", stalls, expected), limits: { connectMs: 250 } },
    { pretendTls: true },
  );
});

test("C04: the port speaks no TLS at all", async () => {
  const plain: HttpVice = (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  const expected = { outcome: "unreachable", trouble: { kind: "tls" } } as const;
  await runHttpCase(row("plain HTTP", plain, expected), { pretendTls: true });
});
