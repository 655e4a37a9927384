// Probes an example server live and judges what it said, as `mcptest check` does.

import { judgeSession } from "../../src/check/judge-session.ts";
import { record } from "../../src/index.ts";
import type { Capture } from "../../src/model/capture.ts";
import type { Header } from "../../src/model/target.ts";
import type { Verdict } from "../../src/model/verdict.ts";
import { type Caller, TOKENS } from "../servers/http/authorization.ts";
import { type HttpServerOptions, startHttpServer } from "../servers/http/http-server.ts";
import { mutantOptions } from "../servers/mutants/mutants.ts";
import { stdioServerCommand } from "../servers/spawn.ts";
import type { Context } from "../servers/mutants/context.ts";

export interface Judged {
  readonly capture: Capture;
  readonly verdicts: readonly Verdict[];
}

/** What a server is told beside its revision. */
export type ServerChoices = Partial<HttpServerOptions>;

/** The correct server, or a mutant of it. Two servers of the same context say the same, apart from times and random ids. */
export async function judgeServer(context: Context, mutant?: string, options: ServerChoices = {}): Promise<Judged> {
  const capture = context.startsWith("stdio/")
    ? await recordStdio(context, mutant, options)
    : await recordHttp(context, mutant, options);
  // That a saved capture is judged the same is shown once, in test/check/replay.test.ts.
  const { verdicts } = await judgeSession(capture, revisionIn(context));
  return { capture, verdicts };
}

export const failedIds = ({ verdicts }: Judged): string[] =>
  verdicts.filter(({ state }) => state === "fail" || state === "error").map(({ id }) => id);

const revisionIn = (context: Context) =>
  context.slice(context.indexOf("/") + 1) as Context extends `${string}/${infer R}` ? R : never;

function eraIn(context: Context): HttpServerOptions["era"] {
  if (context.startsWith("http+sse/")) return "http+sse";
  return context.endsWith("2026-07-28") ? "stateless" : "stateful";
}

const LIMITS = { toolMs: 4_000 };

async function recordHttp(context: Context, mutant: string | undefined, options: ServerChoices): Promise<Capture> {
  const all: HttpServerOptions = {
    era: eraIn(context),
    slowMs: 400,
    ...(mutant === undefined ? {} : mutantOptions(mutant)),
    ...options,
  };
  const server = await startHttpServer(all);
  try {
    return await record(
      { kind: "http", url: server.url, headers: credentialsOf(all.auth?.caller), origin: "user" },
      { revision: revisionIn(context), limits: LIMITS },
    );
  } finally {
    await server.close();
  }
}

const credentialsOf = (caller: Caller = "nobody"): readonly Header[] =>
  caller === "nobody" ? [] : [["Authorization", `Bearer ${TOKENS[caller]}`]];

async function recordStdio(
  context: Context,
  mutant: string | undefined,
  { without, slowMs = 400 }: ServerChoices,
): Promise<Capture> {
  const era = eraIn(context) === "stateless" ? "stateless" : "stateful";
  const { command, args } = stdioServerCommand({
    era,
    slowMs,
    ...(mutant === undefined ? {} : { mutant }),
    ...(without === undefined ? {} : { without }),
  });
  return await record({ kind: "stdio", command, args, env: {} }, { revision: revisionIn(context), limits: LIMITS });
}
