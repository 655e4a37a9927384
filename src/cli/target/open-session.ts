import type { Capture } from "../../capture/capture.ts";
import { jsonLines, jsonPieces } from "../../capture/serialize.ts";
import type { Target } from "../../capture/target.ts";
import type { ScriptedSession } from "../../suite/session/session.ts";
import { NoSessionError, SessionRun } from "../../suite/session/session-run.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import type { FlagsOf } from "../flags/flag.ts";
import { probeRequest, type SESSION_FLAGS } from "../flags/probe-flags.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgress } from "../terminal/progress.ts";
import type { SaveFlags } from "./probe-target.ts";
import { blockedLines, isReached } from "./reached.ts";

/** What a command with one question needs of its flags. */
export type SessionFlags = Omit<FlagsOf<typeof SESSION_FLAGS>, "allowPrivate"> & Pick<SaveFlags, "save" | "quiet">;

/** Holds one session with a server for whoever asks a question, keeps what was said where asked to, and ends it. */
export const withSession = async (
  target: Target,
  flags: SessionFlags,
  console: Console,
  ask: (session: ScriptedSession) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const file = flags.save === undefined ? undefined : openOutputFile(flags.save, "owner");
  const { client, limits, baseEnv, followRedirects, revision } = probeRequest(flags);
  const interrupt = watchInterrupts();
  const { clear, onWait } = openProgress(console, flags.quiet ?? false);
  const run = new SessionRun(target, {
    client,
    // A person waits as long as it takes; the limit is the tool's to reach.
    limits: { toolMs: 60_000, exchangeMs: 60_000, ...limits },
    ...(baseEnv ? { baseEnv } : {}),
    ...(followRedirects === undefined ? {} : { followRedirects }),
    ...(revision === undefined || revision === "all" ? {} : { revision }),
    signal: interrupt.signal,
    onWait,
  });
  try {
    const session = await run.open("session", "one question");
    clear();
    const code = await ask(session);
    await run.close();
    if (file) keep(await run.capture());
    return interrupt.code ?? code;
  } catch (error) {
    if (!(error instanceof NoSessionError)) throw error;
    clear();
    await run.close();
    const capture = await run.capture();
    if (file) keep(capture);
    if (interrupt.code !== undefined) return interrupt.code;
    console.err(blockedLines(capture, console, flags.quiet));
    return isReached(capture) ? EXIT.inconclusive : EXIT.unreachable;
  } finally {
    clear();
    await run.close();
    interrupt.release();
  }

  function keep(capture: Capture): void {
    file?.commit(flags.save?.endsWith(".jsonl") ? jsonLines(capture) : jsonPieces(capture));
    if (!flags.quiet) console.err(`saved ${flags.save}\n`);
  }
};
