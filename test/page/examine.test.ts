// What the page finds is what the command finds: over every case of test/certificates, and over captures.

import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { digestOf } from "../../src/certificate/page/digest.ts";
import { examine } from "../../src/certificate/page/examine.ts";
import { checkRows, verdictWords } from "../../src/certificate/page/verdict.ts";
import { auditCapture } from "../../src/scores/discoverability/audit-capture.ts";
import { STANDARD_VERSIONS } from "../../src/scores/discoverability/discoverability.ts";
import { makeAudit } from "../../src/scores/result/discoverability.ts";
import { CASES } from "../certificates/make/all-cases.ts";
import { ISSUER } from "../certificates/make/keys.ts";
import { sampleCapture } from "../certificates/make/sample-capture.ts";

const TOOL = { name: "mcptest", version: "0.0.0-test" } as const;

/** Policies and the bare check are the command's alone. */
const SHARED = CASES.filter(({ policy, bare }) => policy === undefined && bare === undefined);

test("there are cases", () => {
  expect(SHARED.length).toBeGreaterThan(70);
});

test.each(SHARED.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
  const { certificate, capture, at, trusted = [ISSUER.spki_hex], subject, revocations } = one;
  const { verification } = await examine({
    certificate: Buffer.from(certificate),
    capture: capture === undefined ? null : (capture as unknown as Capture),
    trusted: trusted.map((spki_hex) => ({ spki_hex })),
    at: Date.parse(at),
    subject,
    revocations: revocations === undefined ? null : { file: "revocations.json", content: revocations },
  });
  expect(verification?.failures.map(({ code }) => code)).toEqual(one.expect);
  const { tone } = verdictWords(verification);
  const trustOnly = one.expect.every((code) => code === "no-trusted-key" || code === "untrusted-issuer");
  expect(tone).toBe(one.expect.length === 0 ? "good" : trustOnly ? "warn" : "bad");
  const states = checkRows(verification, subject, capture !== undefined).map(({ state }) => state);
  expect(states.includes("fails")).toBe(one.expect.length > 0);
});

describe("an audit in the page is the command's", () => {
  const captures: readonly Capture[] = [
    sampleCapture(),
    sampleCapture({}, [{ name: "go", description: "Does it." }]),
    sampleCapture({ exchanges: [] }),
    sampleCapture({ server_info: { name: "\u{d800}", version: "\u{fffd}é" } }),
  ];
  test.each(STANDARD_VERSIONS)("under version %s", (version) => {
    for (const capture of captures)
      expect(auditCapture(capture, version, TOOL, digestOf)).toEqual({
        ...makeAudit(capture, { tool: TOOL, standard: version }),
        exchanges: [],
      });
  });
});
