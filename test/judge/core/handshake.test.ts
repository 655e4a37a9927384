// The table of `initialize` also shows what every fact that reads answers has in common.

import type { Exchange, HttpRecord } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import type { TroubleKind } from "../../../src/model/trouble.ts";
import { answered, heard, leftOut, overHttp, readingTable, refused, unanswered } from "../../areas/reading-table.ts";
import { NOTHING, unnamed } from "../../areas/small-captures.ts";

const HELLO = { protocolVersion: "2025-11-25", capabilities: { tools: {} } };
const asked = { jsonrpc: "2.0", id: 1, method: "initialize" };
const hello = (more: Partial<Exchange> = {}): Exchange => ({ step: "initialize", request: asked, ...more });
const trouble = (kind: TroubleKind): Exchange => hello({ trouble: { kind, detail: "" } });
const said = (response: Json): Exchange => hello({ response });
const status = (code: number, http: Partial<HttpRecord> = {}): Exchange => overHttp(hello(), code, http);
const challenge = (text: string): Partial<HttpRecord> => ({ response_headers: [["WWW-Authenticate", text]] });

const STREAM = { events: 1, comments: 0, line_endings: ["lf"], ended_by: "server" } as const;

readingTable("initialize", [
  {
    shows: "a result with everything that came with it",
    capture: {
      exchanges: [
        {
          ...overHttp(hello({ response: { jsonrpc: "2.0", id: 1, result: HELLO } }), 200, {
            response_headers: [
              ["Content-Type", "Application/JSON; charset=utf-8"],
              ["X-Two", "a"],
              ["x-two", "b"],
            ],
          }),
          meanwhile: [heard({ method: "notifications/message" }), { seq: 2, at_ms: 2 }],
        },
      ],
    },
    reads: {
      values: [
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
      at: [""],
      parts: [{ asked: "/request", result: "/response/result", error: "/response/error", status: "/http/status" }],
    },
  },
  {
    shows: "responses that are errors, and that are neither result nor error",
    capture: {
      exchanges: [
        refused("initialize", "initialize", -32602),
        said({ id: 1, error: null, result: {} }),
        said({ id: 1, error: null }),
        said([]),
      ],
    },
    reads: {
      partly: [
        { outcome: "error", error: { code: -32602 } },
        { outcome: "result", error: null },
        { outcome: "other", id: 1 },
        { outcome: "other", message: [] },
      ],
      open: [null, null, null, null],
    },
  },
  {
    shows: "statuses without a message, and a body that is none",
    capture: {
      transport: "streamable-http",
      exchanges: [status(202), status(404, { body: { encoding: "utf8", data: "not here" } }), status(199), hello()],
    },
    reads: {
      partly: [
        { outcome: "accepted", status: 202 },
        { outcome: "refused", status: 404, body: "not here" },
        { outcome: "refused", status: 199 },
        { outcome: "nothing" },
      ],
      open: [null, null, null, null],
    },
  },
  {
    shows: "every kind of trouble, and what can be said of it",
    capture: {
      exchanges: [
        ...(["refused", "unresolved", "tls", "forbidden-address"] as const).map(trouble),
        ...(["closed", "reset", "unexpected-exit"] as const).map(trouble),
        ...(["not-http", "bad-encoding", "not-json"] as const).map(trouble),
        ...(["limit-exceeded", "aborted"] as const).map(trouble),
        trouble("not-probed"),
      ],
    },
    reads: {
      partly: [
        ...["refused", "unresolved", "tls", "forbidden-address"].map((kind) => ({
          outcome: "unreachable",
          trouble: kind,
        })),
        ...["closed", "reset", "unexpected-exit"].map((kind) => ({ outcome: "closed", trouble: kind })),
        ...["not-http", "bad-encoding", "not-json"].map((kind) => ({ outcome: "garbled", trouble: kind })),
        { outcome: "stopped", trouble: "limit-exceeded" },
        { outcome: "stopped", trouble: "aborted" },
      ],
      open: [
        ...["unreachable", "unreachable", "unreachable", "unreachable"],
        ...[null, null, null, null, null, null],
        ...["limit-exceeded", "capture-truncated"],
      ],
      except: [...Array.from({ length: 12 }, () => [])],
    },
  },
  {
    shows: "silence, before and after the head",
    capture: {
      transport: "streamable-http",
      exchanges: [unanswered("initialize", "initialize"), overHttp(unanswered("initialize", "initialize"), 200)],
    },
    reads: {
      partly: [{ outcome: "silence" }, { outcome: "silence", status: 200 }],
      open: ["timed-out", "timed-out"],
      except: [
        ["outcome", "asked", "trouble"],
        ["outcome", "asked", "trouble", "status", "headers", "content_type"],
      ],
    },
  },
  {
    shows: "walls: no credentials, too little scope, and a refusal that is about neither",
    capture: {
      transport: "streamable-http",
      exchanges: [
        status(401),
        status(403, challenge('Bearer error="insufficient_scope"')),
        status(403, challenge("Bearer")),
        status(403),
        status(429),
      ],
    },
    reads: {
      partly: [{ status: 401 }, { status: 403 }, { status: 403 }, { status: 403 }, { status: 429 }],
      open: ["auth-required", "auth-required", null, null, "not-probed"],
      except: [[], [], [], [], []],
    },
  },
  {
    shows: "a stream that ends before the response: to be resumed, or just ended",
    capture: {
      transport: "streamable-http",
      exchanges: [
        status(200, { stream: { ...STREAM, last_event_id: "7" } }),
        status(200, { stream: STREAM }),
        status(200, { stream: { ...STREAM, last_event_id: "7", ended_by: "client" } }),
      ],
    },
    reads: {
      partly: [
        { stream: { last_event_id: "7" } },
        { stream: { ended_by: "server" } },
        { stream: { ended_by: "client" } },
      ],
      open: ["prerequisite-missing", null, null],
      except: [["status", "headers", "content_type"], [], []],
    },
  },
  {
    shows: "an answer that came too late, and late messages that are none",
    capture: {
      exchanges: [
        { ...unanswered("initialize", "initialize"), meanwhile: [heard({ id: 1, result: {} }, { late: true })] },
        { ...unanswered("initialize", "initialize"), meanwhile: [heard({ id: 2, result: {} }, { late: true })] },
        { ...unanswered("initialize", "initialize"), meanwhile: [heard({ id: 1, result: {} })] },
      ],
    },
    reads: {
      partly: [{ outcome: "silence" }, { outcome: "silence" }, { outcome: "silence" }],
      open: ["timed-out", "timed-out", "timed-out"],
      except: [
        ["asked", "trouble"],
        ["outcome", "asked", "trouble"],
        ["outcome", "asked", "trouble"],
      ],
    },
  },
  {
    shows: "a handshake without a step name, and another request",
    capture: { exchanges: [unnamed(answered("", "ping", {})), unnamed(answered("", "initialize", HELLO))] },
    reads: { partly: [{ result: HELLO }], exchanges: ["main/2"] },
  },
  {
    shows: "only what was said in the revision at hand",
    capture: {
      conversations: [
        { id: "old", purpose: "", transport: "stdio", probes: "2025-06-18", opened_ms: 0 },
        { id: "recorded", purpose: "", transport: "stdio", revision: "2025-11-25", opened_ms: 0 },
      ],
      exchanges: [
        { ...answered("initialize", "initialize", { at: "old" }), conversation: "old" },
        { ...answered("initialize", "initialize", { at: "recorded" }), conversation: "recorded" },
      ],
    },
    reads: { partly: [{ result: { at: "recorded" } }], exchanges: ["main/2"] },
  },
]);

readingTable("discover", [
  {
    shows: "each time it was asked, by its steps or by its method",
    capture: {
      exchanges: [
        ...["server/discover", "settle-era", "idle"].map((step) => answered(step, "server/discover", { step })),
        answered("extra-param", "server/discover", {}),
        unnamed(answered("", "server/discover", { step: "none" })),
      ],
    },
    revision: "2026-07-28",
    reads: {
      partly: ["server/discover", "settle-era", "idle", "none"].map((step) => ({ result: { step } })),
    },
  },
  {
    shows: "what the plan wrote down counts before what became of the run",
    capture: { exchanges: [], outcome: "aborted", not_probed: [leftOut("server/discover", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a step that is not offered here and was wanted there",
    capture: {
      exchanges: [],
      not_probed: [leftOut("server/discover", "not-offered"), leftOut("idle", "unsafe-to-probe")],
    },
    reads: { unseen: "unsafe-to-probe" },
  },
  {
    shows: "a step that is not offered",
    capture: { exchanges: [], not_probed: [leftOut("settle-era", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
  {
    shows: "a run that was slowed down",
    capture: {
      exchanges: [],
      not_probed: [{ conversation: "main", step: "idle", reason: "rate-limited", detail: "" }],
    },
    reads: { unseen: "not-probed" },
  },
  ...(
    [
      ["complete", "not-probed"],
      ["aborted", "capture-truncated"],
      ["unreachable", "unreachable"],
      ["auth-required", "auth-required"],
      ["run-timed-out", "timed-out"],
    ] as const
  ).map(([outcome, unseen]) => ({
    shows: `a run that ended as ${outcome}`,
    capture: { exchanges: [], outcome },
    reads: { unseen },
  })),
  {
    shows: "a recording that breaks off",
    capture: { exchanges: [], closed: false },
    reads: { unseen: "capture-truncated" },
  },
  {
    shows: "a step that another revision left out",
    capture: {
      exchanges: [],
      conversations: [{ id: "main", purpose: "", transport: "stdio", probes: "2025-06-18", opened_ms: 0 }],
      not_probed: [leftOut("server/discover", "prerequisite-missing")],
    },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a step of a conversation that never came to be",
    capture: { exchanges: [], conversations: [], not_probed: [leftOut("server/discover", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
]);

readingTable("capabilities", [
  {
    shows: "those of the first handshake that gives some",
    capture: {
      exchanges: [
        { ...answered("initialize", "initialize", { capabilities: { wrong: {} } }), deliberate: true },
        answered("tools/list", "tools/list", { capabilities: { tools: {} } }),
        answered("initialize", "initialize", { capabilities: "all of them" }),
        answered("initialize", "initialize", { capabilities: { prompts: {} } }),
        answered("initialize", "initialize", { capabilities: { later: {} } }),
      ],
    },
    reads: { values: [{ prompts: {} }], at: ["/response/result/capabilities"], exchanges: ["main/4"] },
  },
  {
    shows: "those of a discovery",
    capture: { exchanges: [answered("server/discover", "server/discover", { capabilities: { tools: {} } })] },
    revision: "2026-07-28",
    reads: { values: [{ tools: {} }] },
  },
  {
    shows: "those that a capture without conversations names itself",
    capture: { exchanges: [], server_capabilities: { logging: {} } },
    foreign: true,
    reads: { values: [{ logging: {} }], at: ["/server_capabilities"], exchanges: [null] },
  },
  {
    shows: "a capture with conversations, which has to show them there",
    capture: { exchanges: [], server_capabilities: { logging: {} } },
    reads: { unseen: "not-probed" },
  },
  { ...NOTHING, foreign: true },
]);
