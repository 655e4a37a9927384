import type { Json } from "../base/json.ts";
import { TOOL } from "../base/version.ts";
import type { Capture } from "../capture/capture.ts";
import type { AcceptanceResult, Consumer } from "../judge/corpus/acceptance.ts";
import type { ShownFor } from "../scores/accepted/convert.ts";
import { makeAcceptance } from "../scores/result/accepted.ts";

export interface AcceptOptions {
  /** Only these consumers; all where absent. */
  readonly for?: readonly Consumer[];
  /** What a server.json holds, to be compared with what the server says. */
  readonly serverJson?: Json;
  /** Also the tools as this consumer is sent them. */
  readonly show?: ShownFor;
}

/** Where the tools of a recorded server will be taken. Contacts nobody; the date is that of the capture. */
export const accept = (capture: Capture, options: AcceptOptions = {}): Promise<AcceptanceResult> =>
  makeAcceptance(capture, { tool: TOOL, consumers: options.for, serverJson: options.serverJson, show: options.show });
