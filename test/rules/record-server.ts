// Probes an example server live, as `mcptest record` does. Everything that can change a recording is imported from here, or
// by the entries of the servers that run as processes: that is what recordings are kept by (proof/recordings.ts).

import { type ProbeRequest, probeTarget } from "../../src/areas/probe-target.ts";
import type { Header } from "../../src/base/header.ts";
import { VERSION } from "../../src/base/version.ts";
import type { Capture } from "../../src/capture/capture.ts";
import type { HttpTarget, Target } from "../../src/capture/target.ts";
import { startIssuer } from "../../src/features/token-issuer/issuer.ts";
import { openIssued } from "../../src/features/token-issuer/open-issued.ts";
import { baseEnvironment } from "../../src/wire/stdio/base-environment.ts";
import type { Context } from "../areas/contexts.ts";
import { mutantOptions, nearMissOptions } from "../areas/tables.ts";
import { type Caller, LIFETIMES, selfIssued, TOKENS } from "../servers/http/authorization.ts";
import { type HttpServerOptions, startHttpServer } from "../servers/http/http-server.ts";
import { stdioServerCommand } from "../servers/spawn.ts";

/** What a server is told beside its revision. */
export type ServerChoices = Partial<HttpServerOptions>;

/** The correct server, or a mutant of it. Two servers of the same context say the same, apart from times and random ids. */
export const recordServer = (context: Context, mutant?: string, options: ServerChoices = {}): Promise<Capture> =>
  context.startsWith("stdio/")
    ? recordStdio(context, mutant === undefined ? {} : { mutant }, options)
    : recordHttp(context, { ...(mutant === undefined ? {} : mutantOptions(mutant)), ...options });

/** A correct server that makes an unusual choice. */
export const recordNearMiss = (context: Context, nearMiss: string): Promise<Capture> =>
  context.startsWith("stdio/")
    ? recordStdio(context, { nearMiss }, {})
    : recordHttp(context, nearMissOptions(nearMiss));

export const revisionIn = (context: Context) =>
  context.slice(context.indexOf("/") + 1) as Context extends `${string}/${infer R}` ? R : never;

function eraIn(context: Context): HttpServerOptions["era"] {
  if (context.startsWith("http+sse/")) return "http+sse";
  return context.endsWith("2026-07-28") ? "stateless" : "stateful";
}

const probe = (target: Target, options: Partial<ProbeRequest>): Promise<Capture> =>
  probeTarget(target, {
    client: { name: "mcptest", version: VERSION },
    baseEnv: baseEnvironment(process.env),
    limits: { toolMs: 4_000 },
    ...options,
  });

async function recordHttp(context: Context, options: ServerChoices): Promise<Capture> {
  const all: HttpServerOptions = {
    era: eraIn(context),
    slowMs: 400,
    ...options,
  };
  if (all.auth?.caller === "issued") return recordTrusting(context, { ...all, auth: all.auth });
  const server = await startHttpServer(all);
  try {
    return await probe(
      { kind: "http", url: server.url, headers: credentialsOf(server.url, all.auth?.caller), origin: "user" },
      {
        revision: revisionIn(context),
        ...(all.auth?.beside ? { identities: { second: TOKENS.second, weaker: TOKENS.reader } } : {}),
      },
    );
  } finally {
    await server.close();
  }
}

const credentialsOf = (url: string, caller: Exclude<Caller, "issued"> = "nobody"): readonly Header[] => {
  if (caller === "nobody") return [];
  const token = isLifetime(caller) ? selfIssued(new URL(url).origin, LIFETIMES[caller]) : TOKENS[caller];
  return [["Authorization", `Bearer ${token}`]];
};

const isLifetime = (caller: string): caller is keyof typeof LIFETIMES => Object.hasOwn(LIFETIMES, caller);

/** A server that trusts an issuer of ours, as with --issue-tokens. */
async function recordTrusting(context: Context, all: HttpServerOptions): Promise<Capture> {
  const issuer = await startIssuer(0, (error) => {
    throw error;
  });
  const server = await startHttpServer({ ...all, auth: { ...all.auth, issuer: issuer.address } });
  try {
    const url: HttpTarget = { kind: "http", url: server.url, headers: [], origin: "user" };
    const { target, identities } = await openIssued(url, issuer, { broadScope: "notes:all" });
    return await probe(target, { revision: revisionIn(context), identities });
  } finally {
    await server.close();
    await issuer.close();
  }
}

async function recordStdio(
  context: Context,
  bent: { readonly mutant?: string; readonly nearMiss?: string },
  { without, slowMs = 400 }: ServerChoices,
): Promise<Capture> {
  const era = eraIn(context) === "stateless" ? "stateless" : "stateful";
  const { command, args } = stdioServerCommand({
    era,
    slowMs,
    ...bent,
    ...(without === undefined ? {} : { without }),
  });
  return await probe({ kind: "stdio", command, args, env: {} }, { revision: revisionIn(context) });
}
