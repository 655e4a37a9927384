import { TOOL } from "../../base/version.ts";
import type { Target } from "../../capture/target.ts";
import { recordFor, type TokenRecord } from "../../features/auth/tokens/token-record.ts";
import { show } from "../../report/terminal/terminal.ts";
import type { login } from "../commands/auth.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readListFormat } from "../flags/common-flags.ts";
import { saveFlow, signInAnew } from "../login/sign-in-target.ts";
import { TokenFolder } from "../login/token-folder.ts";
import { type ServerArguments, targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

type LoginCommandFlags = FlagsFor<typeof login>;

/** `mcptest login`: a token for a server, kept for later. */
export const runLogin = async ({ flags, server, console }: CallOf<typeof login>): Promise<ExitCode> => {
  if (flags.list) return list(flags, console);
  if (flags.all && !flags.forget) throw new UsageError("--all goes with --forget");
  if (flags.all) return forget(new TokenFolder(process.env).readAll(), console);
  const target = await httpTarget(flags, server, console);
  if (!target) return EXIT.ok;
  if (flags.forget) return forget(storedFor(target, flags), console);
  const startedAt = new Date().toISOString();
  const { record, signedIn, file } = await signInAnew(target, flags, console);
  if (flags.save !== undefined) saveFlow(flags.save, target, signedIn, { run: { client: TOOL } }, startedAt);
  if (flags.quiet) return EXIT.ok;
  console.out(
    `signed in to ${show(record.resource)} at ${show(record.issuer)}\n  ${lifeOf(record)}\n  stored in ${file}\n  next: mcptest check ${show(target.url)} --login\n`,
  );
  return EXIT.ok;
};

const httpTarget = async (
  flags: LoginCommandFlags,
  server: ServerArguments,
  console: Console,
): Promise<(Target & { kind: "http" }) | undefined> => {
  const target = await targetFrom(flags, server, console);
  if (target?.kind === "stdio")
    throw new UsageError("only a server at a URL can be signed in to; hand a command its secrets with --env");
  return target;
};

const storedFor = (target: Target & { kind: "http" }, flags: LoginCommandFlags): readonly TokenRecord[] => {
  const records = new TokenFolder(process.env).readAll();
  const found: TokenRecord[] = [];
  for (let rest = records; ; rest = rest.filter((record) => !found.includes(record))) {
    const next = recordFor(rest, new URL(target.url), flags.authorizationServer);
    if (!next) return found;
    found.push(next);
  }
};

const forget = (records: readonly TokenRecord[], console: Console): ExitCode => {
  const folder = new TokenFolder(process.env);
  for (const record of records) {
    folder.remove(record);
    console.out(`forgot the token for ${show(record.resource)} from ${show(record.issuer)}\n`);
  }
  if (records.length === 0) console.out("no token is stored for it\n");
  return EXIT.ok;
};

const list = (flags: LoginCommandFlags, console: Console): ExitCode => {
  const records = new TokenFolder(process.env).readAll();
  if (readListFormat(flags) === "json") {
    console.out(`${JSON.stringify({ tokens: records.map(withoutSecrets) }, null, 2)}\n`);
    return EXIT.ok;
  }
  if (records.length === 0) console.out("no tokens are stored; sign in with mcptest login <url>\n");
  for (const record of records)
    console.out(
      `${show(record.resource)}\n  issuer ${show(record.issuer)}, client ${show(record.client_id)}\n  ${lifeOf(record)}\n`,
    );
  return EXIT.ok;
};

const withoutSecrets = ({
  resource,
  issuer,
  client_id,
  scope,
  obtained_at,
  expires_at,
  refresh_token,
}: TokenRecord) => ({
  resource,
  issuer,
  client_id,
  scope: scope ?? null,
  obtained_at,
  expires_at: expires_at ?? null,
  renewable: refresh_token !== undefined,
});

const lifeOf = ({ expires_at, refresh_token, scope }: TokenRecord): string => {
  const end = expires_at === undefined ? "no end is stated" : `ends ${show(expires_at)}`;
  const renewed = refresh_token === undefined ? "then sign in again" : "then renewed by itself";
  return `${end}, ${renewed}${scope === undefined ? "" : `; scope ${show(scope)}`}`;
};
