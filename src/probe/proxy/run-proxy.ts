import { defined } from "../../base/defined.ts";
import type { HttpTarget, StdioTarget } from "../../capture/target.ts";
import { type HttpRelay, type HttpRelaySettings, startHttpRelay } from "../../wire/proxy/http-relay.ts";
import { type RelayEnd, type RelaySettings, startStdioRelay } from "../../wire/proxy/stdio-relay.ts";
import { openHttpRecorder } from "./http-recorder.ts";
import type { Recording } from "./recording.ts";
import { StdioRecorder } from "./stdio-recorder.ts";

export interface StdioProxySettings extends Omit<RelaySettings, "command" | "args" | "cwd" | "tap"> {
  readonly recording: Recording;
  /** Aborted to end the session politely. */
  readonly signal: AbortSignal;
}

/** Sits between a client and a server process until the process is gone. */
export const runStdioProxy = async (target: StdioTarget, settings: StdioProxySettings): Promise<RelayEnd> => {
  const { recording, limits, signal } = settings;
  const recorder = new StdioRecorder(recording, limits);
  const { env, input, output, errors, clientGone } = settings;
  const { command, args, cwd } = target;
  const relay = startStdioRelay(
    defined({ command, args, cwd, env, limits, input, output, errors, tap: recorder, clientGone }),
  );
  signal.addEventListener("abort", relay.shutdown, { once: true });
  if (signal.aborted) relay.shutdown();
  const end = await relay.done;
  signal.removeEventListener("abort", relay.shutdown);
  recorder.close(end.process, end.trouble);
  recording.close(end.process.ended_by === "not-started" ? "unreachable" : "complete");
  return end;
};

export interface HttpProxySettings extends Omit<HttpRelaySettings, "target" | "tap"> {
  readonly recording: Recording;
}

/** Sits between clients and a server at a URL until it is stopped. Rejects when it cannot listen. */
export const startHttpProxy = async (target: HttpTarget, settings: HttpProxySettings): Promise<HttpRelay> => {
  const { recording, limits } = settings;
  const recorder = openHttpRecorder(recording, limits, new URL(target.url));
  const { host, port, onWithheld } = settings;
  const relay = await startHttpRelay(defined({ target, host, port, limits, tap: recorder.tap, onWithheld }));
  return {
    url: relay.url,
    stop: async () => {
      await relay.stop();
      recorder.close();
      recording.close(recorder.answered || recording.exchanges === 0 ? "complete" : "unreachable");
    },
  };
};
