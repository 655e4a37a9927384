import { VERSION } from "../base/version.ts";
import type { Capture } from "../capture/capture.ts";
import { Player } from "../features/playback/player.ts";
import type { RunRequest } from "../probe/open-run.ts";
import { planReplay } from "../probe/replay/plan-replay.ts";
import { replay as replayPlan } from "../probe/replay/replay.ts";
import type { ReplayReport, ReplayState } from "../probe/replay/replay-report.ts";
import { serveHttpPlayback } from "../wire/playback/serve-http.ts";
import type { Latency } from "../wire/playback.ts";
import { type TargetLike, toTarget } from "./to-target.ts";

export interface ServeOptions {
  /** 0, the default, is any free one. */
  readonly port?: number;
  /** Answer at once, which is the default, or after as long as it took then. */
  readonly latency?: Latency;
  /** Answer pages of other sites, and other host names, as the recorded server did. */
  readonly anyOrigin?: boolean;
}

export interface ServedCapture {
  /** Where clients reach it. */
  readonly url: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves a recording over HTTP on this machine: it answers as the recorded server did. Rejects when the port is taken. */
export const serve = async (capture: Capture, options: ServeOptions = {}): Promise<ServedCapture> => {
  const player = new Player(capture);
  const { origin, stop } = await serveHttpPlayback({
    hear: (heard) => player.hearHttp(heard),
    closed: (stream) => player.closed(stream),
    host: "127.0.0.1",
    port: options.port ?? 0,
    latency: options.latency ?? "none",
    anyOrigin: options.anyOrigin ?? false,
    onBug: () => {},
  });
  return { url: `${origin}${player.path}`, stop, [Symbol.asyncDispose]: stop };
};

export interface ReplayOptions
  extends Pick<RunRequest, "limits" | "tools" | "signal" | "baseEnv" | "concurrency" | "followRedirects"> {
  /** Which changes make the report not ok; any by default. */
  readonly failOn?: readonly Exclude<ReplayState, "same">[];
  /** Paths of answers that are not compared, `*` for any element: `[["result", "content", "*", "text"]]`. */
  readonly masks?: readonly (readonly string[])[];
}

/** Sends the requests of a recording to a server again, and says what it answers differently. Only what a check would send. */
export const replayTo = async (
  capture: Capture,
  target: TargetLike,
  baseEnv: Readonly<Record<string, string>>,
  { failOn = ["differs", "gone", "new"], masks = [], ...request }: ReplayOptions = {},
): Promise<ReplayReport> => {
  const asked = toTarget(target);
  const plan = planReplay(capture, asked, request.tools ?? "read-only");
  const settings = { client: { name: "mcptest", version: VERSION }, baseEnv, ...request };
  return (await replayPlan(capture, plan, asked, { failOn, masks: { paths: masks } }, settings)).report;
};
