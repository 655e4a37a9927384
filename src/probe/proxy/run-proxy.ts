import type { Readable, Writable } from "node:stream";
import type { Limits } from "../../model/limits.ts";
import type { HttpTarget, StdioTarget } from "../../model/target.ts";
import { startHttpRelay } from "../../wire/proxy/http-relay.ts";
import { type RelayEnd, startStdioRelay } from "../../wire/proxy/stdio-relay.ts";
import { openHttpRecorder } from "./http-recorder.ts";
import type { Recording } from "./recording.ts";
import { StdioRecorder } from "./stdio-recorder.ts";

export interface StdioProxySettings {
  readonly recording: Recording;
  readonly limits: Limits;
  /** The whole environment of the child: the client's own, and what was configured. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  /** Aborted to end the session politely. */
  readonly signal: AbortSignal;
  readonly clientGone?: () => boolean;
}

/** Sits between a client and a server process until the process is gone. */
export const runStdioProxy = async (target: StdioTarget, settings: StdioProxySettings): Promise<RelayEnd> => {
  const { recording, limits, signal } = settings;
  const recorder = new StdioRecorder(recording, limits);
  const relay = startStdioRelay({
    command: target.command,
    args: target.args,
    env: settings.env,
    ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
    limits,
    input: settings.input,
    output: settings.output,
    errors: settings.errors,
    tap: recorder,
    ...(settings.clientGone ? { clientGone: settings.clientGone } : {}),
  });
  signal.addEventListener("abort", relay.shutdown, { once: true });
  if (signal.aborted) relay.shutdown();
  const end = await relay.done;
  signal.removeEventListener("abort", relay.shutdown);
  recorder.close(end.process, end.trouble);
  recording.close(end.process.ended_by === "not-started" ? "unreachable" : "complete");
  return end;
};

export interface HttpProxySettings {
  readonly recording: Recording;
  readonly limits: Limits;
  readonly host: string;
  readonly port: number;
  readonly onWithheld?: () => void;
}

export interface HttpProxy {
  /** What clients are given instead of the server's address. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Sits between clients and a server at a URL until it is stopped. Rejects when it cannot listen. */
export const startHttpProxy = async (target: HttpTarget, settings: HttpProxySettings): Promise<HttpProxy> => {
  const { recording, limits } = settings;
  const recorder = openHttpRecorder(recording, limits, new URL(target.url));
  const relay = await startHttpRelay({
    target,
    host: settings.host,
    port: settings.port,
    limits,
    tap: recorder.tap,
    ...(settings.onWithheld ? { onWithheld: settings.onWithheld } : {}),
  });
  return {
    url: relay.url,
    stop: async () => {
      await relay.stop();
      recorder.close();
      recording.close(recorder.answered || recording.exchanges === 0 ? "complete" : "unreachable");
    },
  };
};
