import type { Audit } from "../../model/discoverability.ts";
import { stringMember } from "../../model/json.ts";
import { show } from "../capture-head.ts";

/** The letter and what it rests on, in our own words. */
export const auditHeadline = ({ discoverability }: Audit): string => {
  const { grade, passes, criteria, honesty_cap, auth_required } = discoverability;
  return [
    `grade ${grade}`,
    `${passes} of ${criteria.length} criteria pass`,
    ...(auth_required ? ["auth-required"] : []),
    ...(honesty_cap === null ? [] : ["no verified content, so no better than B"]),
  ].join(" · ");
};

export const auditStandard = ({ discoverability: { standard } }: Audit): string =>
  `Agent-Tool Discoverability Standard ${standard.version} (draft)`;

/** How the server was entered, and as what. */
export const auditEntry = ({ discoverability, server }: Audit): string[] => [
  ...(discoverability.entry === null ? [] : [`entered by ${discoverability.entry}`]),
  ...(discoverability.revision === null ? [] : [show(discoverability.revision, 40)]),
  ...(server.transport ? [server.transport] : []),
];

/** Name and version as the server gives them; empty when it gives none. */
export const auditServer = ({ server }: Audit): string => {
  const name = stringMember(server.info, "name");
  return name === undefined
    ? ""
    : `${show(name, 80)} ${show(stringMember(server.info, "version") ?? "", 40)}`.trimEnd();
};

export const AUTH_REQUIRED =
  "auth-required: the server wants credentials before it answers, and an agent without them gets nothing either; give them with --bearer-env or --header-env to see what is behind";
