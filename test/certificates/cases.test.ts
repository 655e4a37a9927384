// Every folder of test/certificates: made again from its table, then verified from its files with both crypto libraries.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";
import { openNodeCrypto } from "../../src/certificate/node-crypto.ts";
import { recheckCertificate, withRecheck } from "../../src/certificate/recheck.ts";
import {
  CERTIFICATE_FAILURES,
  type CertificateFailureCode,
  type Verification,
} from "../../src/certificate/verify/certificate.ts";
import type { VerifyCrypto } from "../../src/certificate/verify/crypto.ts";
import { readRevocations } from "../../src/certificate/verify/read-revocations.ts";
import { verifyCertificate } from "../../src/certificate/verify/verify-certificate.ts";
import { webCrypto } from "../../src/certificate/verify/web-crypto.ts";
import { readPolicyFile } from "../../src/cli/certificate/read-policy-file.ts";
import { CASES, filesOf } from "./make/all-cases.ts";
import { auditOf } from "./make/sample-capture.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const folders = (): string[] =>
  readdirSync(HERE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "make")
    .map(({ name }) => name)
    .sort();

beforeAll(() => {
  if (process.env["UPDATE"] !== "1") return;
  for (const folder of folders()) rmSync(join(HERE, folder), { recursive: true });
  for (const one of CASES) {
    mkdirSync(join(HERE, one.name));
    for (const [name, bytes] of Object.entries(filesOf(one))) writeFileSync(join(HERE, one.name, name), bytes);
  }
});

interface Wishes {
  readonly at: string;
  readonly trusted: readonly string[];
  readonly subject?: string;
  readonly bare?: boolean;
  readonly expect: readonly CertificateFailureCode[];
}

/** As a user would: from the files, and nothing else. */
const verifyFolder = async (folder: string, crypto: VerifyCrypto): Promise<Verification> => {
  const path = (name: string): string => join(HERE, folder, name);
  const { at, trusted, subject, bare } = JSON.parse(readFileSync(path("case.json"), "utf8")) as Wishes;
  const verification = await verifyCertificate(readFileSync(path("certificate.json")), {
    at,
    trusted: trusted.map((spki_hex) => ({ spki_hex })),
    subject,
    bare,
    policy: existsSync(path("policy.yaml")) ? readPolicyFile(path("policy.yaml")) : undefined,
    revocations: existsSync(path("revocations.json"))
      ? await readRevocations([{ file: "revocations.json", content: readFileSync(path("revocations.json")) }], crypto)
      : undefined,
    crypto,
  });
  if (!existsSync(path("capture.json")) || !verification.body) return verification;
  const [capture] = readCaptures(readFileSync(path("capture.json"), "utf8"), "capture.json").sessions;
  if (!capture) throw new Error("no session");
  const { body } = verification;
  return withRecheck(verification, await recheckCertificate({ body, capture, audit: auditOf(capture), crypto }));
};

test("the folders are those of the table, byte for byte (UPDATE=1 writes them)", () => {
  expect(folders()).toEqual(CASES.map(({ name }) => name).sort());
  for (const one of CASES) {
    const files = filesOf(one);
    expect(readdirSync(join(HERE, one.name)).sort(), one.name).toEqual(Object.keys(files).sort());
    for (const [name, bytes] of Object.entries(files))
      expect(readFileSync(join(HERE, one.name, name)).equals(bytes), `${one.name}/${name}`).toBe(true);
  }
});

test("there are at least 40, and a name says what must happen", () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  expect(CASES.length).toBeGreaterThanOrEqual(40);
  for (const { name, expect: codes } of CASES) expect(name.endsWith("_fail"), name).toBe(codes.length > 0);
});

test("every failure there is has a case", () => {
  const seen = new Set(CASES.flatMap(({ expect: codes }) => codes));
  const missing = Object.keys(CERTIFICATE_FAILURES).filter((code) => !seen.has(code as CertificateFailureCode));
  // Larger than anybody wants to keep in a folder, in verify.test.ts; and about a second capture, in test/e2e/cert.test.ts.
  expect(missing).toEqual(["too-large", "tools-drifted"]);
});

describe.each([
  ["node:crypto", openNodeCrypto()],
  ["WebCrypto", webCrypto()],
] as const)("Keys and certificates: with %s", (_name, crypto) => {
  test.each(CASES.map(({ name, expect: codes }) => [name, codes] as const))("%s", async (name, codes) => {
    const { failures, valid } = await verifyFolder(name, crypto);
    expect(failures.map(({ code }) => code)).toEqual(codes);
    expect(valid).toBe(codes.length === 0);
    for (const { message } of failures) expect(message).toMatch(/^[^\n\r]+$/);
  });
});

test("every failure has its own words", async () => {
  const words = new Map<string, Set<string>>();
  for (const { name } of CASES) {
    const { failures } = await verifyFolder(name, openNodeCrypto());
    for (const { code, message } of failures) words.set(message, (words.get(message) ?? new Set()).add(code));
  }
  for (const [message, codes] of words) expect([...codes], message).toHaveLength(1);
});
