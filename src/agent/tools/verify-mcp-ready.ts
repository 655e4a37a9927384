import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { compareCertificate } from "../../certificate/compare.ts";
import { fitsSubject } from "../../certificate/subject-pattern.ts";
import { standardVersion } from "../../certificate/verify/standard-version.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import type { Policy } from "../../model/certificate.ts";
import { type Audit, DEFAULT_STANDARD, DISCOVERABILITY_GRADES } from "../../model/discoverability.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { type AgentTool, objectSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";
import type { KeptResults } from "../kept-results.ts";
import { type ProbeDesk, URL_PROPERTY } from "../probe-for-agent.ts";
import { auditFor } from "./audit-mcp.ts";
import {
  CERTIFICATE_ARGUMENT,
  certificateText,
  describeVerification,
  keyArgument,
  POLICY_SCHEMA,
  readPolicyArgument,
  VERIFICATION_SCHEMA,
  type VerifyDesk,
} from "./verify-mcp-cert.ts";

/** Without a policy: a server that works for agents, B or better. */
const DEFAULT_POLICY: Policy = { minimum_grade: "B" };

/** What the policy holds against a server as it is now. An audit of this moment is fresh; issuers concern certificates. */
const refusals = ({ discoverability, server }: Audit, policy: Policy, url: string): string[] => {
  if (server.outcome === "unreachable") return ["nothing answered at that address"];
  if (discoverability.auth_required) return ["the server wants credentials first, so nothing else could be seen"];
  const least = policy.minimum_grade;
  const failing = (policy.required_criteria ?? []).filter(
    (id) => !discoverability.criteria.some((criterion) => criterion.id === id && criterion.pass),
  );
  return [
    ...(least !== undefined &&
    DISCOVERABILITY_GRADES.indexOf(discoverability.grade) > DISCOVERABILITY_GRADES.indexOf(least)
      ? [`grade ${discoverability.grade} is below ${least}`]
      : []),
    ...failing.map((id) => `${id} is required and does not pass`),
    ...(policy.subjects && !policy.subjects.some((pattern) => fitsSubject(pattern, url))
      ? ["no pattern of the policy's subjects fits this address"]
      : []),
  ];
};

export const verifyMcpReady = (desk: ProbeDesk & VerifyDesk, kept: KeptResults): AgentTool => ({
  name: "verify_mcp_ready",
  title: "May I call this server?",
  description:
    "Decides whether a server may be called under a policy: audits it now, and verifies its certificate if one is given, " +
    "also that its tools are still the certified ones. Answers yes or no with one line of reason per refusal. Without a " +
    "policy, grade B or better is enough.",
  openWorld: true,
  input: objectSchema(
    {
      url: URL_PROPERTY,
      policy: POLICY_SCHEMA,
      certificate: CERTIFICATE_ARGUMENT,
      issuer_key: {
        type: "string",
        description: "The issuer's public key, SPKI in hex or PEM, from a source you trust.",
      },
    },
    ["url"],
  ),
  output: objectSchema(
    {
      summary: { type: "string" },
      allowed: { type: "boolean" },
      reasons: { type: "array", items: { type: "string" } },
      grade: { enum: [...DISCOVERABILITY_GRADES] },
      observed_at: { type: ["string", "null"] },
      certificate: { anyOf: [VERIFICATION_SCHEMA, { type: "null" }] },
      audit: { type: "string", description: "The URI of the whole audit." },
    },
    ["summary", "allowed", "reasons", "grade", "observed_at", "certificate", "audit"],
  ),
  run: async (args, call) => {
    const url = stringArgument(args, "url");
    if (url === undefined) throw new ToolRefusal("name the server: url");
    const policy = readPolicyArgument(args["policy"]) ?? DEFAULT_POLICY;
    const given = args["certificate"];
    const verified =
      given === undefined
        ? undefined
        : await verifyCertificate(certificateText(given), {
            at: desk.now(),
            trusted: [...desk.trusted, ...keyArgument(args)],
            subject: url,
            policy,
            crypto: openNodeCrypto(),
          });
    const standard = (verified?.body && standardVersion(verified.body.standard)) ?? DEFAULT_STANDARD;
    const audit = await auditFor({ url }, standard, desk, call);
    const changed =
      verified?.body && compareCertificate({ body: verified.body, audit, url }).surface === "changed"
        ? ["the tools are not the certified ones any more"]
        : [];
    const reasons = [
      ...refusals(audit, policy, url),
      ...(policy.allowed_issuers && !verified ? ["the policy names issuers, and no certificate was given"] : []),
      ...(verified?.failures ?? []).map(({ message }) => `certificate: ${message}`),
      ...changed,
    ];
    const link = kept.keep("audits", "The whole audit", audit as unknown as Json);
    const structured: JsonObject = {
      summary: reasons.length === 0 ? "Yes, under this policy it may be called." : `No: ${reasons.join("; ")}`,
      allowed: reasons.length === 0,
      reasons,
      grade: audit.discoverability.grade,
      observed_at: audit.observed_at,
      certificate: verified ? describeVerification(verified) : null,
      audit: link.uri,
    };
    return { structured, links: [link] };
  },
});
