import type { Capture } from "../../capture/capture.ts";
import { openHttpRecorder } from "../../probe/proxy/http-recorder.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import { startListener } from "../../wire/client/http-listener.ts";
import { DEFAULT_LIMITS } from "../../wire/limits.ts";
import { NOT_FOUND, send } from "./authorization/reply.ts";
import { openScenarioRecording } from "./open-scenario-recording.ts";

/** Somebody who listens on this machine beside a server on stdio, and whom no client has a reason to ask. */
export interface Beside {
  readonly origin: string;
  /** Ends it. What was asked; nothing, if nothing was. */
  stop(): Promise<Capture | undefined>;
}

export interface BesideSettings {
  readonly scenario: Scenario;
  readonly tool: { readonly name: string; readonly version: string };
  /** What may hold secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Called for every request. */
  readonly onActivity?: () => void;
}

export const listenBeside = async (settings: BesideSettings, maxBodyBytes: number): Promise<Beside> => {
  const target = { kind: "http", url: "http://127.0.0.1/", headers: [], origin: "user" } as const;
  const { recording, read } = openScenarioRecording(target, settings.scenario, settings);
  const recorder = openHttpRecorder(recording, DEFAULT_LIMITS, new URL(target.url), "canary");
  const listener = await startListener({
    host: "127.0.0.1",
    port: 0,
    maxBodyBytes,
    open: (request) => {
      settings.onActivity?.();
      return { tap: recorder.tap(request), answer: (reply) => send(reply, NOT_FOUND) };
    },
  });
  return {
    origin: listener.origin,
    stop: async () => {
      await listener.stop();
      recorder.close();
      return recording.exchanges > 0 ? read(true) : undefined;
    },
  };
};
