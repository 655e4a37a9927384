import { defined } from "../../base/defined.ts";
import type { HttpTarget, Target } from "../../capture/target.ts";
import type { Issuer } from "../../features/token-issuer/issuer.ts";
import type { Identities } from "../../probe/identities.ts";
import { show } from "../../report/terminal/terminal.ts";
import { checkIdentityFlags, type IdentityFlags, readIssuerPort } from "../flags/identity-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { readBearerToken } from "./header-options.ts";
import type { System } from "./system.ts";

type Run<T> = (target: Target, identities: Identities | undefined) => Promise<T>;

interface Surroundings {
  readonly flags: IdentityFlags & { readonly quiet?: boolean };
  readonly system: Pick<System, "env">;
  readonly console: Console;
}

/** Runs with everybody that the flags name to ask as. An authorization server lives as long as the run does. */
export const withIdentities = async <T>(target: Target, surroundings: Surroundings, run: Run<T>): Promise<T> => {
  const { flags, system } = surroundings;
  checkIdentityFlags(flags);
  if (flags.issueTokens) return withIssuer(target, surroundings, run);
  const second = readToken(flags.secondBearerEnv, "--second-bearer-env", system);
  const weaker = readToken(flags.weakerBearerEnv, "--weaker-bearer-env", system);
  if (second === undefined && weaker === undefined) return run(target, undefined);
  refuseSame(target, { "--second-bearer-env": second, "--weaker-bearer-env": weaker });
  return run(target, defined({ second, weaker }));
};

const readToken = (variable: string | undefined, flag: string, system: Pick<System, "env">): string | undefined =>
  variable === undefined ? undefined : readBearerToken(variable, flag, system);

/** Another user than nobody, or than oneself, shows nothing. */
const refuseSame = (target: Target, tokens: Readonly<Record<string, string | undefined>>): void => {
  for (const [flag, token] of Object.entries(tokens)) {
    if (token === undefined) continue;
    if (target.kind !== "http") throw new UsageError(`${flag} works only with a server at a URL; drop it`);
    const own = authorizationOf(target);
    if (own === undefined)
      throw new UsageError(`${flag} is somebody beside the first user; name that one's token with --bearer-env`);
    if (own.slice(own.indexOf(" ") + 1) === token)
      throw new UsageError(`${flag} holds the same token as the first user has; give one of somebody else`);
  }
};

const authorizationOf = ({ headers }: HttpTarget): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];

const withIssuer = async <T>(target: Target, { flags, console }: Surroundings, run: Run<T>): Promise<T> => {
  if (target.kind === "http" && authorizationOf(target) !== undefined)
    throw new UsageError(
      "--issue-tokens makes the token of the first user itself; drop the Authorization that you give",
    );
  const issuer = await openIssuer(readIssuerPort(flags.issuerPort), console);
  const say = (text: string): void => {
    if (!flags.quiet) console.err(`mcptest: ${text}\n`);
  };
  try {
    if (target.kind === "stdio") {
      say(`issuing tokens as ${issuer.address}, which the command finds in MCPTEST_ISSUER; over stdio none is sent`);
      return await run({ ...target, env: { ...target.env, MCPTEST_ISSUER: issuer.address } }, undefined);
    }
    const { openIssued } = await import("../../features/token-issuer/open-issued.ts");
    const issued = await openIssued(target, issuer, {
      audience: flags.issueAudience,
      scopes: flags.issueScopes?.split(/[\s,]+/).filter((scope) => scope !== ""),
      broadScope: flags.issueBroadScope,
    });
    const scopes = issued.identities.issued?.scopes.join(" ");
    say(
      `issuing tokens as ${issuer.address} (keys: ${issuer.address}/jwks) for ${show(issued.audience)}${scopes ? ` with the scopes ${show(scopes)}` : ""}`,
    );
    return await run(issued.target, issued.identities);
  } finally {
    await issuer.close();
  }
};

const openIssuer = async (port: number, console: Console): Promise<Issuer> => {
  const { startIssuer } = await import("../../features/token-issuer/issuer.ts");
  try {
    return await startIssuer(port, (error) => console.err(`mcptest: the issuer failed to answer: ${String(error)}\n`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const why = code === "EADDRINUSE" ? "is in use" : "may not be opened by you";
    throw new UsageError(`--issuer-port ${port} ${why}; pick another`);
  }
};
