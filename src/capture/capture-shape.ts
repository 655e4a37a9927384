import { NOT_PROBED_REASONS } from "../model/capture.ts";
import { LIMIT_TABLE } from "../model/limits.ts";
import { TROUBLE_KINDS } from "../model/trouble.ts";
import {
  absent,
  amount,
  anObject,
  anything,
  count,
  either,
  flag,
  listOf,
  objectOf,
  oneOf,
  orNull,
  pairOfText,
  type Shape,
  text,
} from "./shape.ts";

// The same shapes as schemas/capture.schema.json; a property test holds the two together.

const rawText = objectOf({ encoding: oneOf("utf8", "base64"), data: text }, { cut_from: count });

const trouble = objectOf({ kind: oneOf(...TROUBLE_KINDS), detail: text }, { limit: text, code: text });

const note = objectOf(
  {
    kind: oneOf(
      "duplicate-key",
      "unsafe-number",
      "lone-surrogate",
      "invalid-utf8",
      "byte-order-mark",
      "not-json",
      "too-deep",
      "too-many-values",
      "carriage-return",
      "incomplete-line",
      "empty-line",
    ),
  },
  { at: text, offset: count, detail: text },
);

const sse = objectOf({}, { event: text, id: text, retry: amount });

const received = {
  required: { seq: count, at_ms: amount },
  optional: { message: anything, raw: rawText, notes: listOf(note), sse, late: oneOf(true) },
};

const stream = objectOf(
  {
    events: count,
    comments: count,
    line_endings: listOf(oneOf("lf", "crlf", "cr")),
    ended_by: oneOf("server", "client", "trouble"),
  },
  { byte_order_mark: oneOf(true), last_event_id: text, retry_ms: amount, odd_lines: count, unfinished: rawText },
);

const http = objectOf(
  { method: text, request_headers: listOf(pairOfText) },
  {
    url: text,
    request_head: rawText,
    status: count,
    status_text: text,
    http_version: text,
    response_headers: listOf(pairOfText),
    body_bytes: count,
    body: rawText,
    stream,
    redirect: objectOf({ location: text, followed: flag }),
    stray_bytes: count,
  },
);

const exchangeMembers = {
  conversation: text,
  step: text,
  deliberate: oneOf(true),
  // Whatever JSON was sent: on purpose it may be no message at all.
  request: anything,
  request_raw: rawText,
  request_notes: listOf(note),
  response: anything,
  response_raw: rawText,
  response_notes: listOf(note),
  seq: count,
  response_seq: count,
  response_sse: sse,
  meanwhile: listOf(objectOf(received.required, received.optional)),
  http,
  timing: objectOf({ start_ms: amount, end_ms: amount }, { head_ms: amount, response_ms: amount }),
  trouble,
};

export const exchangeShape: Shape = objectOf({}, { id: text, ...exchangeMembers });

/** What became known of an exchange after its line was written. */
const updateShape = objectOf(
  { exchange: text },
  { id: absent("the exchange is named by its member exchange"), ...exchangeMembers },
);

export const unsolicitedShape: Shape = objectOf({ conversation: text, ...received.required }, received.optional);

export const conversationShape: Shape = objectOf(
  { id: text, purpose: text, transport: oneOf("streamable-http", "http+sse", "stdio"), opened_ms: amount },
  {
    probes: text,
    revision: text,
    session_id: text,
    closed_ms: amount,
    trouble,
    process: objectOf(
      {
        exit_code: orNull(count),
        signal: orNull(text),
        ended_by: oneOf("itself", "stdin-close", "sigterm", "sigkill", "not-started"),
        stdout_bytes: count,
        stderr_bytes: count,
      },
      { shutdown_ms: amount, survivors: count, stderr: rawText, stderr_tail: rawText },
    ),
  },
);

const headRequired = { server_label: text };

const headOptional = {
  format: oneOf("mcptest-capture/1"),
  server_capabilities: orNull(anObject),
  tool: objectOf({ name: text, version: text }),
  started_at: text,
  target: either(
    "a target (kind http with url and header_names, or kind stdio with command and env_names)",
    objectOf({ kind: oneOf("http"), url: text, header_names: listOf(text) }, { insecure: oneOf(true) }),
    objectOf({ kind: oneOf("stdio"), command: listOf(text), env_names: listOf(text) }, { cwd: text }),
  ),
  transport: oneOf("streamable-http", "http+sse", "stdio"),
  server_info: anything,
  era: objectOf({ verdict: oneOf("stateful", "stateless", "dual", "none"), reason: text, shown_by: listOf(text) }),
  revisions: objectOf(
    { probed: orNull(text), asked: listOf(objectOf({ revision: text, answered: orNull(text), exchange: text })) },
    { listed: listOf(text) },
  ),
  limits: objectOf({}, Object.fromEntries(Object.keys(LIMIT_TABLE).map((name) => [name, amount]))),
  redaction: objectOf({ scheme: oneOf("hmac-sha256/12"), replaced: count }),
  not_probed: listOf(objectOf({ conversation: text, step: text, reason: oneOf(...NOT_PROBED_REASONS), detail: text })),
  reader_notes: listOf(text),
};

/** What has lines of its own. Let through in a header, it would enter the capture without having been looked at. */
const notInHeader = {
  conversations: absent("every conversation has a line of its own"),
  exchanges: absent("every exchange has a line of its own"),
  unsolicited: absent("every unsolicited message has a line of its own"),
  outcome: absent("the footer tells the outcome"),
  closed: absent("the footer tells that the recording was closed"),
};

const outcome = oneOf("complete", "aborted", "unreachable", "auth-required", "run-timed-out");

export const captureShape: Shape = objectOf(
  { ...headRequired, exchanges: listOf(exchangeShape) },
  {
    ...headOptional,
    conversations: listOf(conversationShape),
    unsolicited: listOf(unsolicitedShape),
    outcome,
    closed: flag,
  },
);

/** Lines of a JSON Lines recording, by their `type`. A `session` line adds to the header what became known later. */
export const lineShapes = {
  header: objectOf(headRequired, { ...headOptional, ...notInHeader }),
  session: objectOf({}, { ...headRequired, ...headOptional, ...notInHeader }),
  conversation: conversationShape,
  exchange: exchangeShape,
  update: updateShape,
  unsolicited: unsolicitedShape,
  footer: objectOf({}, { exchanges: count, outcome }),
} as const satisfies Record<string, Shape>;
