import { randomBytes } from "node:crypto";
import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import type { AgentServices } from "../../features/agent/build-server.ts";
import { openResultStore } from "../../features/agent/result-store.ts";
import { openRunQueue, type RunQueue } from "../../features/agent/run-queue.ts";
import { baseEnvironment } from "../../wire/stdio/base-environment.ts";
import { loadRevocations } from "../certificate/revocation-files.ts";
import { loadTrustedKeys } from "../certificate/trusted-keys.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { mcp } from "../commands/mcp.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readPort } from "../flags/parse-listen.ts";
import type { Console } from "../terminal/console.ts";
import { abortOf, watchInterrupts } from "../terminal/interrupt.ts";
import { oneLine, UsageError } from "../usage-error.ts";

/** A hostile server can occupy a run for one minute at most, so a few in parallel are enough. */
const MAX_RUNS = 4;
const MAX_RUNS_PER_TARGET = 2;

/** `mcptest mcp`: serves until the client disconnects or we are stopped. */
export const runMcp = async ({ flags, console }: CallOf<typeof mcp>): Promise<ExitCode> => {
  const port = flags.http === undefined ? undefined : readPort("--http", flags.http);
  const running = watchRuns(openRunQueue(MAX_RUNS, MAX_RUNS_PER_TARGET));
  const services: AgentServices = {
    context: {
      permissions: { private: flags.allowPrivate ?? false, stdio: flags.allowStdio ?? false },
      runQueue: running.runQueue,
      baseEnv: baseEnvironment(process.env),
      now: Date.now,
      trusted: loadTrustedKeys(flags, process.env),
      revocations: await loadRevocations(flags.revocations, openNodeCrypto()),
    },
    store: openResultStore(makeId),
    makeId,
    onBug: (error) => {
      const text = error instanceof Error ? ((flags.debug ? error.stack : undefined) ?? error.message) : String(error);
      console.err(`mcptest: internal error: ${flags.debug ? text : oneLine(text)}; please report it\n`);
    },
  };
  const interrupt = watchInterrupts();
  try {
    return port === undefined
      ? await overStdio(services, interrupt.signal)
      : await overHttp(services, port, interrupt.signal, console);
  } finally {
    // A client that disconnects may send SIGTERM while child processes still end; keep handling it until then.
    await running.ended();
    interrupt.release();
  }
};

const watchRuns = (runQueue: RunQueue): { readonly runQueue: RunQueue; readonly ended: () => Promise<unknown> } => {
  const runs = new Set<Promise<unknown>>();
  return {
    runQueue: (target, signal, run) => {
      const entered = runQueue(target, signal, run);
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

const overStdio = async (services: AgentServices, signal: AbortSignal): Promise<ExitCode> => {
  const [{ serveStdio, StdioServerTransport }, { buildServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../../features/agent/build-server.ts"),
  ]);
  const transport = new StdioServerTransport();
  const handle = serveStdio((context) => buildServer(services, context), { transport });
  // The transport closes itself when stdin ends; runs that nobody waits for must not keep the process alive.
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    void abortOf(signal).then(resolve);
  });
  await handle.close();
  return EXIT.ok;
};

const overHttp = async (
  services: AgentServices,
  port: number,
  signal: AbortSignal,
  console: Console,
): Promise<ExitCode> => {
  const { PATH, serveHttp } = await import("../../features/agent/serve-http.ts");
  const listener = await serveHttp(services, port).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot listen on port ${port} (${error.code ?? error.message}); choose another with --http`);
  });
  console.err(`mcptest serves MCP at http://127.0.0.1:${listener.port}${PATH}\n`);
  await abortOf(signal);
  await listener.close();
  return EXIT.ok;
};
