import { jsonLines, jsonPieces } from "../../capture/serialize.ts";
import type { HttpTarget, SignedIn } from "../../capture/target.ts";
import { readClientOf } from "../../features/auth/client/stored-client.ts";
import { captureFlow } from "../../features/auth/flow-capture.ts";
import { renewToken, type SignInRequest, type SignInResult, signIn, useStored } from "../../features/auth/sign-in.ts";
import { isFresh, recordFor, type TokenRecord } from "../../features/auth/tokens/token-record.ts";
import type { LoginFailure, LoginProblem } from "../../probe/oauth/login-failure.ts";
import { show } from "../../report/terminal/terminal.ts";
import { openBrowser } from "../../wire/open-browser.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import type { IdentityFlags } from "../flags/identity-flags.ts";
import { type ProbeFlags, probeRequest } from "../flags/probe-flags.ts";
import type { LoginFlags } from "../flags/server-flags.ts";
import { StopError } from "../stop-error.ts";
import type { Console } from "../terminal/console.ts";
import { type Interrupt, watchInterrupts } from "../terminal/interrupt.ts";
import { UsageError } from "../usage-error.ts";
import { askYesNo } from "./ask-yes-no.ts";
import { environmentWithout } from "./browser-environment.ts";
import { type LoginChoices, readLoginFlags } from "./login-choices.ts";
import { TokenFolder } from "./token-folder.ts";

/** What a sign-in needs of the flags. Where it fails, its own session is all there is to save. */
export type SignInFlags = LoginFlags &
  Pick<ProbeFlags, "timeout" | "limit" | "allowPrivate"> &
  Pick<IdentityFlags, "secondBearerEnv" | "weakerBearerEnv"> & {
    readonly save?: string | undefined;
    readonly quiet?: boolean;
  };

/** A token for a target, and how it was come by. */
export interface Signed {
  readonly record: TokenRecord;
  readonly signedIn: SignedIn;
  /** Where it is stored. */
  readonly file: string;
}

/** The target with a token: the stored one, renewed if it is due, or one from a new sign-in. */
export const signInTarget = async (target: HttpTarget, flags: SignInFlags, console: Console): Promise<HttpTarget> => {
  const { record, signedIn } = await withChoices(target, flags, console, obtain);
  return { ...target, headers: [...target.headers, ["Authorization", `Bearer ${record.access_token}`]], signedIn };
};

/** A new sign-in, whatever is stored. */
export const signInAnew = (target: HttpTarget, flags: SignInFlags, console: Console): Promise<Signed> =>
  withChoices(target, flags, console, fromScratch);

interface Attempt {
  readonly target: HttpTarget;
  readonly request: SignInRequest;
  readonly choices: LoginChoices;
  readonly folder: TokenFolder;
  /** What is stored for the target and fits what the flags say. */
  readonly stored: TokenRecord | undefined;
  readonly finish: (result: SignInResult) => Signed;
}

const obtain = async (attempt: Attempt): Promise<Signed> => {
  const { target, stored, folder, request, finish } = attempt;
  if (!stored) return fromScratch(attempt);
  if (isFresh(stored, Date.now())) {
    const signedIn = await useStored(target, stored, request);
    return { record: stored, signedIn, file: folder.fileOf(stored) };
  }
  if (stored.refresh_token === undefined) return fromScratch(attempt);
  const renewed = await renewToken(target, stored, request);
  // A refresh token ends too; then somebody has to sign in again.
  if (renewed.failure?.problem === "refused") {
    request.tell(`the stored token could not be renewed: ${renewed.failure.line}`);
    return fromScratch(attempt);
  }
  return finish(renewed);
};

const fromScratch = async ({ target, request, finish }: Attempt): Promise<Signed> =>
  finish(await signIn(target, request));

const withChoices = async (
  target: HttpTarget,
  flags: SignInFlags,
  console: Console,
  action: (attempt: Attempt) => Promise<Signed>,
): Promise<Signed> => {
  if (target.headers.some(([name]) => name.toLowerCase() === "authorization"))
    throw new UsageError("Authorization is given twice, by --login and by a header or the URL; keep one");
  const choices = await readLoginFlags(flags, process.env);
  const folder = new TokenFolder(process.env);
  const records = folder.readAll();
  const fitting = records.filter(({ client_id }) => [undefined, client_id].includes(nameOf(choices)));
  const stored = recordFor(fitting, new URL(target.url), choices.issuer);
  const startedAt = new Date().toISOString();
  const interrupt = watchInterrupts();
  const request = requestFrom(choices, records, flags, console, interrupt);
  const save = (signedIn: SignedIn): void => {
    if (flags.save !== undefined && flags.save !== "-") saveFlow(flags.save, target, signedIn, request, startedAt);
  };
  try {
    return await action({
      target,
      request,
      choices,
      folder,
      stored,
      finish: ({ record, failure, signedIn }) => {
        if (record) return { record, signedIn, file: folder.write(record) };
        save(signedIn);
        throw stopFor(failure ?? NO_REASON, interrupt.code);
      },
    });
  } finally {
    interrupt.release();
  }
};

