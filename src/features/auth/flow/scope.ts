import type { ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import type { LoginRequest } from "./login-request.ts";

const OFFLINE = "offline_access";

/**
 * What to ask for: what the user says; else what the challenge wants; else what the resource lists; else nothing. With a browser
 * also a refresh token, where the authorization server offers one that way.
 */
export const chooseScope = (
  { scope, way }: Pick<LoginRequest, "scope" | "way">,
  found: {
    readonly server: Pick<ServerMetadata, "scopes">;
    readonly challengedScope?: string | undefined;
    readonly resourceScopes: readonly string[];
  },
): string | undefined => {
  if (scope !== undefined) return scope === "" ? undefined : scope;
  const wanted = (found.challengedScope ?? found.resourceScopes.join(" ")).split(/\s+/).filter((name) => name !== "");
  const offline = way === "browser" && found.server.scopes.includes(OFFLINE) && !wanted.includes(OFFLINE);
  const all = offline ? [...wanted, OFFLINE] : wanted;
  return all.length === 0 ? undefined : all.join(" ");
};
