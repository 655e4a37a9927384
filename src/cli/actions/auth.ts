import type { ServerChoices } from "../../areas/authorization-server/steps/ask-authorization-server.ts";
import type { Client } from "../../areas/authorization-server/steps/asking.ts";
import { recordAuthorization } from "../../areas/authorization-server/steps/record-authorization.ts";
import { isLoopbackUrl } from "../../base/loopback.ts";
import { TOOL } from "../../base/version.ts";
import { ownCapture } from "../../capture/read.ts";
import { jsonLines, jsonPieces } from "../../capture/serialize.ts";
import type { HttpTarget } from "../../capture/target.ts";
import { LATEST_STATELESS } from "../../protocol/revision.ts";
import { renderResult } from "../../report/render-result.ts";
import { show } from "../../report/terminal/terminal.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import { limitsWith } from "../../wire/limits.ts";
import { openBrowser } from "../../wire/open-browser.ts";
import { isPrivateHost } from "../../wire/private-host.ts";
import { listenForRedirect } from "../../wire/redirect-listener.ts";
import type { auth } from "../commands/auth.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { parseDuration } from "../flags/parse-duration.ts";
import { readPort } from "../flags/parse-listen.ts";
import { probeRequest, readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { askYesNo } from "../login/ask-yes-no.ts";
import { environmentWithout } from "../login/browser-environment.ts";
import { isReached } from "../target/reached.ts";
import { targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { type Interrupt, watchInterrupts } from "../terminal/interrupt.ts";
import { openProgress } from "../terminal/progress.ts";
import { quoted, UsageError } from "../usage-error.ts";

type AuthFlags = FlagsFor<typeof auth>;

/** `mcptest auth <issuer or server url>`: what an authorization server says and does. */
export const runAuth = async ({ args, flags, console }: CallOf<typeof auth>): Promise<ExitCode> => {
  const { address } = args;
  if (address === undefined)
    throw new UsageError("no address given; write mcptest auth https://auth.example.com, or the URL of an MCP server");
  const gates = flags.failOn === undefined ? undefined : readGates(flags.failOn);
  const revision = readRevision(flags.revision) ?? LATEST_STATELESS;
  if (revision === "all") throw new UsageError("--revision all is only for MCP servers; name one revision to judge by");
  const chosen = readReporters(flags, REPORTERS);
  const client = readClient(flags);
  const documents = readDocuments(flags, address);
  const target = await httpTarget(flags, address, console);
  const file = flags.save === undefined || flags.save === "-" ? undefined : openOutputFile(flags.save, "owner");
  const listener = flags.browser ? await listenForBrowser(flags.redirectUri) : undefined;
  const waitMs = parseDuration(flags.wait ?? "2m", "--wait");
  const interrupt = watchInterrupts();
  const { clear, ...progress } = openProgress(console, flags.quiet ?? false);
  const choices: ServerChoices = {
    client,
    documents,
    scope: flags.scope,
    resource: flags.resource,
    ...(listener
      ? {
          browser: {
            callback: listener.callback,
            answer: listener.answer,
            waitMs,
            open: (url) => {
              clear();
              console.err(`sign in with your browser: ${url.href}\n`);
              openBrowser(url, environmentWithout(flags.clientSecretEnv));
            },
          },
        }
      : {}),
    mayRegister: (endpoint) => mayRegister(flags, endpoint, clear, console, interrupt.signal),
  };
  try {
    const isPrivate = await isPrivateHost(new URL(target.url).hostname);
    const recorded = await recordAuthorization(target, {
      ...longEnough(probeRequest(pickProbeFlags(flags)), flags, waitMs),
      ...progress,
      revision,
      typed: address,
      choices,
      signal: interrupt.signal,
      metadata: { private: flags.allowPrivate === true || isPrivate, ...(target.tls ? { tls: target.tls } : {}) },
      onIssuer: (issuer, server) => {
        clear();
        if (!flags.quiet) console.err(announcement(issuer, server));
      },
    });
    clear();
    file?.commit(flags.save?.endsWith(".jsonl") ? jsonLines(recorded.capture) : jsonPieces(recorded.capture));
    if (flags.save !== undefined && flags.save !== "-" && !flags.quiet) console.err(`saved ${flags.save}\n`);
    return await report(recorded, { chosen, gates, interrupt, quiet: flags.quiet ?? false }, console);
  } finally {
    await listener?.close();
    clear();
    interrupt.release();
  }
};

interface Reporting {
  readonly chosen: ReturnType<typeof readReporters>;
  readonly gates: ReturnType<typeof readGates> | undefined;
  readonly interrupt: Interrupt;
  readonly quiet: boolean;
}

const report = async (
  recorded: Awaited<ReturnType<typeof recordAuthorization>>,
  { chosen, gates, interrupt, quiet }: Reporting,
  console: Console,
): Promise<ExitCode> => {
  const capture = ownCapture(recorded.capture);
  const result = await makeResult(capture, { tool: TOOL });
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, print), console);
  for (const id of recorded.remaining)
    if (!quiet) console.err(`mcptest: the client ${show(id, 120)} was registered and could not be deleted\n`);
  if (interrupt.code !== undefined) return interrupt.code;
  // The place that says most comes first: what lies at a place says more than that nothing does.
  const [first] = recorded.failures.toSorted((left, right) => weight(left.problem) - weight(right.problem));
  if (first)
    console.err(`mcptest: no metadata that may be used: ${show(first.line, 400)}; ${adviceFor(first.problem)}\n`);
  return isReached(capture) ? exitOf(result, gates) : EXIT.unreachable;
};

