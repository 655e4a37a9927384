// Small captures of Streamable HTTP.

import type { Exchange, HttpRecord, StreamRecord } from "../../../src/capture/capture.ts";
import { given, givenHttp, type ReadingCase } from "../reading-table.ts";
import { answered, overHttp } from "../small-captures.ts";

export const STREAM: StreamRecord = { events: 1, comments: 0, line_endings: ["lf"], ended_by: "server" };

const EVENTS: Partial<HttpRecord> = { response_headers: [["Content-Type", "text/event-stream"]] };

/** The same exchange, answered with an event stream. */
export const streamed = (
  exchange: Exchange,
  stream: Partial<StreamRecord> = {},
  more: Partial<HttpRecord> = {},
): Exchange => overHttp(exchange, 200, { ...EVENTS, stream: { ...STREAM, ...stream }, ...more });

/** A GET of the endpoint that was answered with an event stream. */
export const listened = (more: Partial<Exchange> = {}, http: Partial<HttpRecord> = {}): Exchange => ({
  ...overHttp({ step: "open-stream" }, 200, { method: "GET", ...EVENTS, stream: STREAM, ...http }),
  ...more,
});

/** What every fact about Streamable HTTP says of another transport. */
export const ON_STDIO: ReadingCase = given("another transport", [answered("ping", "ping", {})]).inapplicable(
  "precondition-absent",
);

export const NO_EXCHANGE: ReadingCase = givenHttp("a capture without any of it").unseen("not-probed");
