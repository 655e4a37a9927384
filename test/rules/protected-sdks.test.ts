// Protected servers on both official TypeScript SDKs, with tokens of every kind: what fails was read by hand, and nothing else.

import { expect, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import { startIssuer } from "../../src/features/token-issuer/issuer.ts";
import { openIssued } from "../../src/features/token-issuer/open-issued.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { startProtectedServer } from "../auth/support/protected-server.ts";
import { startProtectedServer2 } from "../auth/support/protected-server-2.ts";
import { targetAt } from "../auth/support/sign-in.ts";

const SERVERS = [
  { name: "sdk 1.x", start: startProtectedServer, failed: [] as string[] },
  { name: "server 2.x", start: startProtectedServer2, failed: [] as string[] },
];

test.each(SERVERS)("$name refuses what is wrong with a token", async ({ start, failed }) => {
  const issuer = await startIssuer(0, (error) => {
    throw error;
  });
  const server = await start(issuer.address);
  try {
    const { target, identities } = await openIssued(targetAt(server.url), issuer, {});
    const capture = await probeTarget(target, { client: { name: "mcptest-test", version: "0.0.0" }, identities });
    expect(capture.outcome).toBe("complete");
    const { verdicts } = await judgeRules(capture);
    const ofTokens = verdicts.filter(({ id }) => /^(?:AUTH|SEC)-/.test(id));
    expect(ofTokens.filter(({ state, advisory }) => state === "fail" && !advisory).map(({ id }) => id)).toEqual(failed);
    for (const rule of ["AUTH-004", "AUTH-005", "AUTH-021"])
      expect([rule, ofTokens.find(({ id }) => id === rule)?.state]).toEqual([rule, "pass"]);
    expect(JSON.stringify(capture)).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+/);
  } finally {
    await server.close();
    await issuer.close();
  }
});
