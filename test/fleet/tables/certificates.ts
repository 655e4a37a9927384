// Certificates in bulk, and their revocation by a later run that reached the server.

import { expect } from "vitest";
import { type CertifyOptions, certify } from "../../../packages/fleet/src/certify.ts";
import { addTargets } from "../../../packages/fleet/src/store/add-targets.ts";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import { certificatesOf } from "../../../packages/fleet/src/store/read-results.ts";
import { generateSigningKey, readSigningKey } from "../../../src/certificate/signing-key.ts";
import { verifyCertificate } from "../../../src/library/verify.ts";
import { EXAMPLE_TOOL } from "../support/example.ts";
import type { OnDatabase } from "../support/on-both.ts";
import { runFleet } from "../support/run-fleet.ts";

const pair = generateSigningKey();
const key = readSigningKey(pair.private_pem);

const certified = async (
  store: FleetStore,
  different: Partial<CertifyOptions> = {},
): Promise<{ issued: number; revoked: number; reasons: string[]; skipped: string[] }> => {
  const reasons: string[] = [];
  const skipped: string[] = [];
  const counts = await certify(store, {
    ...{ key, issuer: "Directory Example", minGrade: "D", now: Date.now(), signal: new AbortController().signal },
    onIssued: () => {},
    onRevoked: ({ reason }) => void reasons.push(reason),
    onSkipped: (_target, reason) => void skipped.push(reason),
    ...different,
  });
  return { ...counts, reasons, skipped };
};

export const certificateTests = ({ on, newFleet, serve }: OnDatabase): void => {
  on("certifies, and takes back what a later run no longer supports", { timeout: 180_000 }, async () => {
    const store = await newFleet();
    let tools: readonly object[] = [EXAMPLE_TOOL];
    const server = await serve("good", "127.0.40.1", () => tools);
    const { ids } = await addTargets(store, [
      { address: { kind: "http", url: server.url } },
      { address: { kind: "http", url: "http://127.0.40.2:9/mcp" } },
    ]);
    // A first pass shows too little to sign.
    await runFleet(store);
    expect(await certified(store)).toMatchObject({ issued: 0, revoked: 0 });
    await runFleet(store, { all: true }, {}, {});
    expect(await certified(store, { minGrade: "A" })).toMatchObject({ issued: 0, skipped: ["its grade is B"] });
    expect(await certified(store)).toMatchObject({ issued: 1, revoked: 0 });
    // Nothing new was seen since, so nothing is signed again.
    expect(await certified(store)).toMatchObject({ issued: 0, revoked: 0 });
    const [first] = await certificatesOf(store, ids[0]!);
    const verified = await verifyCertificate(first!.text, {
      at: Date.now(),
      trusted: [{ name: "Directory Example", spki_hex: pair.spki_hex }],
    });
    expect([verified.valid, verified.failures]).toEqual([true, []]);

    tools = [{ ...EXAMPLE_TOOL, name: "delete_note", description: "Deletes a note." }];
    await runFleet(store, { all: true }, {}, {});
    const later = await certified(store);
    expect(later).toMatchObject({ issued: 1, revoked: 1 });
    expect(later.reasons[0]).toContain("other tools than the ones that were certified");
    const [second, revoked] = await certificatesOf(store, ids[0]!);
    expect([second?.revokedAt, revoked?.text]).toEqual([null, first?.text]);
    expect(JSON.parse(revoked!.revocation!)).toHaveProperty("canonical_json");

    // Nobody saw it fail, so it stays.
    await server.close();
    await runFleet(store, { all: true }, {}, {});
    expect(await certified(store)).toMatchObject({ issued: 0, revoked: 0 });
    expect((await certificatesOf(store, ids[0]!))[0]?.revokedAt).toBeNull();
  });
};
