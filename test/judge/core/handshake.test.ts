// The table of `initialize` also shows what every fact that reads answers has in common.

import type { Header } from "../../../src/base/header.ts";
import type { Json } from "../../../src/base/json.ts";
import type { Exchange, HttpRecord } from "../../../src/capture/capture.ts";
import type { TroubleKind } from "../../../src/wire/trouble.ts";
import {
  given,
  givenHttp,
  givenStateless,
  givenStatelessHttp,
  NOTHING,
  readingTable,
} from "../../areas/reading-table.ts";
import {
  answered,
  deliberate,
  heard,
  hearing,
  leftOut,
  overHttp,
  refused,
  unanswered,
  unnamed,
} from "../../areas/small-captures.ts";

const HELLO = { protocolVersion: "2025-11-25", capabilities: { tools: {} } };
const asked = { jsonrpc: "2.0", id: 1, method: "initialize" };
const hello = (more: Partial<Exchange> = {}): Exchange => ({ step: "initialize", request: asked, ...more });
const trouble = (kind: TroubleKind): Exchange => hello({ trouble: { kind, detail: "" } });
const said = (response: Json): Exchange => hello({ response });
const status = (code: number, http: Partial<HttpRecord> = {}): Exchange => overHttp(hello(), code, http);
const challenge = (text: string): Partial<HttpRecord> => ({ response_headers: [["WWW-Authenticate", text]] });

const STREAM = { events: 1, comments: 0, line_endings: ["lf"], ended_by: "server" } as const;

readingTable("initialize", [
  given("a result with everything that came with it", [
    hearing(
      overHttp(hello({ response: { jsonrpc: "2.0", id: 1, result: HELLO } }), 200, {
        response_headers: [
          ["Content-Type", "Application/JSON; charset=utf-8"],
          ["X-Two", "a"],
          ["x-two", "b"],
        ],
      }),
      [heard({ method: "notifications/message" }), { seq: 2, at_ms: 2 }],
    ),
  ]).values(
    [
      {
        outcome: "result",
        asked,
        message: { jsonrpc: "2.0", id: 1, result: HELLO },
        id: 1,
        result: HELLO,
        status: 200,
        headers: { "content-type": "Application/JSON; charset=utf-8", "x-two": "a, b" },
        content_type: "application/json",
        meanwhile: [{ method: "notifications/message" }, null],
      },
    ],
    {
      at: [""],
      parts: [{ asked: "/request", result: "/response/result", error: "/response/error", status: "/http/status" }],
    },
  ),
  given("responses that are errors, and that are neither result nor error", [
    refused("initialize", "initialize", -32602),
    said({ id: 1, error: null, result: {} }),
    said({ id: 1, error: null }),
    said([]),
  ]).partly(
    [
      { outcome: "error", error: { code: -32602 } },
      { outcome: "result", error: null },
      { outcome: "other", id: 1 },
      { outcome: "other", message: [] },
    ],
    { open: [null, null, null, null] },
  ),
  givenHttp("statuses without a message, and a body that is none", [
    status(202),
    status(404, { body: { encoding: "utf8", data: "not here" } }),
    status(199),
    hello(),
  ]).partly(
    [
      { outcome: "accepted", status: 202 },
      { outcome: "refused", status: 404, body: "not here" },
      { outcome: "refused", status: 199 },
      { outcome: "nothing" },
    ],
    { open: [null, null, null, null] },
  ),
  given("every kind of trouble, and what can be said of it", [
    ...(["refused", "unresolved", "tls", "forbidden-address"] as const).map(trouble),
    ...(["closed", "reset", "unexpected-exit"] as const).map(trouble),
    ...(["not-http", "bad-encoding", "not-json"] as const).map(trouble),
    ...(["limit-exceeded", "aborted"] as const).map(trouble),
    trouble("not-probed"),
  ]).partly(
    [
      ...["refused", "unresolved", "tls", "forbidden-address"].map((kind) => ({
        outcome: "unreachable",
        trouble: kind,
      })),
      ...["closed", "reset", "unexpected-exit"].map((kind) => ({ outcome: "closed", trouble: kind })),
      ...["not-http", "bad-encoding", "not-json"].map((kind) => ({ outcome: "garbled", trouble: kind })),
      { outcome: "stopped", trouble: "limit-exceeded" },
      { outcome: "stopped", trouble: "aborted" },
    ],
    {
      open: [
        ...["unreachable", "unreachable", "unreachable", "unreachable"],
        ...[null, null, null, null, null, null],
        ...["limit-exceeded", "capture-truncated"],
      ],
      except: [...Array.from({ length: 12 }, () => [])],
    },
  ),
  givenHttp("silence, before and after the head", [
    unanswered("initialize", "initialize"),
    overHttp(unanswered("initialize", "initialize"), 200),
  ]).partly([{ outcome: "silence" }, { outcome: "silence", status: 200 }], {
    open: ["timed-out", "timed-out"],
    except: [
      ["outcome", "asked", "trouble"],
      ["outcome", "asked", "trouble", "status", "headers", "content_type"],
    ],
  }),
  givenHttp("walls: no credentials, too little scope, and a refusal that is about neither", [
    status(401),
    status(403, challenge('Bearer error="insufficient_scope"')),
    status(403, challenge("Bearer")),
    status(403),
    status(429),
  ]).partly([{ status: 401 }, { status: 403 }, { status: 403 }, { status: 403 }, { status: 429 }], {
    open: ["auth-required", "auth-required", null, null, "not-probed"],
    except: [[], [], [], [], []],
  }),
  givenHttp("a stream that ends before the response: to be resumed, or just ended", [
    status(200, { stream: { ...STREAM, last_event_id: "7" } }),
    status(200, { stream: STREAM }),
    status(200, { stream: { ...STREAM, last_event_id: "7", ended_by: "client" } }),
  ]).partly(
    [{ stream: { last_event_id: "7" } }, { stream: { ended_by: "server" } }, { stream: { ended_by: "client" } }],
    { open: ["prerequisite-missing", null, null], except: [["status", "headers", "content_type"], [], []] },
  ),
  given("an answer that came too late, and late messages that are none", [
    hearing(unanswered("initialize", "initialize"), [heard({ id: 1, result: {} }, { late: true })]),
    hearing(unanswered("initialize", "initialize"), [heard({ id: 2, result: {} }, { late: true })]),
    hearing(unanswered("initialize", "initialize"), [heard({ id: 1, result: {} })]),
  ]).partly([{ outcome: "silence" }, { outcome: "silence" }, { outcome: "silence" }], {
    open: ["timed-out", "timed-out", "timed-out"],
    except: [
      ["asked", "trouble"],
      ["outcome", "asked", "trouble"],
      ["outcome", "asked", "trouble"],
    ],
  }),
  given("a handshake without a step name, and another request", [
    unnamed(answered("", "ping", {})),
    unnamed(answered("", "initialize", HELLO)),
  ]).partly([{ result: HELLO }], { exchanges: ["main/2"] }),
  given("only what was said in the revision at hand", {
    conversations: [
      { id: "old", purpose: "", transport: "stdio", probes: "2025-06-18", opened_ms: 0 },
      { id: "recorded", purpose: "", transport: "stdio", revision: "2025-11-25", opened_ms: 0 },
    ],
    exchanges: [
      { ...answered("initialize", "initialize", { at: "old" }), conversation: "old" },
      { ...answered("initialize", "initialize", { at: "recorded" }), conversation: "recorded" },
    ],
  }).partly([{ result: { at: "recorded" } }], { exchanges: ["main/2"] }),
]);

