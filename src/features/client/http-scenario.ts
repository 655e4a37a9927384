import type { JsonObject } from "../../base/json.ts";
import type { Capture, ClientEnd } from "../../capture/capture.ts";
import { openHttpRecorder } from "../../probe/proxy/http-recorder.ts";
import type { Authorization } from "../../probe/scenario/authorization.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import type { HeardRequest, OpenedRequest } from "../../wire/client/http-listener.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import { DEFAULT_LIMITS } from "../../wire/limits.ts";
import { type HeldAuthorization, holdAuthorization } from "./authorization/hold-authorization.ts";
import { CLIENT_LIMITS, type ClientLimits } from "./client-limits.ts";
import { inScenario, markOf, type ScenarioMark } from "./in-scenario.ts";
import { openScenarioRecording, type RecordingBudget } from "./open-scenario-recording.ts";
import { Pauses } from "./pauses.ts";
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
  /** Called whenever the client says something to an authorization server. */
  readonly onActivity?: () => void;
  /** Absent: as the scenario says. */
  readonly mark?: ScenarioMark;
  readonly budget?: RecordingBudget;
}

/** The server of a scenario over HTTP with its recording; who listens hands the requests on. */
export interface HttpScenario {
  open(request: HeardRequest): OpenedRequest;
  /** What was said so far. */
  soFar(): Capture;
  /**
   * Tells at which address it can be reached, and gets what a program is given beforehand. Without it a protected server
   * learns its address from the first request.
   */
  begin(endpoint: string): Promise<JsonObject | undefined>;
  /** Ends every wait, and whoever else listens. */
  stop(): Promise<void>;
  /** Everything that was said. */
  finish(end?: ClientEnd): Capture;
}

export const originOf = (host: string): string => `http://${host.includes(":") ? `[${host}]` : host}`;

export const openHttpScenario = (settings: HttpScenarioSettings, origin: string): HttpScenario => {
  const { scenario, limits = CLIENT_LIMITS, observer, mark = markOf(scenario) } = settings;
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
  let held: Promise<HeldAuthorization> | undefined;
  const protect = (authorization: Authorization, endpoint: string): Promise<HeldAuthorization> => {
    held ??= holdAuthorization({
      ...{ authorization, endpoint, recording, maxBodyBytes: limits.messageBytes },
      pause: (ms) => pauses.wait(ms),
      onActivity: () => settings.onActivity?.(),
    });
    return held;
  };
  return {
    open: (request) => ({
      tap: recorder.tap(request),
      answer: (reply) => {
        const { authorization } = scenario;
        if (!authorization) {
          face.handle(request, reply);
          return;
        }
        const [host = url.host] = headerValues(request.headers, "host");
        protect(authorization, `http://${host}${ENDPOINT}`).then(
          (one) => one.handle(request, reply, () => face.handle(request, reply)),
          () => reply.break(),
        );
      },
    }),
    begin: async (endpoint) =>
      scenario.authorization ? (await protect(scenario.authorization, endpoint)).context : undefined,
    soFar: () => inScenario(soFar(), mark),
    stop: async () => {
      pauses.stop();
      await (await held)?.stop();
    },
    finish: (end) => {
      pauses.stop();
      recorder.close();
      return inScenario(read(recording.exchanges > 0), mark, end);
    },
  };
};
