// What a certificate says reaches a screen only escaped, and the formats are as published.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { openNodeCrypto } from "../../src/certificate/node-crypto.ts";
import { readRevocations } from "../../src/certificate/verify/read-revocations.ts";
import { verifyCertificate } from "../../src/certificate/verify/verify-certificate.ts";
import { certificateView } from "../../src/certificate/view/certificate.ts";
import { type VerifiedFile, verificationView } from "../../src/certificate/view/verification.ts";
import { render } from "../../src/report/render.ts";
import type { CriterionId } from "../../src/scores/discoverability/discoverability.ts";
import { criterionTexts } from "../../src/scores/discoverability/standard.ts";
import { CASES } from "./make/all-cases.ts";
import { ISSUER, STRANGER } from "./make/keys.ts";
import { AT, sampleBody, seal, subjectOf } from "./make/sample.ts";
import { issueFor, sampleCapture } from "./make/sample-capture.ts";

const crypto = openNodeCrypto();
const titles = Object.fromEntries(criterionTexts("0.2").map(({ id, title }) => [id, title])) as Record<
  CriterionId,
  string
>;
const PRINT = { color: false, width: 80, verbose: true };

const renderVerifications = (files: readonly VerifiedFile[], print = PRINT): string =>
  render(verificationView, { files, tool: { name: "mcptest", version: "0" } }, "pretty", print);

const EVIL = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\nVALID \u{202e}‮\u{200b}::error::x";

/** Hostile words wherever a certificate may hold any. */
const evilBody = (): JsonObject =>
  sampleBody({
    subject: subjectOf(`https://a.example/${EVIL}`),
    issuer: EVIL,
    delivery: EVIL,
    statement: EVIL,
    note: EVIL,
    honesty_cap: EVIL,
    passes: EVIL,
    standard: EVIL,
    observed_at: EVIL,
    expires_at: EVIL,
    spec_pins: { mcp_spec: EVIL, registry_schema: EVIL },
    tool: { name: EVIL, version: EVIL },
    measured: { C1: { [EVIL]: EVIL } },
    volatile: { C1: { [EVIL]: EVIL } },
  });

const isHarmless = (text: string): boolean => !/[\p{Cc}\u{202e}\u{200b}]/u.test(text.replaceAll("\n", ""));

describe("hostile words", () => {
  test.each([
    ["trusted", seal(evilBody())],
    ["untrusted", seal({ ...evilBody(), issuer_pubkey_spki_hex: STRANGER.spki_hex }, STRANGER)],
  ])("%s: nothing steers the terminal, and no line is forged", async (_name, content) => {
    const verification = await verifyCertificate(content, { at: AT, trusted: [{ spki_hex: ISSUER.spki_hex }], crypto });
    const { body } = verification;
    if (!body) throw new Error("the signature holds");
    const file = { file: `c${EVIL}.json`, verification };
    const texts = [
      renderVerifications([file]),
      renderVerifications([file, file]),
      render(certificateView, { body, verification, titles }, "pretty", PRINT),
      render(verificationView, { files: [file], tool: { name: "mcptest", version: "0" } }, "json"),
    ];
    for (const text of texts) {
      expect(isHarmless(text)).toBe(true);
      expect(text).not.toMatch(/^VALID/m);
      expect(text).not.toMatch(/^::/m);
    }
    expect(JSON.parse(texts[3] ?? "")).toMatchObject({ counts: { certificates: 1, valid: 0 } });
  });
});

test("one certificate, readably", async () => {
  const verification = await verifyCertificate(seal(sampleBody()), {
    at: AT,
    trusted: [{ spki_hex: ISSUER.spki_hex, name: "observatory" }],
    crypto,
  });
  expect(renderVerifications([{ file: "c.json", verification }], { ...PRINT, width: 100 })).toBe(
    [
      "VALID  https://mcp.example.com/mcp",
      "  grade     A · 10/10 · agent-tool-discoverability-standard/0.2",
      "  delivery  verified: a read-only tool returned substantive content",
      "  observed  2026-03-01T12:00:00.000Z, expires 2026-03-29T12:00:00.000Z; compared with 2026-03-10T00:00:00.000Z",
      '  signed by observatory; calls itself "Example Observatory"',
      `  key       ${ISSUER.spki_hex}`,
      "  revoked   not looked up; give what the issuer has published with --revocations",
      "",
    ].join("\n"),
  );
});

