import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { PolicyError, readPolicy } from "../../certificate/read-policy.ts";
import { readKeyText } from "../../certificate/verify/key-text.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import type { Policy, TrustedKey, Verification } from "../../model/certificate.ts";
import { CRITERION_IDS, DISCOVERABILITY_GRADES } from "../../model/discoverability.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { type AgentTool, objectSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";
import { plain } from "../plain-text.ts";

/** What the verifying tools share: when it is now, and whom the operator trusts. */
export interface VerifyDesk {
  readonly now: () => number;
  readonly trusted: readonly TrustedKey[];
}

export const POLICY_SCHEMA = objectSchema(
  {
    minimum_grade: { enum: [...DISCOVERABILITY_GRADES] },
    required_criteria: { type: "array", items: { enum: [...CRITERION_IDS] }, minItems: 1 },
    maximum_age: { type: "string", description: "Since the observation: 14d, 36h." },
    allowed_issuers: { type: "array", items: { type: "string" }, minItems: 1, description: "Keys, SPKI in hex." },
    subjects: {
      type: "array",
      items: { type: "string" },
      minItems: 1,
      description: "Addresses; * stands for any text.",
    },
  },
  [],
  "What you demand beyond validity.",
);

export const readPolicyArgument = (value: Json | undefined): Policy | undefined => {
  if (value === undefined) return undefined;
  try {
    return readPolicy(value);
  } catch (error) {
    if (error instanceof PolicyError)
      throw new ToolRefusal(
        `the policy is wrong${error.path.length > 0 ? ` at ${error.path.join(".")}` : ""}: ${error.message}`,
      );
    throw error;
  }
};

/** A certificate as text, or as the object somebody parsed already: the signed text inside is a string either way. */
export const certificateText = (value: Json | undefined): string => {
  if (typeof value === "string") return value;
  if (isJsonObject(value)) return JSON.stringify(value);
  throw new ToolRefusal("give the certificate as its JSON text or as the object {signature, canonical_json}");
};

export const CERTIFICATE_ARGUMENT: JsonObject = {
  type: ["string", "object"],
  description: "The certificate: its JSON text, or the object {signature, canonical_json, signed_by}.",
};

export const keyArgument = (args: JsonObject): readonly TrustedKey[] => {
  const text = stringArgument(args, "issuer_key");
  if (text === undefined) return [];
  const key = readKeyText(text);
  if (!key.ok) throw new ToolRefusal(`issuer_key: ${key.message}`);
  return [{ spki_hex: key.spki_hex }];
};

export const describeVerification = (found: Verification): JsonObject => ({
  valid: found.valid,
  signature_holds: found.signature_holds,
  issuer_trusted: found.issuer?.trusted ?? false,
  issuer_key: found.issuer?.spki_hex ?? null,
  grade: found.body?.grade ?? null,
  subject: found.body ? plain(found.body.subject.server_url, 300) : null,
  observed_at: found.body?.observed_at ?? null,
  expires_at: found.body?.expires_at ?? null,
  reasons: found.failures.map(({ message, found: text }) =>
    text === undefined ? message : `${message}: ${plain(text, 120)}`,
  ),
});

const OUTPUT: JsonObject = {
  valid: { type: "boolean", description: "True only when nothing at all is wrong, the issuer's trust included." },
  signature_holds: { type: "boolean" },
  issuer_trusted: { type: "boolean" },
  issuer_key: { type: ["string", "null"] },
  grade: { type: ["string", "null"] },
  subject: { type: ["string", "null"] },
  observed_at: { type: ["string", "null"] },
  expires_at: { type: ["string", "null"] },
  reasons: { type: "array", items: { type: "string" }, description: "Why not, one line each." },
};

export const VERIFICATION_SCHEMA = objectSchema(OUTPUT, Object.keys(OUTPUT));

export const verifyMcpCert = (desk: VerifyDesk): AgentTool => ({
  name: "verify_mcp_cert",
  title: "Verify an MCP-Ready certificate",
  description:
    "Checks an MCP-Ready certificate offline: signature, dates, subject, whether the grade follows from the criteria, and " +
    "whether its issuer is one you trust (issuer_key, the policy, or the operator's keys). A key found only inside the " +
    "certificate proves nothing about who signed it.",
  openWorld: false,
  input: objectSchema(
    {
      certificate: CERTIFICATE_ARGUMENT,
      issuer_key: {
        type: "string",
        description: "The issuer's public key, SPKI in hex or PEM, from a source you trust.",
      },
      subject: { type: "string", description: "The server you are about to call; the certificate must be about it." },
      policy: POLICY_SCHEMA,
    },
    ["certificate"],
  ),
  output: VERIFICATION_SCHEMA,
  run: async (args) => {
    const found = await verifyCertificate(certificateText(args["certificate"]), {
      at: desk.now(),
      trusted: [...desk.trusted, ...keyArgument(args)],
      subject: stringArgument(args, "subject"),
      policy: readPolicyArgument(args["policy"]),
      crypto: openNodeCrypto(),
    });
    return { structured: describeVerification(found) };
  },
});
