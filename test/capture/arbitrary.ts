import fc from "fast-check";
import { type Capture, NOT_PROBED_REASONS } from "../../src/capture/capture.ts";
import { LIMIT_TABLE } from "../../src/wire/limits.ts";
import { TROUBLE_KINDS } from "../../src/wire/trouble.ts";

/**
 * Captures of every shape the format allows. Texts and messages are drawn from `word`, so a test can keep words out or
 * bring them in; `foreign` adds members that the format does not know.
 */
const SUBSTANCE = ["request", "request_raw", "response", "response_raw", "http", "meanwhile", "trouble"];

export const captures = (word: fc.Arbitrary<string> = words, foreign = true): fc.Arbitrary<Capture> => {
  const count = fc.nat(1_000_000);
  const amount = fc.oneof(fc.nat(100_000), fc.double({ min: 0, max: 1e6, noNaN: true }));
  const message = json(word);
  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
  const transport = fc.constantFrom("streamable-http", "http+sse", "stdio");

  const raw = members(
    {},
    { cut_from: count },
    fc.oneof(
      fc.record({ encoding: fc.constant("utf8"), data: word }),
      fc.record({
        encoding: fc.constant("base64"),
        data: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("base64")),
      }),
    ),
  );
  const trouble = members({ kind: fc.constantFrom(...TROUBLE_KINDS), detail: word }, { limit: word, code: word });
  const note = members(
    { kind: fc.constantFrom("duplicate-key", "not-json", "too-deep", "empty-line", "carriage-return") },
    { at: word, offset: count, detail: word },
  );
  const sse = members({}, { event: word, id: word, retry: amount });
  const received = {
    needed: { seq: count, at_ms: amount },
    others: { message, raw, notes: some(note), sse, late: fc.constant(true) },
  };
  const headers = some(fc.tuple(fc.constantFrom("Content-Type", "X-Note", "Mcp-Session-Id", "Vary"), word));
  const stream = members(
    {
      events: count,
      comments: count,
      line_endings: some(fc.constantFrom("lf", "crlf", "cr")),
      ended_by: fc.constantFrom("server", "client", "trouble"),
    },
    {
      byte_order_mark: fc.constant(true),
      last_event_id: word,
      retry_ms: amount,
      odd_lines: count,
      odd_text: raw,
      unfinished: raw,
    },
  );
  const http = members(
    { method: fc.constantFrom("POST", "GET", "DELETE"), request_headers: headers },
    {
      url: fc.constant("https://example.org/mcp"),
      status: count,
      status_text: word,
      http_version: word,
      response_headers: headers,
      body_bytes: count,
      body: raw,
      stream,
      redirect: fc.record({ location: fc.constant("/elsewhere"), followed: fc.boolean() }),
      stray_bytes: count,
    },
  );
  const exchange = members(
    {},
    {
      id: word,
      conversation: word,
      step: word,
      deliberate: fc.constant(true),
      request: message,
      request_raw: raw,
      request_notes: some(note),
      response: message,
      response_raw: raw,
      response_notes: some(note),
      seq: count,
      response_seq: count,
      response_sse: sse,
      meanwhile: some(members(received.needed, received.others)),
      http,
      timing: members({ start_ms: amount, end_ms: amount }, { head_ms: amount, response_ms: amount }),
      trouble,
      ...(foreign ? { foreign_member: message } : {}),
    },
  )
    // One that is about nothing is no exchange.
    .map((one) => (SUBSTANCE.some((name) => Object.hasOwn(one, name)) ? one : { ...one, request: null }));
  const process = members(
    {
      exit_code: fc.option(count),
      signal: fc.option(word),
      ended_by: fc.constantFrom("itself", "stdin-close", "sigterm", "sigkill", "not-started"),
      stdout_bytes: count,
      stderr_bytes: count,
    },
    { shutdown_ms: amount, survivors: count, stderr: raw, stderr_tail: raw },
  );
  const conversation = members(
    { id: word, purpose: word, transport, opened_ms: amount },
    { probes: word, revision: word, session_id: word, closed_ms: amount, process, trouble },
  );
  const target = fc.oneof(
    members(
      {
        kind: fc.constant("http"),
        url: fc.constant("https://example.org/mcp"),
        header_names: some(word),
        listens_on: some(word),
      },
      { insecure: fc.constant(true) },
    ),
    members({ kind: fc.constant("stdio"), command: some(fc.constant("x")), env_names: some(word) }, { cwd: word }),
  );
  const asked = fc.record({ revision: word, answered: fc.option(word), exchange: word });
  const skipped = fc.record({
    conversation: word,
    step: word,
    reason: fc.constantFrom(...NOT_PROBED_REASONS),
    detail: word,
  });
  const limits = members({}, Object.fromEntries(Object.keys(LIMIT_TABLE).map((name) => [name, amount])));

  return members(
    {
      server_label: fc.constantFrom("https://example.org/mcp", "stdio:node server.js"),
      server_capabilities: fc.option(fc.dictionary(word, message, { maxKeys: 3 })),
      exchanges: fc.array(exchange, { maxLength: 4 }),
    },
    {
      format: fc.constant("mcptest-capture/1"),
      tool: fc.record({ name: word, version: word }),
      started_at: fc.constant("2026-01-02T03:04:05.678Z"),
      target,
      transport,
      server_info: message,
      era: fc.record({
        verdict: fc.constantFrom("stateful", "stateless", "dual", "none"),
        reason: word,
        shown_by: some(word),
      }),
      revisions: members({ probed: fc.option(word), asked: some(asked) }, { listed: some(word) }),
      limits,
      not_probed: some(skipped),
      conversations: fc.uniqueArray(conversation, { maxLength: 3, selector: ({ id }) => String(id) }),
      unsolicited: some(members({ conversation: word, ...received.needed }, received.others)),
      outcome: fc.constantFrom("complete", "aborted", "unreachable", "auth-required", "run-timed-out"),
      closed: fc.boolean(),
      ...(foreign ? { foreign_member: message } : {}),
    },
  ) as unknown as fc.Arbitrary<Capture>;
};

const words = fc.oneof(
  fc.constantFrom("main", "tools/list", "a b", "", "__proto__", "constructor", "type", "0", "é\u{1f600}", "\u0000\n"),
  fc.string({ maxLength: 12 }),
);

/** -0 is written as 0, as JSON.stringify has it. */
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);

export const json = (word: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), finite, word),
      fc.array(tie("value"), { maxLength: 3 }),
      // As JSON.parse builds it: a name such as __proto__ is a member like any other.
      fc.array(fc.tuple(word, tie("value")), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
    ),
  })).value;

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Needed members always, others sometimes; `base` gives members that depend on each other. */
const members = (
  needed: Fields,
  others: Fields = {},
  base: fc.Arbitrary<object> = fc.constant({}),
): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(base, fc.record(needed), fc.record(others, { requiredKeys: [] }))
    .map(([first, second, third]) => ({ ...first, ...second, ...third }));
