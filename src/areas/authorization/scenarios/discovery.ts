import type { Scenario } from "../../../probe/scenario/scenario.ts";
import { signIn } from "./rows.ts";

const NO_ADDRESS = ['Bearer realm="mcptest"'];
const CUSTOM = { at: "custom" } as const;
const OLD = { face: "stateful", revisions: ["2025-03-26"] } as const;

/** Where metadata is, what a challenge looks like, and who the authorization server is. */
export const AUTH_DISCOVERY: readonly Scenario[] = [
  signIn("auth-sign-in", "metadata-default", { decoy: true }),
  signIn("auth-late", "metadata-default", {
    free: ["initialize", "notifications/initialized", "server/discover", "ping", "GET", "DELETE"],
  }),
  signIn("auth-metadata-url", "metadata-var3", { resource: CUSTOM }),
  signIn("auth-metadata-path", "metadata-default", { challenge: NO_ADDRESS }),
  signIn("auth-metadata-root", "metadata-var2", {
    challenge: [],
    resource: { at: "root", resource: "$origin" },
  }),
  signIn("auth-no-metadata", "metadata-default", { challenge: NO_ADDRESS, resource: { at: "nowhere" } }),
  signIn("auth-challenge-lower-case", "metadata-default", {
    challenge: ['bearer error="invalid_token",resource_metadata="$metadata"'],
    resource: CUSTOM,
  }),
  signIn("auth-challenge-second-scheme", "metadata-default", {
    challenge: ['Basic realm="mcptest", Bearer resource_metadata="$metadata"'],
    resource: CUSTOM,
  }),
  signIn("auth-challenge-two-lines", "metadata-default", {
    challenge: ['Basic realm="mcptest"', 'Bearer resource_metadata="$metadata"'],
    resource: CUSTOM,
  }),
  signIn("auth-challenge-quoted", "metadata-default", {
    challenge: ['Bearer error_description="sign in, \\"please\\", resource_metadata=x", resource_metadata="$metadata"'],
    resource: CUSTOM,
  }),
  signIn(
    "auth-foreign-resource",
    "resource-mismatch",
    { resource: { resource: "https://evil.mcptest.invalid/mcp" } },
    { deliberate: true },
  ),
  signIn(
    "auth-other-port-resource",
    "resource-mismatch",
    { resource: { resource: "http://127.0.0.1:9/mcp" } },
    { deliberate: true },
  ),
  signIn("auth-two-servers", "metadata-default", { resource: { servers: ["one", "two"] }, two: {} }),
  signIn("auth-issuer-path", "metadata-var1", { one: { path: "/tenant1" } }),
  signIn("auth-issuer-path-openid", "metadata-var2", { one: { path: "/tenant1", metadataAt: ["openid"] } }),
  signIn("auth-issuer-path-appended", "metadata-var3", { one: { path: "/tenant1", metadataAt: ["openid-appended"] } }),
  signIn("auth-issuer-openid", "metadata-var1", { one: { metadataAt: ["openid"] } }),
  signIn(
    "auth-wrong-issuer",
    "metadata-issuer-mismatch",
    { one: { issuer: "https://attacker.mcptest.invalid" } },
    { deliberate: true },
  ),
  signIn(
    "auth-wrong-issuer-openid",
    "metadata-issuer-mismatch",
    { one: { issuer: "https://attacker.mcptest.invalid", metadataAt: ["openid"] } },
    { deliberate: true },
  ),
  signIn(
    "auth-root-metadata",
    "2025-03-26-oauth-metadata-backcompat",
    { challenge: [], resource: { at: "nowhere" }, one: { at: "mcp" } },
    OLD,
  ),
  signIn(
    "auth-default-endpoints",
    "2025-03-26-oauth-endpoint-fallback",
    { challenge: [], resource: { at: "nowhere" }, one: { at: "mcp", metadataAt: [], endpoints: "default" } },
    OLD,
  ),
];
