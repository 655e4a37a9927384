import type { Fact } from "../fact.ts";
import { metadataRoutes, resourceMetadata } from "./resource-metadata.ts";
import { authorizationEndpoints, authorizationServer, defaultEndpoints, metadataPlaces } from "./server-metadata.ts";
import { oauthOnStdio } from "./stdio-oauth.ts";
import {
  anonymousRequest,
  bearerChallenges,
  challengedScopes,
  foreignToken,
  invalidToken,
  laterRequest,
  malformedAuthorization,
  queryToken,
  refusals,
  scopeRefusals,
} from "./tokens.ts";

export const AUTHORIZATION_FACTS: readonly Fact[] = [
  anonymousRequest,
  bearerChallenges,
  challengedScopes,
  invalidToken,
  foreignToken,
  malformedAuthorization,
  queryToken,
  laterRequest,
  refusals,
  scopeRefusals,
  resourceMetadata,
  metadataRoutes,
  authorizationServer,
  metadataPlaces,
  authorizationEndpoints,
  defaultEndpoints,
  oauthOnStdio,
];
