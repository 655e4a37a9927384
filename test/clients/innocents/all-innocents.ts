import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, onMethod, onParams, withHeader } from "../mutants/edits.ts";
import { BOTH, EVERYWHERE, HTTP, type InnocentClient, MODERN, MODERN_HTTP, STDIO } from "../mutants/mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;
const BOTH_ERAS = [...HTTP, ...MODERN_HTTP];
const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** Correct clients that make unusual choices. */
export const INNOCENT_CLIENTS: readonly InnocentClient[] = [
  {
    name: "ids-are-texts",
    near: ["C-PROTO-002", "C-PROTO-003"],
    contexts: STDIO,
    vice: onMethod("tools/list", (message) => ({ ...message, id: "1" })),
  },
  {
    name: "empty-params",
    near: ["C-PROTO-005", "C-PAGE-002"],
    contexts: BOTH,
    vice: onParams("tools/list", (params) => params),
  },
  {
    name: "own-capability",
    near: ["C-LIFE-012", "C-EXT-003"],
    contexts: EVERYWHERE,
    vice: { capabilities: { experimental: { "com.example/x": {} }, somethingNew: {} } },
  },
  {
    name: "own-extension",
    near: ["C-EXT-001"],
    contexts: MODERN,
    vice: { capabilities: { extensions: { "com.example/x.y-z": { a: 1 } } } },
  },
  {
    name: "own-key",
    near: ["C-META-005", "C-META-007"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "com.example/key": 1, plain: 2 }), "tools/call"),
  },
  {
    name: "mcp-as-a-third-label",
    near: ["C-META-005"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "com.example.mcp/key": 1 }), "tools/call"),
  },
  {
    name: "traced",
    near: ["C-META-008"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, traceparent: TRACE }), "tools/call"),
  },
  {
    name: "wants-logs",
    near: ["C-LOG-002"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "notice" }), "tools/call"),
  },
  {
    name: "accepts-more",
    near: ["C-HTTP-005"],
    contexts: BOTH_ERAS,
    vice: withHeader("Accept", "text/event-stream;q=0.9, */*;q=0.1, Application/JSON"),
  },
  {
    name: "utf-8",
    near: ["C-HTTP-007"],
    contexts: BOTH_ERAS,
    vice: withHeader("Content-Type", "application/json; charset=utf-8"),
  },
  { name: "listens", near: ["C-HTTP-017", "C-HEADER-001"], contexts: HTTP, vice: { opensStream: true } },
  {
    name: "pings-now-and-then",
    near: ["C-PING-004"],
    contexts: STDIO,
    vice: {
      before: {
        "tools/list": [{ jsonrpc: "2.0", id: "p", method: "ping" }],
        "prompts/list": [{ jsonrpc: "2.0", id: "q", method: "ping", params: { _meta: {} } }],
      },
    },
  },
  {
    name: "title-and-site",
    near: ["C-META-004", "C-LIFE-002"],
    contexts: STDIO,
    vice: onParams("initialize", (params) => ({
      ...params,
      clientInfo: { name: "x", version: "", title: "X", websiteUrl: "https://example.com" },
    })),
  },
  {
    ...FEATURES,
    name: "declines",
    near: ["C-ELICIT-002"],
    vice: { answers: { "elicitation/create": () => ({ action: "decline" }) } },
  },
  {
    ...FEATURES,
    name: "no-roots-open",
    near: ["C-ROOTS-002"],
    vice: { answers: { "roots/list": () => ({ roots: [] }) } },
  },
  {
    ...FEATURES,
    name: "declares-nothing",
    near: ["C-ROOTS-005", "C-SAMPLE-005", "C-ELICIT-008"],
    vice: { capabilities: {} },
  },
  {
    ...FEATURES,
    name: "dots-in-names",
    near: ["C-ROOTS-003", "C-ROOTS-004"],
    vice: { answers: { "roots/list": () => ({ roots: [{ uri: "file:///home/ada/.config/a..b" }] }) } },
  },
  {
    name: "pong-with-meta",
    near: ["C-PING-001"],
    contexts: BOTH,
    scenario: "server-requests",
    vice: { answers: { ping: () => ({ _meta: { "com.example/x": 1 } }) } },
  },
];
