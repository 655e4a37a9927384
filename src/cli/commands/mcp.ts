import { randomBytes } from "node:crypto";
import type { AgentSetting } from "../../agent/build-server.ts";
import { openKeptResults } from "../../agent/kept-results.ts";
import { openTurnstile, type Turnstile } from "../../agent/turnstile.ts";
import { baseEnvironment } from "../../wire/stdio/base-environment.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { watchInterrupts } from "../interrupt.ts";
import { loadTrustedKeys, type TrustFlags } from "../trusted-keys.ts";
import { oneLine, quoted, UsageError } from "../usage-error.ts";

export interface McpFlags extends TrustFlags {
  readonly http?: string;
  readonly allowPrivate?: boolean;
  readonly allowStdio?: boolean;
  readonly debug?: boolean;
}

/** Runs at once; a hostile server can hold one of them for its minute and no longer. */
const PLACES = 4;
const PLACES_PER_TARGET = 2;

/** `mcptest mcp`: serves until the client goes away or we are told to stop. */
export const runMcp = async (flags: McpFlags, console: Console): Promise<ExitCode> => {
  const port = flags.http === undefined ? undefined : readPort(flags.http);
  const running = watchRuns(openTurnstile(PLACES, PLACES_PER_TARGET));
  const setting: AgentSetting = {
    desk: {
      permissions: { private: flags.allowPrivate ?? false, stdio: flags.allowStdio ?? false },
      turnstile: running.turnstile,
      baseEnv: baseEnvironment(process.env),
      now: Date.now,
      trusted: loadTrustedKeys(flags, process.env),
    },
    kept: openKeptResults(makeId),
    makeId,
    onBug: (error) => {
      const text = error instanceof Error ? ((flags.debug ? error.stack : undefined) ?? error.message) : String(error);
      console.err(`mcptest: internal error: ${flags.debug ? text : oneLine(text)}; please report it\n`);
    },
  };
  const interrupt = watchInterrupts();
  try {
    return port === undefined
      ? await overStdio(setting, interrupt.signal)
      : await overHttp(setting, port, interrupt.signal, console);
  } finally {
    // A client that went away may send SIGTERM while children are still being ended; until then we listen for it.
    await running.ended();
    interrupt.release();
  }
};

const watchRuns = (turnstile: Turnstile): { readonly turnstile: Turnstile; readonly ended: () => Promise<unknown> } => {
  const runs = new Set<Promise<unknown>>();
  return {
    turnstile: (target, signal, run) => {
      const entered = turnstile(target, signal, run);
      const over: Promise<unknown> = entered.then(
        () => runs.delete(over),
        () => runs.delete(over),
      );
      runs.add(over);
      return entered;
    },
    ended: () => Promise.all(runs),
  };
};

const makeId = (): string => randomBytes(18).toString("base64url");

const readPort = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--http ${quoted(text)} is not a port; use a number from 0 to 65535`);
};

const overStdio = async (setting: AgentSetting, signal: AbortSignal): Promise<ExitCode> => {
  const [{ serveStdio, StdioServerTransport }, { buildServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../../agent/build-server.ts"),
  ]);
  const transport = new StdioServerTransport();
  const handle = serveStdio((context) => buildServer(setting, context), { transport });
  // The transport closes itself when stdin ends; runs that nobody waits for any more must not keep us.
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await handle.close();
  return EXIT.ok;
};

const overHttp = async (
  setting: AgentSetting,
  port: number,
  signal: AbortSignal,
  console: Console,
): Promise<ExitCode> => {
  const { PATH, serveHttp } = await import("../../agent/serve-http.ts");
  const listener = await serveHttp(setting, port).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`port ${port} cannot be used (${error.code ?? error.message}); choose another with --http`);
  });
  console.err(`mcptest serves MCP at http://127.0.0.1:${listener.port}${PATH}\n`);
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  await listener.close();
  return EXIT.ok;
};
