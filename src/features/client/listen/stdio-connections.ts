import type { Duplex } from "node:stream";
import type { Json } from "../../../base/json.ts";
import type { Capture } from "../../../capture/capture.ts";
import { StdioRecorder } from "../../../probe/proxy/stdio-recorder.ts";
import { DEFAULT_LIMITS } from "../../../wire/limits.ts";
import { CLIENT_LIMITS } from "../client-limits.ts";
import { CLOSED_BY_CLIENT } from "../hold-scenario.ts";
import { inScenario } from "../in-scenario.ts";
import { openScenarioRecording, type RecordingBudget, type ScenarioRecording } from "../open-scenario-recording.ts";
import type { Pauses } from "../pauses.ts";
import { serveStdioFace } from "../server/stdio-face.ts";
import type { ConnectionPlan } from "./connection.ts";

export interface StdioConnectionsSettings {
  readonly tool: { readonly name: string; readonly version: string };
  readonly env: Readonly<Record<string, string>>;
  readonly budget: RecordingBudget;
  readonly pauses: Pauses;
  readonly plan: (first: Json | undefined) => ConnectionPlan;
  readonly admit: () => boolean;
  readonly onActivity: () => void;
}

interface Started {
  readonly name: string;
  readonly plan: ConnectionPlan;
  readonly recording: ScenarioRecording;
  readonly served: Promise<void>;
}

/** The processes that a client started in place of a server; each is a connection. */
export class StdioConnections {
  readonly #settings: StdioConnectionsSettings;
  readonly #started: Started[] = [];

  constructor(settings: StdioConnectionsSettings) {
    this.#settings = settings;
  }

  take(socket: Duplex): void {
    this.#settings.onActivity();
    if (!this.#settings.admit()) {
      socket.destroy();
      return;
    }
    void firstLineOf(socket).then((line) => this.#serve(socket, line));
  }

  #serve(socket: Duplex, line: string): void {
    const { tool, env, budget, pauses, onActivity } = this.#settings;
    const plan = this.#settings.plan(parsed(line));
    const opened = openScenarioRecording(
      { kind: "stdio", command: "mcptest", args: ["client-stdio"], env: {} },
      plan.scenario,
      { tool, env, budget },
    );
    const recorder = new StdioRecorder(opened.recording, DEFAULT_LIMITS);
    const served = serveStdioFace({
      scenario: plan.scenario,
      observer: plan.observer,
      limits: CLIENT_LIMITS,
      transport: "stdio",
      pause: (ms) => pauses.wait(ms),
      input: socket,
      output: socket,
      tap: recorder,
      onActivity,
    }).then(() => recorder.close(CLOSED_BY_CLIENT, undefined));
    const name = `${plan.mark.name}-stdio-${this.#started.length + 1}`;
    this.#started.push({ name, plan, recording: opened, served });
  }

  async captures(finish: boolean): Promise<readonly { readonly name: string; readonly capture: Capture }[]> {
    if (finish) await Promise.all(this.#started.map(({ served }) => served));
    return this.#started.map(({ name, plan, recording }) => ({
      name,
      capture: inScenario(finish ? recording.read(recording.recording.exchanges > 0) : recording.soFar(), plan.mark),
    }));
  }
}

const LF = 0x0a;

/** Waits for the first line and leaves it in the stream; empty where none comes. */
const firstLineOf = (socket: Duplex): Promise<string> =>
  new Promise((resolve) => {
    let seen = Buffer.alloc(0);
    const finish = (): void => {
      socket.off("data", read);
      socket.off("end", finish);
      socket.off("close", finish);
      socket.pause();
      if (seen.length > 0) socket.unshift(seen);
      const end = seen.indexOf(LF);
      resolve(seen.subarray(0, end < 0 ? undefined : end).toString("utf8"));
    };
    const read = (chunk: Buffer): void => {
      seen = Buffer.concat([seen, chunk]);
      if (seen.includes(LF) || seen.length > CLIENT_LIMITS.messageBytes) finish();
    };
    socket.on("data", read);
    socket.once("end", finish);
    socket.once("close", finish);
    socket.resume();
  });

const parsed = (line: string): Json | undefined => {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
};
