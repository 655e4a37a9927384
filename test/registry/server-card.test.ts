import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { openView } from "../../src/judge/core/view.ts";
import { readSurface } from "../../src/judge/surface/read-surface.ts";
import { cardNotes } from "../../src/scores/server-json/compare-card.ts";
import { captureOffering } from "../safety/surfaces.ts";

const CARD: JsonObject = {
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  name: "com.acme/a-server",
  version: "1.0.0",
  description: "Notes",
  remotes: [{ type: "streamable-http", url: "https://acme.example/mcp", supportedProtocolVersions: ["2025-11-25"] }],
};
const HEADERS: readonly (readonly [string, string])[] = [
  ["Content-Type", "application/mcp-server-card+json"],
  ["Access-Control-Allow-Origin", "*"],
];

const notes = (response: Json | undefined, http: Partial<Exchange["http"]> = {}, more: Partial<Capture> = {}) => {
  const base = captureOffering({ tools: [{ name: "find", description: "x", inputSchema: { type: "object" } }] });
  const exchange = {
    step: "server-card",
    deliberate: true,
    http: { method: "GET", status: 200, request_headers: [], response_headers: HEADERS, ...http },
    ...(response === undefined ? {} : { response }),
  } as Exchange;
  const capture: Capture = {
    ...base,
    transport: "streamable-http",
    target: { kind: "http", url: "https://acme.example/mcp", header_names: [] },
    ...more,
    exchanges: [...base.exchanges, exchange],
  };
  return cardNotes(capture, readSurface(openView(capture, "2025-11-25"))).map((note) =>
    note.replace(/^Server card \(draft, advisory\): (.*)\.$/, "$1"),
  );
};

test("a card that says what the server says is no note", () => {
  expect(notes(CARD)).toEqual([]);
  expect(notes({ ...CARD, capabilities: {}, tools: [{ name: "find" }] })).toEqual([]);
});

test("no card is no note, nor is anything else that stands at its place", () => {
  expect(notes(undefined, { status: 404 })).toEqual([]);
  expect(notes({ ok: true }, { response_headers: [["Content-Type", "application/json"]] })).toEqual([]);
  expect(notes({ jsonrpc: "2.0", error: { code: -32600, message: "no" }, id: null })).toEqual([
    "it is not a JSON object",
  ]);
  expect(notes(undefined, { response_headers: [["Content-Type", "text/html"]] })).toEqual([]);
});

test.each<readonly [string, Json, readonly string[]]>([
  ["another version", { ...CARD, version: "2.0.0" }, ['its version is "2.0.0" there and "1.0.0" in the server']],
  [
    "another name",
    { ...CARD, name: "com.acme/other" },
    ['its name is "com.acme/other" there and "a server" in the server'],
  ],
  ["no description", { ...CARD, description: 1 }, ["it lacks description"]],
  [
    "another address",
    { ...CARD, remotes: [{ type: "streamable-http", url: "https://other.example/mcp" }] },
    ["none of its remotes is the address at which the server was reached"],
  ],
  ["a template", { ...CARD, remotes: [{ type: "streamable-http", url: "https://{x}.example/mcp" }] }, []],
  [
    "another transport",
    { ...CARD, remotes: [{ type: "sse", url: "https://acme.example/mcp/" }] },
    ['its remote has type "sse", and the server speaks streamable-http'],
  ],
  [
    "a capability",
    { ...CARD, capabilities: { logging: false, prompts: {} } },
    ['it names the capability "prompts", which the server does not declare'],
  ],
  [
    "tools",
    { ...CARD, tools: [{ name: "gone" }] },
    [
      'it lists 1 tools that the server does not have, such as "gone"',
      'the server has 1 tools that it does not list, such as "find"',
    ],
  ],
  ["tools that only the server knows", { ...CARD, tools: ["dynamic"] }, []],
])("%s", (_shows, card, expected) => {
  expect(notes(card)).toEqual(expected);
});

test("a revision that was asked for and refused", () => {
  const named = {
    ...CARD,
    remotes: [
      {
        type: "streamable-http",
        url: "https://acme.example/mcp",
        supportedProtocolVersions: ["2025-03-26", "2024-11-05"],
      },
    ],
  };
  const revisions = {
    probed: "2025-11-25",
    asked: [{ revision: "2025-03-26", answered: "2025-11-25", exchange: "x" }],
  };
  expect(notes(named, {}, { revisions })).toEqual([
    'it names revision "2025-03-26", which the server does not agree to',
  ]);
});

test("a card too large to be read, and how it is sent", () => {
  const response_headers = [["content-type", "application/json"]] as const;
  expect(notes(CARD, { response_headers })).toEqual([
    "it is not sent as application/mcp-server-card+json",
    "it is sent without Access-Control-Allow-Origin, so clients in a browser cannot read it",
  ]);
});

test("ten thousand differences are a dozen lines", () => {
  const capabilities = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, {}]));
  expect(notes({ ...CARD, capabilities })).toHaveLength(12);
});
