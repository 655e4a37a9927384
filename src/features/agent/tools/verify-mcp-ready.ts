import type { Json, JsonObject } from "../../../base/json.ts";
import { compareCertificate } from "../../../certificate/compare.ts";
import { fitsSubject } from "../../../certificate/subject-pattern.ts";
import type { Policy } from "../../../certificate/verify/certificate.ts";
import { standardVersion } from "../../../certificate/verify/standard-version.ts";
import { unseenPhrase } from "../../../judge/unseen-words.ts";
import {
  type Audit,
  DEFAULT_STANDARD,
  DISCOVERABILITY_GRADES,
} from "../../../scores/discoverability/discoverability.ts";
import { type AgentTool, objectSchema, outputSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";
import { type AgentProbeContext, URL_PROPERTY } from "../probe-for-agent.ts";
import type { ResultStore } from "../result-store.ts";
import { auditFor, TOOLS_PROPERTY } from "./audit-mcp.ts";
import {
  CERTIFICATE_ARGUMENT,
  describeVerification,
  ISSUER_KEY_ARGUMENT,
  POLICY_SCHEMA,
  readPolicyArgument,
  VERIFICATION_SCHEMA,
  type VerifyContext,
  verifyFor,
} from "./verify-mcp-cert.ts";

/** Without a policy, B or better: a server that works for agents. */
const DEFAULT_POLICY: Policy = { minimum_grade: "B" };

/** Why the policy refuses the server as it is now. Age and issuers concern only certificates. */
const refusals = ({ discoverability, server }: Audit, policy: Policy, url: string): string[] => {
  if (server.outcome === "unreachable") return ["nothing answered at that address"];
  if (discoverability.auth_required) return ["the server asks for credentials first, so nothing else could be checked"];
  const { grade } = discoverability;
  if (grade === null)
    return [`the server was not seen as a whole: ${unseenPhrase(server.outcome) ?? "too little was seen"}`];
  const least = policy.minimum_grade;
  const failing = (policy.required_criteria ?? []).filter(
    (id) => !discoverability.criteria.some((criterion) => criterion.id === id && criterion.pass),
  );
  return [
    ...(least !== undefined && DISCOVERABILITY_GRADES.indexOf(grade) > DISCOVERABILITY_GRADES.indexOf(least)
      ? [`grade ${grade} is below ${least}`]
      : []),
    ...failing.map((id) => `${id} is required but does not pass`),
    ...(policy.subjects && !policy.subjects.some((pattern) => fitsSubject(pattern, url))
      ? ["this address matches none of the policy's subjects"]
      : []),
  ];
};

export const verifyMcpReady = (context: AgentProbeContext & VerifyContext, store: ResultStore): AgentTool => ({
  name: "verify_mcp_ready",
  title: "May I call this server?",
  description:
    "Decides whether a server may be called under a policy: audits it now and, if you give its certificate, verifies that " +
    "too and checks that the tools are still the certified ones. Answers yes or no, with one line for each reason " +
    "against it. Without a policy, grade B or better is enough.",
  openWorld: true,
  input: objectSchema(
    {
      url: URL_PROPERTY,
      policy: POLICY_SCHEMA,
      certificate: CERTIFICATE_ARGUMENT,
      issuer_key: ISSUER_KEY_ARGUMENT,
      tools: TOOLS_PROPERTY,
    },
    ["url"],
  ),
  output: outputSchema({
    summary: { type: "string" },
    allowed: { type: "boolean" },
    reasons: { type: "array", items: { type: "string" } },
    grade: { enum: [...DISCOVERABILITY_GRADES, null], description: "null: too little was seen to give one." },
    observed_at: { type: ["string", "null"] },
    certificate: { anyOf: [VERIFICATION_SCHEMA, { type: "null" }] },
    audit: { type: "string", description: "URI of the full audit." },
  }),
  run: async (args, call) => {
    const url = stringArgument(args, "url");
    if (url === undefined) throw new ToolRefusal("name the server with url");
    const policy = readPolicyArgument(args["policy"]) ?? DEFAULT_POLICY;
    const verified =
      args["certificate"] === undefined ? undefined : await verifyFor(args, context, { subject: url, policy });
    const standard = (verified?.body && standardVersion(verified.body.standard)) ?? DEFAULT_STANDARD;
    const audit = await auditFor({ url, tools: args["tools"] ?? "reading" }, standard, context, call);
    const changed =
      verified?.body && compareCertificate({ body: verified.body, audit, url }).surface === "changed"
        ? ["the tools have changed since they were certified"]
        : [];
    const reasons = [
      ...refusals(audit, policy, url),
      ...(policy.allowed_issuers && !verified
        ? ["the policy names allowed issuers, but no certificate was given"]
        : []),
      ...(verified?.failures ?? []).map(({ message }) => `certificate: ${message}`),
      ...changed,
    ];
    const link = store.keep("audits", "The full audit", audit as unknown as Json);
    const structured: JsonObject = {
      summary: reasons.length === 0 ? "Yes: this policy allows calling the server." : `No: ${reasons.join("; ")}`,
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