const NO_REASON: LoginFailure = { problem: "bad-answer", line: "the sign-in ended without a token" };

const nameOf = ({ client }: LoginChoices): string | undefined => client.clientId ?? client.metadataUrl;

const requestFrom = (
  choices: LoginChoices,
  records: readonly TokenRecord[],
  flags: SignInFlags,
  console: Console,
  interrupt: Interrupt,
): SignInRequest => {
  const { client, limits } = probeRequest(flags);
  const registered = readClientOf(records);
  const tell = (line: string): void => {
    if (!flags.quiet) console.err(`${show(line)}\n`);
  };
  return {
    ...choices,
    client: { ...choices.client, ...(registered.size > 0 ? { registered } : {}) },
    run: { client, limits, signal: interrupt.signal },
    allowPrivate: flags.allowPrivate ?? false,
    mayRegister: async (issuer) =>
      flags.register ??
      (await askYesNo(`Register mcptest as a client at ${show(issuer)}? [y/N] `, console, interrupt.signal)),
    tell,
    show: (address) => {
      // Without this line nobody can go on, so it is printed whatever --quiet says.
      console.err(`open this address to sign in:\n  ${address.href}\n`);
      if (console.live && flags.browser !== false) openBrowser(address, environmentWithout(...secretVariables(flags)));
    },
  };
};

/** A run that signs in may have further users beside. */
const secretVariables = ({
  clientSecretEnv,
  refreshTokenEnv,
  secondBearerEnv,
  weakerBearerEnv,
}: SignInFlags): readonly (string | undefined)[] => [
  clientSecretEnv,
  refreshTokenEnv,
  secondBearerEnv,
  weakerBearerEnv,
];

/** Also for a sign-in that worked: the flow alone, as a capture. */
export const saveFlow = (
  path: string,
  target: HttpTarget,
  signedIn: SignedIn,
  { run }: Pick<SignInRequest, "run">,
  startedAt: string,
): void => {
  const capture = captureFlow(target, signedIn, { startedAt, tool: run.client });
  openOutputFile(path, "owner").commit(path.endsWith(".jsonl") ? jsonLines(capture) : jsonPieces(capture));
};

/** 1: the user can say it otherwise; 4: nothing answered; 5: reached, and no token came of it. */
const EXITS = {
  unreachable: EXIT.inconclusive,
  "forbidden-address": EXIT.failed,
  "not-https": EXIT.inconclusive,
  redirected: EXIT.inconclusive,
  "not-found": EXIT.inconclusive,
  "not-json": EXIT.inconclusive,
  "other-resource": EXIT.inconclusive,
  "no-issuer": EXIT.inconclusive,
  "bad-address": EXIT.inconclusive,
  "other-issuer": EXIT.inconclusive,
  incomplete: EXIT.inconclusive,
  "server-unreachable": EXIT.unreachable,
  "no-resource-metadata": EXIT.inconclusive,
  "unknown-issuer": EXIT.failed,
  "no-pkce": EXIT.inconclusive,
  "no-client": EXIT.failed,
  unsupported: EXIT.failed,
  "registration-refused": EXIT.inconclusive,
  "no-listener": EXIT.failed,
  "no-answer": EXIT.inconclusive,
  "state-mismatch": EXIT.inconclusive,
  "issuer-mismatch": EXIT.inconclusive,
  denied: EXIT.inconclusive,
  "bad-answer": EXIT.inconclusive,
  refused: EXIT.inconclusive,
  interrupted: EXIT.interrupted,
} as const satisfies Record<LoginProblem, ExitCode>;

/** Room for several addresses, and for what to do about them at the end. */
const LONGEST = 1_000;

const stopFor = ({ problem, line, further = [] }: LoginFailure, interrupted: ExitCode | undefined): StopError => {
  const [said, ...others] = [line, ...further].map((entry) => show(entry, LONGEST));
  return new StopError(`not signed in: ${said}`, interrupted ?? EXITS[problem], others);
};
