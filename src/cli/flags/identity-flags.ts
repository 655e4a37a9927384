import { quoted, UsageError } from "../usage-error.ts";
import { type FlagsOf, inGroup } from "./flag.ts";

/** Who else a run may ask as, beside the user whose credentials it has. */
export const IDENTITY_FLAGS = inGroup("Identities", {
  "--second-bearer-env <ENV>":
    "the variable with the token of another user, who has no right to what the first one owns",
  "--weaker-bearer-env <ENV>": "the variable with a token that has fewer rights",
  "--issue-tokens": "run an authorization server that the server under test trusts, and try tokens of every kind",
  "--issuer-port <port>": "its port on 127.0.0.1 (default: any free one)",
  "--issue-scopes <scopes>": "the scopes of its good tokens (default: scopes_supported of the server's metadata)",
  "--issue-audience <uri>": "the audience of its tokens (default: resource of the server's metadata, or its URL)",
  "--issue-broad-scope <scope>": "a scope that includes the others, by your server's own rules",
});

export type IdentityFlags = FlagsOf<typeof IDENTITY_FLAGS>;

const ISSUING = {
  issuerPort: "--issuer-port",
  issueScopes: "--issue-scopes",
  issueAudience: "--issue-audience",
  issueBroadScope: "--issue-broad-scope",
} as const satisfies Partial<Record<keyof IdentityFlags, string>>;

/** What cannot be meant. */
export const checkIdentityFlags = (flags: IdentityFlags): void => {
  const lonely = (Object.keys(ISSUING) as (keyof typeof ISSUING)[]).find((name) => flags[name] !== undefined);
  if (lonely !== undefined && !flags.issueTokens)
    throw new UsageError(`${ISSUING[lonely]} is about the tokens of --issue-tokens; add that, or drop it`);
  if (flags.issueTokens && (flags.secondBearerEnv !== undefined || flags.weakerBearerEnv !== undefined))
    throw new UsageError(
      "--issue-tokens brings a second and a weaker user of its own; drop --second-bearer-env and --weaker-bearer-env",
    );
};

/** For commands that look at several servers, or at one again and again. */
export const refuseIdentityFlags = (flags: IdentityFlags, why: string): void => {
  const names = {
    ...ISSUING,
    issueTokens: "--issue-tokens",
    secondBearerEnv: "--second-bearer-env",
    weakerBearerEnv: "--weaker-bearer-env",
  } as const;
  const given = (Object.keys(names) as (keyof typeof names)[]).find((name) => flags[name] !== undefined);
  if (given !== undefined) throw new UsageError(`${names[given]} ${why}`);
};

export const readIssuerPort = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--issuer-port ${quoted(text)} is not a port from 1 to 65535`);
};
