import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../base/json.ts";
import type { Capture, ClientEnd } from "../../capture/capture.ts";
import { StdioRecorder } from "../../probe/proxy/stdio-recorder.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import { startListener } from "../../wire/client/http-listener.ts";
import { openRelayGate } from "../../wire/client/relay-gate.ts";
import { DEFAULT_LIMITS } from "../../wire/limits.ts";
import type { ProcessRecord } from "../../wire/stdio/process-record.ts";
import { listenBeside } from "./beside.ts";
import { CLIENT_LIMITS, type ClientLimits } from "./client-limits.ts";
import { ENDPOINT, openHttpScenario, originOf } from "./http-scenario.ts";
import { inScenario, markOf } from "./in-scenario.ts";
import { mergeSessions } from "./merge-sessions.ts";
import { openScenarioRecording } from "./open-scenario-recording.ts";
import { Pauses } from "./pauses.ts";
import { serveStdioFace } from "./server/stdio-face.ts";

export interface HoldSettings {
  readonly scenario: Scenario;
  readonly tool: { readonly name: string; readonly version: string };
  /** What the program inherits and may hold secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits?: ClientLimits;
  /** Called whenever the client says something. */
  readonly onActivity?: () => void;
  readonly host?: string;
  readonly port?: number;
}

/** A scenario's server that waits for its client. */
export interface HeldScenario {
  /** The URL, or what the relay is given. */
  readonly address: string;
  /** What the program is given in its environment, beside the plan. */
  readonly context?: JsonObject | undefined;
  /** Ends it; what was said. How the client came to its end is kept where it is known. */
  finish(end?: ClientEnd): Promise<Capture>;
}

/** Over HTTP, on this machine alone unless another address is named. */
export const holdOverHttp = async (settings: HoldSettings): Promise<HeldScenario> => {
  const { limits = CLIENT_LIMITS, host = "127.0.0.1", port = 0, onActivity } = settings;
  const server = openHttpScenario(settings, originOf(host));
  const listener = await startListener({
    host,
    port,
    maxBodyBytes: limits.messageBytes,
    open: (request) => {
      onActivity?.();
      return server.open(request);
    },
  });
  const address = `${listener.origin}${ENDPOINT}`;
  return {
    address,
    context: await server.begin(address),
    finish: async (end) => {
      await server.stop();
      await listener.stop();
      return server.finish(end);
    },
  };
};

/** On stdio: whatever the client starts in place of a server is connected with us. Each start is a session. */
export const holdOnStdio = async (settings: HoldSettings): Promise<HeldScenario> => {
  const { scenario, limits = CLIENT_LIMITS, onActivity = () => {} } = settings;
  const pauses = new Pauses();
  const captures: Promise<Capture>[] = [];
  const beside = scenario.beside ? await listenBeside(settings, limits.messageBytes) : undefined;
  const gate = await openRelayGate(randomBytes(12).toString("hex"), (socket) => {
    onActivity();
    if (captures.length >= limits.sessions) {
      socket.destroy();
      return;
    }
    const { recording, read } = openScenarioRecording(
      { kind: "stdio", command: "mcptest", args: ["client-stdio"], env: {} },
      scenario,
      settings,
    );
    const recorder = new StdioRecorder(recording, DEFAULT_LIMITS);
    const pause = (ms: number): Promise<void> => pauses.wait(ms);
    const served = serveStdioFace({
      scenario,
      limits,
      pause,
      transport: "stdio",
      session: captures.length + 1,
      ...(beside ? { beside: beside.origin } : {}),
      input: socket,
      output: socket,
      tap: recorder,
      onActivity,
    });
    captures.push(
      served.then(() => {
        recorder.close(CLOSED_BY_CLIENT, undefined);
        return read(recording.exchanges > 0);
      }),
    );
  });
  return {
    address: gate.id,
    finish: async (end) => {
      pauses.stop();
      await gate.stop();
      const all = await Promise.all(captures);
      const asked = await beside?.stop();
      return inScenario(
        mergeSessions(asked ? [...all, asked] : all, (one, index) =>
          one === asked ? "beside" : `process-${index + 1}`,
        ),
        markOf(scenario),
        end,
      );
    },
  };
};

/** The relay is no server: all that is known of its process is that the client closed its input. */
export const CLOSED_BY_CLIENT: ProcessRecord = {
  exit_code: null,
  signal: null,
  ended_by: "stdin-close",
  stdout_bytes: 0,
  stderr_bytes: 0,
};
