import { eraOf, type Revision } from "../../../model/revision.ts";
import type { Talk } from "../../talk/talk.ts";
import type { ConversationPlan } from "../step.ts";
import { defaultEndpoints, issuerMetadata, originMetadata, resourceMetadata } from "./metadata-steps.ts";
import {
  anonymousMethods,
  foreignToken,
  invalidToken,
  malformedAuthorization,
  noToken,
  noTokenLater,
  queryToken,
} from "./token-steps.ts";
import type { Wall } from "./wall.ts";

export interface AuthSetting {
  readonly revision: Revision;
  /** The user gave credentials, and they work. */
  readonly keyed: boolean;
  /** Documents that the server names may be fetched from other origins. */
  readonly elsewhere: boolean;
}

/**
 * What the authorization surface shows: to a client without credentials, and, where the user's work, whether they are
 * asked for each time.
 */
export const authPlan = ({ revision, keyed, elsewhere }: AuthSetting): ConversationPlan<Talk> => {
  const wall: Wall = { open: false, elsewhere, rootMetadata: false };
  const own = revision === "2025-03-26";
  return {
    name: "auth",
    purpose: "what the authorization surface shows, with credentials left out or made up",
    transport: "http",
    ...(keyed ? {} : { bare: true }),
    groups: [
      [noToken(wall)],
      ...(eraOf(revision) === "stateless" ? [[anonymousMethods(keyed)]] : []),
      [
        invalidToken(wall),
        foreignToken(wall),
        malformedAuthorization(wall),
        queryToken(wall, keyed),
        ...(keyed ? [noTokenLater(wall)] : []),
        resourceMetadata(wall),
      ],
      [own ? originMetadata(wall) : issuerMetadata(wall)],
      ...(own ? [[defaultEndpoints(wall)]] : []),
    ],
  };
};
