import type { Json } from "../base/json.ts";
import type { JudgingTool } from "../base/version.ts";
import type { Capture, Exchange, Outcome } from "../capture/capture.ts";
import type { Blocked } from "./blocked.ts";

/** What every result on one capture says beside its judgement. */
export interface JudgedCapture {
  readonly tool: JudgingTool;
  readonly target: string;
  /** Those that evidence points to. */
  readonly exchanges: readonly ResultExchange[];
  readonly notes: readonly string[];
}

/**
 * What became of a run: the outcome of its capture, or what only shows when it is judged.
 * no-metadata: what was taken for an authorization server publishes no metadata of one.
 * no-handshake: something answered, but neither initialize nor discovery succeeded. limit-exceeded: a limit stopped one
 * of these, or hides whether a requirement (MUST) holds. stopped-serving: from some request on, everything was answered
 * with a bare HTTP 5xx.
 */
export type JudgedOutcome = Outcome | "no-handshake" | "no-metadata" | "limit-exceeded" | "stopped-serving";

/** Whether the server was seen as a whole. If not, it gets no grade and no tier, whatever held in the part that was seen. */
export const isSeenWhole = (outcome: JudgedOutcome | null): boolean => outcome === null || outcome === "complete";

/** Whether nothing of the server itself was seen: not even a failed requirement says anything about the whole of it. */
export const isBlind = ({
  outcome,
  era,
}: Pick<JudgedServer, "outcome"> & Partial<Pick<JudgedServer, "era">>): boolean =>
  outcome === "auth-required" ||
  outcome === "no-handshake" ||
  outcome === "no-metadata" ||
  (!isSeenWhole(outcome) && era?.verdict === "none");

/** The server a capture is of, as every result names it. */
export interface JudgedServer {
  readonly info: Json | null;
  readonly era: Capture["era"] | null;
  readonly transport: Capture["transport"] | null;
  readonly outcome: JudgedOutcome | null;
  /** Only where nothing could be asked: why, and what helps. */
  readonly blocked?: Blocked;
}

/**
 * An exchange as a result carries it: at most 4 KB. Messages that would be longer are text in the `raw` members, with
 * `cut_from`; the capture has the whole.
 */
export interface ResultExchange extends Exchange {
  /** Its place in the capture's list, when it has no id. */
  readonly index?: number;
  /** Of the RFC 8785 form of the whole exchange as the capture has it; null when it has none. */
  readonly sha256?: string | null;
}
