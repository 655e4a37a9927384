import { unseenPhrase } from "../../../judge/unseen-words.ts";
import type { Audit } from "../../../scores/discoverability/discoverability.ts";

/** The grade and what it rests on, in our own words. */
export const auditHeadline = ({ discoverability, server }: Pick<Audit, "discoverability" | "server">): string => {
  const { grade, passes, criteria, honesty_cap, auth_required } = discoverability;
  return [
    grade === null ? `no grade: ${unseenPhrase(server.outcome) ?? "too little was seen"}` : `grade ${grade}`,
    `${passes} of ${criteria.length} criteria pass`,
    ...(auth_required ? ["auth-required"] : []),
    ...(honesty_cap === null ? [] : ["no verified content, so no better than B"]),
  ].join(" · ");
};

export const auditStandard = ({ discoverability: { standard } }: Audit): string =>
  `Agent-Tool Discoverability Standard ${standard.version} (draft)`;

/** How the session began, in which revision, over which transport. */
export const auditEntry = ({ discoverability: { entry, revision }, server }: Audit): string =>
  [
    ...(entry === null ? [] : [`entered by ${entry}`]),
    ...(revision === null ? [] : [revision]),
    ...(server.transport ? [server.transport] : []),
  ].join(" · ");

export const AUTH_REQUIRED =
  "auth-required: the server asks for credentials before it answers, so an agent without them gets nothing either; pass them with --bearer-env or --header-env to audit what is behind the login";
