import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { openNodeCrypto } from "../../../certificate/node-crypto.ts";
import { PolicyError, readPolicy } from "../../../certificate/read-policy.ts";
import {
  CERTIFICATE_OBSERVATIONS,
  type Policy,
  type TrustedKey,
  type Verification,
} from "../../../certificate/verify/certificate.ts";
import { readKeyText } from "../../../certificate/verify/key-text.ts";
import type { Revocations } from "../../../certificate/verify/revocation.ts";
import { type VerifyOptions, verifyCertificate } from "../../../certificate/verify/verify-certificate.ts";
import { escapeTerminal } from "../../../report/escape/terminal.ts";
import { CRITERION_IDS, DISCOVERABILITY_GRADES } from "../../../scores/discoverability/discoverability.ts";
import { type AgentTool, objectSchema, outputSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";

/** What the verifying tools share: the time, and the keys the operator trusts. */
export interface VerifyContext {
  readonly now: () => number;
  readonly trusted: readonly TrustedKey[];
  /** What issuers have taken back, as far as the operator knows. */
  readonly revocations?: Revocations | undefined;
}

export const POLICY_SCHEMA = objectSchema(
  {
    minimum_grade: { enum: [...DISCOVERABILITY_GRADES] },
    required_criteria: { type: "array", items: { enum: [...CRITERION_IDS] }, minItems: 1 },
    maximum_age: { type: "string", description: "Maximum age of the audit, such as 14d or 36h." },
    allowed_issuers: {
      type: "array",
      items: { type: "string" },
      minItems: 1,
      description: "Public keys, SPKI in hex.",
    },
    subjects: {
      type: "array",
      items: { type: "string" },
      minItems: 1,
      description: "Server addresses; * matches any text.",
    },
  },
  [],
  "Your requirements beyond a valid certificate.",
);

export const readPolicyArgument = (value: Json | undefined): Policy | undefined => {
  if (value === undefined) return undefined;
  try {
    return readPolicy(value);
  } catch (error) {
    if (error instanceof PolicyError)
      throw new ToolRefusal(
        `the policy is invalid${error.path.length > 0 ? ` at ${error.path.join(".")}` : ""}: ${error.message}`,
      );
    throw error;
  }
};

/** A certificate as text, or as the object somebody parsed already: the signed text inside is a string either way. */
const certificateText = (value: Json | undefined): string => {
  if (typeof value === "string") return value;
  if (isJsonObject(value)) return JSON.stringify(value);
  throw new ToolRefusal("certificate must be JSON text or the object {signature, canonical_json, signed_by}");
};

export const CERTIFICATE_ARGUMENT: JsonObject = {
  type: ["string", "object"],
  description: "The certificate, as JSON text or as the object {signature, canonical_json, signed_by}.",
};

const keyArgument = (args: JsonObject): readonly TrustedKey[] => {
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
  subject: found.body ? escapeTerminal(found.body.subject.server_url, 300) : null,
  observed_at: found.body?.observed_at ?? null,
  observed: found.body?.observed ?? null,
  expires_at: found.body?.expires_at ?? null,
  revocations_checked: found.revocations_checked,
  reasons: found.failures.map(({ message, found: text }) =>
    text === undefined ? message : `${message}: ${escapeTerminal(text, 120)}`,
  ),
});

export const VERIFICATION_SCHEMA = outputSchema({
  valid: { type: "boolean", description: "True only if nothing at all is wrong, including trust in the issuer." },
  signature_holds: { type: "boolean" },
  issuer_trusted: { type: "boolean" },
  issuer_key: { type: ["string", "null"] },
  grade: { type: ["string", "null"] },
  subject: { type: ["string", "null"] },
  observed_at: { type: ["string", "null"] },
  observed: {
    enum: [...CERTIFICATE_OBSERVATIONS, null],
    description:
      "live: the issuer asked the server. supplied-capture: the issuer was handed the session and did not. null: not said.",
  },
  expires_at: { type: ["string", "null"] },
  revocations_checked: {
    type: ["integer", "null"],
    description:
      "How many statements of issuers that take something back were looked at; null: the operator gave none.",
  },
  reasons: { type: "array", items: { type: "string" }, description: "Why it is not valid, one line each." },
});

export const ISSUER_KEY_ARGUMENT: JsonObject = {
  type: "string",
  description: "The issuer's public key, SPKI in hex or PEM, from a source you trust.",
};

/** Verifies the certificate of a call with the keys of the operator and the caller. */
export const verifyFor = (
  args: JsonObject,
  context: VerifyContext,
  options: Pick<VerifyOptions, "subject" | "policy">,
): Promise<Verification> =>
  verifyCertificate(certificateText(args["certificate"]), {
    at: context.now(),
    trusted: [...context.trusted, ...keyArgument(args)],
    revocations: context.revocations,
    crypto: openNodeCrypto(),
    ...options,
  });

export const verifyMcpCert = (context: VerifyContext): AgentTool => ({
  name: "verify_mcp_cert",
  title: "Verify an MCP-Ready certificate",
  description:
    "Checks an MCP-Ready certificate offline: signature, dates, subject, whether the grade follows from the criteria, and " +
    "whether you trust its issuer (by issuer_key, the policy, or the operator's keys). A key found only inside the " +
    "certificate does not prove who signed it.",
  openWorld: false,
  input: objectSchema(
    {
      certificate: CERTIFICATE_ARGUMENT,
      issuer_key: ISSUER_KEY_ARGUMENT,
      subject: {
        type: "string",
        description: "The server you are about to call, which the certificate must be about.",
      },
      policy: POLICY_SCHEMA,
    },
    ["certificate"],
  ),
  output: VERIFICATION_SCHEMA,
  run: async (args) => {
    const [subject, policy] = [stringArgument(args, "subject"), readPolicyArgument(args["policy"])];
    return { structured: describeVerification(await verifyFor(args, context, { subject, policy })) };
  },
});
