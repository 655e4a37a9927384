import type { ConversationPlan } from "../../../probe/plan/step.ts";
import type { RunContext } from "../../../probe/run-context.ts";
import type { Talk } from "../../../probe/talk/talk.ts";
import { eraOf, type Revision } from "../../../protocol/revision.ts";
import type { AccessFindings } from "./access.ts";
import { defaultEndpoints, issuerMetadata, originMetadata, resourceMetadata } from "./metadata-steps.ts";
import { forgedToken, schemeCase, twoAuthorizations } from "./own-token-steps.ts";
import {
  anonymousMethods,
  foreignToken,
  invalidToken,
  malformedAuthorization,
  noToken,
  noTokenLater,
  queryToken,
} from "./token-steps.ts";

export interface AuthSetting {
  readonly revision: Revision;
  /** The user gave credentials, and they work: where they are, and what must not be told of them. */
  readonly keyed: Pick<RunContext, "target" | "tokens"> | undefined;
  /** Documents that the server names may be fetched from other origins. */
  readonly elsewhere: boolean;
}

/**
 * What the authorization surface shows: to a client without credentials, and, where the user's work, whether they are
 * asked for each time.
 */
export const authPlan = ({ revision, keyed, elsewhere }: AuthSetting): ConversationPlan<Talk> => {
  const access: AccessFindings = { open: false, elsewhere, rootMetadata: false };
  const own = revision === "2025-03-26";
  return {
    name: "auth",
    purpose: "what the authorization surface shows, with credentials left out or made up",
    transport: "http",
    ...(keyed ? {} : { bare: true }),
    groups: [
      [noToken(access)],
      ...(eraOf(revision) === "stateless" ? [[anonymousMethods(keyed !== undefined)]] : []),
      [
        invalidToken(access),
        foreignToken(access),
        malformedAuthorization(access),
        queryToken(access, keyed !== undefined),
        ...(keyed
          ? [noTokenLater(access), schemeCase(access, keyed), twoAuthorizations(access), forgedToken(access, keyed)]
          : []),
        resourceMetadata(access),
      ],
      [own ? originMetadata(access) : issuerMetadata(access)],
      ...(own ? [[defaultEndpoints(access)]] : []),
    ],
  };
};