type Problem = Awaited<ReturnType<typeof recordAuthorization>>["failures"][number]["problem"];

const weight = (problem: Problem): number => (problem === "not-found" ? 1 : 0);

const ADVICE: Partial<Record<Problem, string>> = {
  "not-found": "is this the issuer, letter by letter, or the URL of an MCP server?",
  unreachable: "is it running, and is the address right?",
  "forbidden-address": "add --allow-private",
  "other-issuer": "ask the issuer that it names, or mend the metadata",
};

const adviceFor = (problem: Problem): string => ADVICE[problem] ?? "mend it, or ask another issuer";

const announcement = (issuer: string, server: string | undefined): string =>
  server === undefined
    ? `asking ${show(issuer, 200)}\n`
    : `asking ${show(issuer, 200)}, the authorization server of ${show(server, 200)}\n`;

/** Waiting for a user is none of the run's time. */
const longEnough = (
  request: ReturnType<typeof probeRequest>,
  { browser, runTimeout }: AuthFlags,
  waitMs: number,
): ReturnType<typeof probeRequest> =>
  browser && runTimeout === undefined
    ? { ...request, limits: { ...request.limits, runMs: limitsWith(request.limits).runMs + waitMs } }
    : request;

/** Listens where the client is registered to be sent back to, or on any port for one that is still to be registered. */
const listenForBrowser = async (redirectUri: string | undefined) => {
  if (redirectUri !== undefined && !isLoopbackUrl(redirectUri))
    throw new UsageError(
      "--browser waits on this machine; --redirect-uri has to be a loopback address such as http://127.0.0.1:8976/callback",
    );
  const { port, pathname } = new URL(redirectUri ?? "http://127.0.0.1:0/callback");
  const listener = await listenForRedirect({ port: Number(port), path: pathname });
  return { ...listener, callback: redirectUri ?? `http://127.0.0.1:${listener.port}/callback` };
};

/** Only what a session without tools and revisions needs. */
const pickProbeFlags = ({ timeout, runTimeout, limit }: AuthFlags) => ({
  ...(timeout === undefined ? {} : { timeout }),
  ...(runTimeout === undefined ? {} : { runTimeout }),
  ...(limit === undefined ? {} : { limit }),
});

const httpTarget = async (flags: AuthFlags, url: string, console: Console): Promise<HttpTarget> => {
  const { ca, insecure } = flags;
  const given = { ...(ca === undefined ? {} : { ca }), ...(insecure === undefined ? {} : { insecure }) };
  const target = await targetFrom(given, { url, command: [] }, console);
  if (target?.kind !== "http") throw new UsageError(`${quoted(url)} is no http or https address`);
  return target;
};

const readClient = ({ clientId, clientSecretEnv, redirectUri, register }: AuthFlags): Client | undefined => {
  if (clientId === undefined) {
    const alone =
      clientSecretEnv !== undefined ? "--client-secret-env" : redirectUri !== undefined ? "--redirect-uri" : undefined;
    if (alone !== undefined) throw new UsageError(`${alone} belongs to a client; name it with --client-id`);
    return undefined;
  }
  if (register) throw new UsageError("--client-id names a client and --register makes one; give one of the two");
  if (redirectUri === undefined || !URL.canParse(redirectUri))
    throw new UsageError("--client-id needs --redirect-uri <uri>, one that the client is registered with");
  const secret = clientSecretEnv === undefined ? undefined : process.env[clientSecretEnv];
  if (clientSecretEnv !== undefined && (secret === undefined || secret === ""))
    throw new UsageError(`the environment variable ${quoted(clientSecretEnv)} of --client-secret-env is not set`);
  return {
    kind: "given",
    id: clientId,
    redirect_uris: [redirectUri],
    confidential: secret !== undefined,
    ...(secret === undefined ? {} : { secret }),
  };
};

/** Documents are served on this machine; an authorization server elsewhere needs another way to them. */
const readDocuments = (
  { serveClientMetadata, clientMetadataUrl }: AuthFlags,
  address: string,
): ServerChoices["documents"] => {
  if (serveClientMetadata === undefined) {
    if (clientMetadataUrl !== undefined)
      throw new UsageError(
        "--client-metadata-url says where the documents of --serve-client-metadata <port> are found; add that",
      );
    return undefined;
  }
  const port = readPort("--serve-client-metadata", serveClientMetadata);
  if (clientMetadataUrl === undefined && !isLoopbackUrl(address))
    throw new UsageError(
      "--serve-client-metadata serves on this machine alone; add --client-metadata-url with the https address that leads there, such as a tunnel's",
    );
  if (clientMetadataUrl !== undefined && (!URL.canParse(clientMetadataUrl) || !/^https?:/i.test(clientMetadataUrl)))
    throw new UsageError(`--client-metadata-url ${quoted(clientMetadataUrl)} is not an https address`);
  return { port, url: clientMetadataUrl };
};

const mayRegister = async (
  { register, quiet }: AuthFlags,
  endpoint: URL,
  clear: () => void,
  console: Console,
  signal: AbortSignal,
): Promise<boolean> => {
  if (register || quiet) return register ?? false;
  clear();
  return askYesNo(`register a client named mcptest at ${show(endpoint.href, 200)}? [y/N] `, console, signal);
};