test("Keys and certificates: where the session came from stands in every display", async () => {
  const supplied = issueFor(sampleCapture(), "supplied-capture").text;
  const verification = await verifyCertificate(supplied, {
    at: AT,
    trusted: [{ spki_hex: ISSUER.spki_hex }],
    revocations: await readRevocations([{ file: "none.json", content: "[]" }], crypto),
    crypto,
  });
  const { body } = verification;
  if (!body) throw new Error("it holds");
  const file = { file: "c.json", verification };
  const words = "supplied capture: the issuer was handed the session and did not ask the server";
  expect(renderVerifications([file])).toContain(words);
  expect(renderVerifications([file])).toContain("revoked   no: nothing was taken back");
  expect(renderVerifications([file, file])).toContain("(supplied capture)");
  expect(render(certificateView, { body, verification, titles }, "pretty", PRINT)).toContain(words);
  expect(body.statement).toContain("did not ask the server");
  const live = issueFor(sampleCapture());
  expect(live.body.statement).not.toContain("did not ask");
  const said = await verifyCertificate(live.text, { at: AT, trusted: [{ spki_hex: ISSUER.spki_hex }], crypto });
  expect(renderVerifications([{ file: "c.json", verification: said }])).toContain("live: the issuer's own run asked");
});

test("the bare check says what it does not prove", async () => {
  const verification = await verifyCertificate(seal(sampleBody()), { at: AT, bare: true, crypto });
  const text = renderVerifications([{ file: "c.json", verification }]);
  expect(text).toMatch(/^UNALTERED {2}/);
  expect(text.replace(/\s+/g, " ")).toContain("it does not prove who that was");
});

describe("the published schemas", () => {
  const schemaOf = (name: string): JsonObject =>
    JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8")) as JsonObject;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const certificate = ajv.compile(schemaOf("certificate"));
  const body = ajv.compile({ $ref: "urn:mcptest:certificate:1#/$defs/body" });
  const policy = ajv.compile(schemaOf("policy"));

  test("hold for every certificate that verifies", () => {
    const good = CASES.filter(({ expect: codes }) => codes.length === 0).map(
      ({ certificate: text }) => JSON.parse(text.toString().replace(/^\u{feff}/u, "")) as { canonical_json: string },
    );
    expect(good.length).toBeGreaterThan(10);
    for (const one of [...good, JSON.parse(issueFor(sampleCapture()).text) as { canonical_json: string }]) {
      expect([certificate(one), certificate.errors]).toEqual([true, null]);
      expect([body(JSON.parse(one.canonical_json)), body.errors]).toEqual([true, null]);
    }
  });

  test("hold for every statement that can be read", () => {
    const schema = ajv.compile(schemaOf("revocation"));
    const statement = ajv.compile({ $ref: "urn:mcptest:revocation:1#/$defs/statement" });
    const texts = CASES.filter(({ expect: codes }) => !codes.includes("bad-revocation")).flatMap(
      ({ revocations = [] }) => revocations,
    );
    expect(texts.length).toBeGreaterThan(15);
    for (const value of texts.map((text) => JSON.parse(text) as { canonical_json: string }[])) {
      expect([schema(value), schema.errors]).toEqual([true, null]);
      for (const { canonical_json } of [value].flat())
        expect([statement(JSON.parse(canonical_json)), statement.errors]).toEqual([true, null]);
    }
    expect(statement({ format: "mcptest-key-retirement/1" })).toBe(false);
  });

  test("hold for every policy of the cases, and not for what is refused", () => {
    for (const { policy: value } of CASES) if (value) expect([policy(value), policy.errors]).toEqual([true, null]);
    for (const value of [{}, { minimum_garde: "A" }, { maximum_age: "14" }, { subjects: [] }])
      expect(policy(value)).toBe(false);
  });
});
