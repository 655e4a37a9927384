import type { Capture, ClientEnd } from "../model/capture.ts";
import { DEFAULT_LIMITS } from "../model/limits.ts";
import { openHttpRecorder } from "../probe/proxy/http-recorder.ts";
import type { HeardRequest, OpenedRequest } from "../wire/client/http-listener.ts";
import { CLIENT_LIMITS, type ClientLimits } from "./client-limits.ts";
import { inScenario } from "./in-scenario.ts";
import { openScenarioRecording } from "./open-scenario-recording.ts";
import { Pauses } from "./pauses.ts";
import type { Scenario } from "./scenario.ts";
import { HttpFace } from "./server/http-face.ts";
import type { SessionObserver } from "./server/scenario-session.ts";

export const ENDPOINT = "/mcp";

export interface HttpScenarioSettings {
  readonly scenario: Scenario;
  readonly tool: { readonly name: string; readonly version: string };
  /** What may hold secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits?: ClientLimits;
  readonly observer?: SessionObserver;
}

/** The server of a scenario over HTTP with its recording; who listens hands the requests on. */
export interface HttpScenario {
  open(request: HeardRequest): OpenedRequest;
  /** What was said so far. */
  soFar(): Capture;
  /** Ends every wait. */
  stop(): void;
  /** Everything that was said. */
  finish(end?: ClientEnd): Capture;
}

export const originOf = (host: string): string => `http://${host.includes(":") ? `[${host}]` : host}`;

export const openHttpScenario = (settings: HttpScenarioSettings, origin: string): HttpScenario => {
  const { scenario, limits = CLIENT_LIMITS, observer } = settings;
  const pauses = new Pauses();
  const face = new HttpFace(
    { scenario, limits, transport: "http", pause: (ms) => pauses.wait(ms), ...(observer ? { observer } : {}) },
    ENDPOINT,
  );
  const url = new URL(ENDPOINT, origin);
  const { recording, read, soFar } = openScenarioRecording(
    { kind: "http", url: url.href, headers: [], origin: "user" },
    scenario,
    settings,
  );
  const recorder = openHttpRecorder(recording, DEFAULT_LIMITS, url);
  return {
    open: (request) => ({
      tap: recorder.tap(request),
      answer: (reply) => face.handle(request, reply),
    }),
    soFar: () => inScenario(soFar(), scenario),
    stop: () => pauses.stop(),
    finish: (end) => {
      pauses.stop();
      recorder.close();
      return inScenario(read(recording.exchanges > 0), scenario, end);
    },
  };
};