readingTable("discover", [
  givenStateless("each time it was asked, by its steps or by its method", [
    ...["server/discover", "settle-era", "idle"].map((step) => answered(step, "server/discover", { step })),
    answered("extra-param", "server/discover", {}),
    unnamed(answered("", "server/discover", { step: "none" })),
  ]).partly(["server/discover", "settle-era", "idle", "none"].map((step) => ({ result: { step } }))),
  given("what the plan wrote down counts before what became of the run", {
    outcome: "aborted",
    not_probed: [leftOut("server/discover", "prerequisite-missing")],
  }).leftOut(),
  given("a step that is not offered here and was wanted there", [
    leftOut("server/discover", "not-offered"),
    leftOut("idle", "unsafe-to-probe"),
  ]).unseen("unsafe-to-probe"),
  given("a step that is not offered", [leftOut("settle-era", "not-offered")]).leftOut(),
  given("a run that was slowed down", [
    { conversation: "main", step: "idle", reason: "rate-limited", detail: "" },
  ]).unseen("not-probed"),
  ...(
    [
      ["complete", "not-probed"],
      ["aborted", "capture-truncated"],
      ["unreachable", "unreachable"],
      ["auth-required", "auth-required"],
      ["run-timed-out", "timed-out"],
    ] as const
  ).map(([outcome, unseen]) => given(`a run that ended as ${outcome}`, { outcome }).unseen(unseen)),
  given("a recording that breaks off", { closed: false }).unseen("capture-truncated"),
  given("a step that another revision left out", {
    conversations: [{ id: "main", purpose: "", transport: "stdio", probes: "2025-06-18", opened_ms: 0 }],
    not_probed: [leftOut("server/discover", "prerequisite-missing")],
  }).unseen("not-probed"),
  given("a step of a conversation that never came to be", {
    conversations: [],
    not_probed: [leftOut("server/discover", "unsafe-to-probe")],
  }).leftOut(),
]);

