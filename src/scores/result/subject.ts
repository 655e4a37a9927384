import { defined } from "../../base/defined.ts";
import type { AskedPart, Capture } from "../../capture/capture.ts";
import { whyBlocked } from "../../judge/blocked/why-blocked.ts";
import { clientProfile } from "../../judge/core/client/profile.ts";
import type { CheckedRole, ClientProfile } from "../../judge/core/client.ts";
import type { Ruleset } from "../../judge/core/rule.ts";
import type { Verdict } from "../../judge/core/verdict.ts";
import {
  embeddedAuthorizationRuleset,
  embeddedClientRuleset,
  embeddedExtensions,
  embeddedRuleset,
} from "../../judge/corpus-files/embedded.ts";
import { extensionRules } from "../../judge/extensions/standing.ts";
import type { JudgedServer } from "../../judge/judged.ts";
import { isHiddenByLimit, judgedOutcome } from "../../judge/judged-outcome.ts";
import type { JudgeContext } from "../../judge/rules/judge-rule.ts";
import { clientContextFor, type EvidenceForm, judgeContextFor } from "../../judge/session/judge-context.ts";
import type { Revision } from "../../protocol/revision.ts";
import { spokenIn } from "../conformance/spoken-revisions.ts";

/** Who is judged in a session: a server, a client, or an authorization server. */
export type Subject = ServerSubject | ClientSubject | AuthorizationServerSubject;

interface Judgeable {
  readonly capture: Capture;
  /** The name that reports use for it. */
  readonly label: string;
  /** The revisions that it was seen to speak, oldest first. */
  readonly spoken: readonly Revision[];
}

export interface ServerSubject extends Judgeable {
  readonly role: "server";
}

export interface ClientSubject extends Judgeable {
  readonly role: "client";
  readonly profile: ClientProfile;
}

export interface AuthorizationServerSubject extends Judgeable {
  readonly role: "authorization-server";
  readonly profile: NonNullable<Capture["authorization"]>;
}

/** Every session has a client. What served it is an authorization server where the capture says so, else an MCP server. */
export const subjectOf = (capture: Capture, role: CheckedRole = "server"): Subject => {
  if (role === "client") {
    const profile = clientProfile(capture);
    return { role, capture, label: profile.label, spoken: [...profile.revisions].reverse(), profile };
  }
  const { authorization, server_label: label } = capture;
  if (authorization) return { role: "authorization-server", capture, label, spoken: [], profile: authorization };
  return { role, capture, label, spoken: spokenIn(capture) };
};

/** The part of the rules that was asked about. A server's scenarios for a client are no part of the rules. */
export const askedOf = ({ role, capture }: Subject): AskedPart | undefined =>
  role === "client" ? undefined : capture.asked;

/** The rules of a revision that bind the subject; for a server with those of the extensions that the session has to do with. */
export const rulesFor = async ({ role, capture }: Subject, revision: Revision): Promise<Ruleset> => {
  switch (role) {
    case "client":
      return embeddedClientRuleset(revision);
    case "authorization-server":
      return embeddedAuthorizationRuleset(revision);
    case "server": {
      const core = embeddedRuleset(revision);
      const { view } = await judgeContextFor(capture, revision, []);
      const further = extensionRules(view, embeddedExtensions(revision));
      return further.length === 0 ? core : { revision, rules: [...core.rules, ...further] };
    }
  }
};

/** What the rules are judged with: the subject's own side of the session. */
export const contextFor = (
  { role, capture }: Subject,
  revision: Revision,
  rulesets: readonly Pick<Ruleset, "rules">[],
  evidence?: EvidenceForm,
): Promise<JudgeContext> =>
  (role === "client" ? clientContextFor : judgeContextFor)(capture, revision, rulesets, evidence);

/** How the session came out for the subject, given the verdicts on it. */
export const describeSession = (subject: Subject, verdicts: readonly Verdict[]): JudgedServer => {
  const { capture } = subject;
  const era = capture.era ?? null;
  if (subject.role === "client") {
    const { sessions, transports } = subject.profile;
    // The report is about the client; who served it is in the capture.
    return {
      info: null,
      era,
      transport: transports[0] ?? null,
      outcome: sessions === 0 ? "unreachable" : (capture.outcome ?? null),
    };
  }
  const outcome = judgedOutcome(capture, verdicts.some(isHiddenByLimit));
  return {
    info: capture.server_info ?? null,
    era,
    transport: capture.transport ?? null,
    outcome,
    ...defined({ blocked: whyBlocked(capture, outcome) }),
  };
};
