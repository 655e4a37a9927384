import { makeAcceptance } from "../check/accepted.ts";
import type { AcceptanceResult, Consumer } from "../model/acceptance.ts";
import type { Capture } from "../model/capture.ts";
import type { Json } from "../model/json.ts";
import type { ShownFor } from "../surface/acceptance/convert.ts";
import { TOOL } from "../version.ts";

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