readingTable("capabilities", [
  given("those of the first handshake that gives some", [
    { ...answered("initialize", "initialize", { capabilities: { wrong: {} } }), deliberate: true },
    answered("tools/list", "tools/list", { capabilities: { tools: {} } }),
    answered("initialize", "initialize", { capabilities: "all of them" }),
    answered("initialize", "initialize", { capabilities: { prompts: {} } }),
    answered("initialize", "initialize", { capabilities: { later: {} } }),
  ]).values([{ prompts: {} }], { at: ["/response/result/capabilities"], exchanges: ["main/4"] }),
  givenStateless("those of a discovery", [
    answered("server/discover", "server/discover", { capabilities: { tools: {} } }),
  ]).values([{ tools: {} }]),
  given("those that a capture without conversations names itself", {
    server_capabilities: { logging: {} },
    foreign: true,
  }).values([{ logging: {} }], { at: ["/server_capabilities"], exchanges: [null] }),
  given("a capture with conversations, which has to show them there", { server_capabilities: { logging: {} } }).unseen(
    "not-probed",
  ),
  { ...NOTHING, foreign: true },
]);

const VERSION = "2025-11-25";
const spoken = [
  { id: "main", purpose: "", transport: "streamable-http" as const, probes: VERSION, revision: VERSION, opened_ms: 0 },
];
const withHeader = (exchange: Exchange, ...request_headers: Header[]): Exchange =>
  overHttp(exchange, 200, { request_headers });
const version = (value = VERSION): Header => ["mcp-protocol-version", value];
const session = (...exchanges: Exchange[]) => ({
  transport: "streamable-http" as const,
  conversations: spoken,
  exchanges,
});

readingTable("negotiated_version_header", [
  given(
    "plain requests of every method under the negotiated version",
    session(
      withHeader(answered("ping", "ping", {}), version()),
      withHeader(refused("tools/list", "tools/list", -32600), version()),
      overHttp({ step: "open-stream" }, 405, { method: "GET", request_headers: [version()] }),
      overHttp({ step: "end-session" }, 204, { method: "DELETE", request_headers: [version()] }),
      withHeader(unnamed(answered("", "prompts/list", {})), version()),
    ),
  ).partly([{ outcome: "result" }, { outcome: "error" }, { status: 405 }, { status: 204 }, { outcome: "result" }], {
    names: ["POST", "POST", "GET", "DELETE", "POST"],
  }),
  given("other steps, other versions, none, and what is wrong on purpose", {
    ...session(
      withHeader(answered("call", "tools/call", {}), version()),
      withHeader(answered("ping", "ping", {}), version("2025-06-18")),
      withHeader(answered("ping", "ping", {})),
      deliberate(withHeader(answered("ping", "ping", {}), version())),
      answered("ping", "ping", {}),
    ),
    not_probed: [leftOut("ping", "prerequisite-missing")],
  }).leftOut(),
  givenHttp("a conversation that negotiated nothing", [withHeader(answered("ping", "ping", {}), version())]).unseen(
    "not-probed",
  ),
  given("stdio, which has no headers", [answered("ping", "ping", {})]).inapplicable("precondition-absent"),
]);

const UNNAMED = [
  ...["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"],
  ...["complete-prompt", "complete-template", "listen-string", "listen-integer", "listen-all"],
];

readingTable("unnamed_requests", [
  givenStatelessHttp("ordinary requests without Mcp-Name, by their step or by their method", [
    ...UNNAMED.map((step) => withHeader(answered(step, `method of ${step}`, { step }))),
    withHeader(unnamed(answered("", "tools/list", { step: "none" }))),
  ]).partly(
    [...UNNAMED, "none"].map((step) => ({ result: { step } })),
    { names: [...UNNAMED.map((step) => `method of ${step}`), "tools/list"] },
  ),
  givenStatelessHttp("requests with a name, of other steps, wrong on purpose, on stdio", [
    withHeader(answered("tools/list", "tools/list", {}), ["Mcp-Name", "x"]),
    withHeader(answered("tools/list-again", "tools/list", {})),
    deliberate(withHeader(answered("tools/list", "tools/list", {}))),
    answered("tools/list", "tools/list", {}),
    overHttp({ step: "listen-all" }, 405),
    leftOut("complete-prompt", "unsafe-to-probe"),
  ]).leftOut(),
  NOTHING,
]);

readingTable("era", [
  given("what the probe found", {
    era: { verdict: "dual", reason: "both were answered", shown_by: ["main/1"] },
  }).values([{ verdict: "dual", reason: "both were answered", shown_by: ["main/1"] }], {
    at: ["/era"],
    exchanges: [null],
  }),
  given("nothing that can be told", { era: { verdict: "none", reason: "silence", shown_by: [] } }).partly([
    { verdict: "none", shown_by: [] },
  ]),
  NOTHING,
]);
