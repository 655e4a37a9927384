// What an agent or a gateway asks beyond a certificate being valid.

import { bad, type Case, good } from "./case.ts";
import { ISSUER, STRANGER } from "./keys.ts";
import { criteria, sampleBody, seal } from "./sample.ts";

const A = seal(sampleBody());
const B = seal(sampleBody({ criteria: criteria("C9"), passes: "9/10", grade: "B" }));

export const POLICY_CASES: readonly Case[] = [
  good("policy-met", "Every demand is met; the policy also says whom to trust.", A, {
    trusted: [],
    policy: {
      minimum_grade: "A",
      required_criteria: ["C1", "C7"],
      maximum_age: "14d",
      allowed_issuers: [{ name: "observatory", key: ISSUER.spki_hex }],
      subjects: ["https://*.example.com/mcp", "stdio:*@*"],
    },
  }),
  good("policy-grade-better", "A is better than the C that is asked for.", A, { policy: { minimum_grade: "C" } }),
  bad("policy-grade", "policy-grade", "B where A is asked for.", B, { policy: { minimum_grade: "A" } }),
  bad("policy-criteria", "policy-criteria", "A criterion that is required did not pass.", B, {
    policy: { required_criteria: ["C1", "C9"] },
  }),
  bad("policy-age", "policy-age", "Still valid, but observed too long ago for this policy.", A, {
    policy: { maximum_age: "7d" },
  }),
  bad("policy-issuer", "policy-issuer", "Trusted otherwise, but not by this policy.", A, {
    policy: { allowed_issuers: [STRANGER.spki_hex] },
  }),
  bad("policy-subject", "policy-subject", "No pattern fits the server.", A, {
    policy: { subjects: ["https://example.com/**", "https://*.example.com/other/*", "http://*.example.com/mcp"] },
  }),
  bad(
    "policy-everything",
    ["policy-grade", "policy-criteria", "policy-age", "policy-subject"],
    "Every refusal is told.",
    B,
    {
      policy: { minimum_grade: "A", required_criteria: ["C9"], maximum_age: "1h", subjects: ["stdio:*@*"] },
    },
  ),
];
