import {
  aBoolean,
  absent,
  amount,
  anObject,
  anything,
  aString,
  count,
  either,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
  stringPair,
} from "../base/shape.ts";
import { LIMIT_TABLE } from "../wire/limits.ts";
import { PATH_ANSWERS, PROGRAM_STATES } from "../wire/surroundings.ts";
import { TROUBLE_KINDS } from "../wire/trouble.ts";
import { NOT_PROBED_REASONS } from "./capture.ts";

// The same shapes as schemas/capture.schema.json; a property test holds the two together.

const rawText = objectOf({ encoding: oneOf("utf8", "base64"), data: aString }, { cut_from: count });

const trouble = objectOf({ kind: oneOf(...TROUBLE_KINDS), detail: aString }, { limit: aString, code: aString });

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
  { at: aString, offset: count, detail: aString },
);

const sse = objectOf({}, { event: aString, id: aString, retry: amount });

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
  {
    byte_order_mark: oneOf(true),
    last_event_id: aString,
    retry_ms: amount,
    ended_ms: amount,
    odd_lines: count,
    odd_text: rawText,
    unfinished: rawText,
  },
);

const http = objectOf(
  { method: aString, request_headers: listOf(stringPair) },
  {
    url: aString,
    request_head: rawText,
    status: count,
    status_text: aString,
    http_version: aString,
    response_headers: listOf(stringPair),
    body_bytes: count,
    body: rawText,
    stream,
    redirect: objectOf({ location: aString, followed: aBoolean }),
    stray_bytes: count,
  },
);

const exchangeMembers = {
  conversation: aString,
  step: aString,
  deliberate: oneOf(true),
  interrupted: oneOf(true),
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

const plainExchange = objectOf({}, { id: aString, ...exchangeMembers });

/** What an exchange can be about: a GET has no request message, a refused connection no response. */
const SUBSTANCE = ["request", "request_raw", "response", "response_raw", "http", "meanwhile", "trouble"] as const;

export const exchangeShape: Shape = (value) =>
  plainExchange(value) ??
  (SUBSTANCE.some((name) => Object.hasOwn(value as object, name))
    ? undefined
    : { pointer: "", expected: "an exchange with a request or a response" });

/** What became known of an exchange after its line was written. */
const updateShape = objectOf(
  { exchange: aString },
  { id: absent("the exchange is named by its member exchange"), ...exchangeMembers },
);

export const unsolicitedShape: Shape = objectOf({ conversation: aString, ...received.required }, received.optional);

export const conversationShape: Shape = objectOf(
  { id: aString, purpose: aString, transport: oneOf("streamable-http", "http+sse", "stdio"), opened_ms: amount },
  {
    scenario: aString,
    client_end: oneOf("itself", "silence", "limit"),
    probes: aString,
    revision: aString,
    session_id: aString,
    queued_ms: amount,
    closed_ms: amount,
    shares_process_with: aString,
    trouble,
    process: objectOf(
      {
        exit_code: orNull(count),
        signal: orNull(aString),
        ended_by: oneOf("itself", "stdin-close", "sigterm", "sigkill", "not-started"),
        stdout_bytes: count,
        stderr_bytes: count,
      },
      {
        shutdown_ms: amount,
        busy: oneOf(true),
        started: oneOf("launcher", "direct", "launcher-after-direct"),
        launcher_stdout: rawText,
        survivors: count,
        stderr: rawText,
        stderr_tail: rawText,
      },
    ),
  },
);

const headRequired = { server_label: aString };

const headOptional = {
  format: oneOf("mcptest-capture/1"),
  server_capabilities: orNull(anObject),
  tool: objectOf({ name: aString, version: aString }),
  started_at: aString,
  target: either(
    "a target (kind http with url and header_names, or kind stdio with command and env_names)",
    objectOf(
      { kind: oneOf("http"), url: aString, header_names: listOf(aString) },
      {
        token: objectOf({}, { issuer: aString, lifetime_s: orNull(amount), made: oneOf(true) }),
        insecure: oneOf(true),
        listens_on: listOf(aString),
      },
    ),
    objectOf({ kind: oneOf("stdio"), command: listOf(aString), env_names: listOf(aString) }, { cwd: aString }),
  ),
  transport: oneOf("streamable-http", "http+sse", "stdio"),
  server_info: anything,
  era: objectOf({
    verdict: oneOf("stateful", "stateless", "dual", "none"),
    reason: aString,
    shown_by: listOf(aString),
  }),
  revisions: objectOf(
    {
      probed: orNull(aString),
      asked: listOf(objectOf({ revision: aString, answered: orNull(aString), exchange: aString })),
    },
    { listed: listOf(aString) },
  ),
  limits: objectOf({}, Object.fromEntries(Object.keys(LIMIT_TABLE).map((name) => [name, amount]))),
  redaction: objectOf(
    { scheme: oneOf("hmac-sha256/12"), replaced: count },
    { returned: listOf(objectOf({ exchange: aString, what: listOf(oneOf("token", "private-key")) })) },
  ),
  not_probed: listOf(
    objectOf({ conversation: aString, step: aString, reason: oneOf(...NOT_PROBED_REASONS), detail: aString }),
  ),
  asked: objectOf({}, { quick: oneOf(true), only: listOf(aString), skip: listOf(aString), scenarios: listOf(aString) }),
  authorization: objectOf(
    { issuer: aString },
    {
      server: aString,
      resource: aString,
      client: objectOf({
        kind: oneOf("given", "registered"),
        redirect_uris: listOf(aString),
        confidential: aBoolean,
      }),
      token: objectOf({ form: oneOf("jwt", "opaque") }, { audience: listOf(aString) }),
    },
  ),
  surroundings: objectOf(
    {},
    {
      program: objectOf({ state: oneOf(...PROGRAM_STATES), near: listOf(aString) }, { interpreter: aString }),
      file: objectOf({ name: aString, near: listOf(aString) }),
      paths: listOf(objectOf({ url: aString, status: orNull(count), answers: oneOf(...PATH_ANSWERS) })),
    },
  ),
  reader_notes: listOf(aString),
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
    closed: aBoolean,
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
