import type { Json } from "../../../src/base/json.ts";
import type { CapturedTarget, Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, NOTHING, readingTable, type SmallCapture } from "../reading-table.ts";

const at = (url: string, host: string) =>
  given(url, { target: { kind: "http" as const, url, header_names: [] } }).values([{ host }], {
    at: ["/target/url"],
    exchanges: [null],
  });

readingTable("endpoint", [
  ...[
    ...[
      "http://localhost",
      "http://LOCALHOST:3000/mcp",
      "https://127.0.0.1/mcp",
      "http://127.9.8.7:1?x",
      "http://[::1]#a",
    ],
    ...["http://my.app.localhost/mcp", "http://user:secret@localhost/mcp"],
  ].map((url) => at(url, "loopback")),
  ...[
    ...["https://example.com/mcp", "http://localhost.example.com/", "http://127.0.0.1.example.com/"],
    ...["http://example.com/localhost", "http://localhost@example.com/", "http://192.168.0.1/", "http://mylocalhost/"],
  ].map((url) => at(url, "elsewhere")),
  given("a command", { target: { kind: "stdio", command: ["x"], env_names: [] } }).unseen("not-probed"),
  NOTHING,
]);

readingTable("foreign_origin", answerCases(["foreign-origin", "foreign-origin-post", "foreign-origin-notification"]));
readingTable("foreign_origin_methods", answerCases(["foreign-origin-get", "foreign-origin-delete-delete"]));
readingTable("foreign_host", answerCases(["foreign-host", "foreign-host-post"]));
readingTable("own_origin", answerCases(["own-origin", "own-origin-post", "own-origin-none"]));

const listensAt = (url: string, listens_on?: readonly string[]): SmallCapture => ({
  transport: "streamable-http",
  exchanges: [],
  target: { kind: "http", url, header_names: [], ...(listens_on ? { listens_on } : {}) } satisfies CapturedTarget,
});

const bound = (addresses: string[], to: string) => ({ values: [{ addresses, bound: to }], at: ["/target/listens_on"] });

readingTable("listening", [
  given("a server at the loopback address of IPv4", listensAt("http://127.0.0.1:3000/mcp", ["127.0.0.1"])).reads(
    bound(["127.0.0.1"], "loopback"),
  ),
  given("a server at that of IPv6", listensAt("http://[::1]:3000/mcp", ["::1"])).reads(bound(["::1"], "loopback")),
  given("a server on all interfaces", listensAt("http://localhost:3000/mcp", ["::"])).reads(
    bound(["::"], "all-interfaces"),
  ),
  given(
    "another program on all interfaces, beside the one at loopback",
    listensAt("http://127.0.0.1:3000/mcp", ["127.0.0.1", "::"]),
  ).reads(bound(["127.0.0.1", "::"], "loopback")),
  given("a system that does not tell", listensAt("http://127.0.0.1:3000/mcp")).unseen("not-probed"),
  given("a server elsewhere", listensAt("https://example.org/mcp", ["0.0.0.0"])).inapplicable("precondition-absent"),
]);

const ORIGIN = "http://mcptest.invalid";

const asked = (url: string, status: number, response_headers: readonly [string, string][]): SmallCapture => ({
  transport: "streamable-http",
  target: { kind: "http", url, header_names: [] },
  exchanges: [
    {
      id: "x",
      step: "foreign-origin",
      http: { method: "POST", status, request_headers: [["Origin", ORIGIN]], response_headers },
    } satisfies Exchange,
  ],
});

const withResponse = (capture: SmallCapture, response: Json): SmallCapture => ({
  ...capture,
  exchanges: capture.exchanges.map((exchange) => ({ ...exchange, response })),
});

const LOCAL = "http://127.0.0.1:3000/mcp";
const REMOTE = "https://example.com/mcp";

const reads = (host: string, served: boolean, allows: string, credentials: boolean) => ({
  values: [{ host, served, allows, credentials }],
});

readingTable("cross_origin_grants", [
  given(
    "every page may read what a local server answers",
    asked(LOCAL, 200, [["access-control-allow-origin", "*"]]),
  ).reads(reads("loopback", true, "any", false)),
  given(
    "the page that asked may, with credentials",
    asked(REMOTE, 200, [
      ["Access-Control-Allow-Origin", ORIGIN],
      ["Access-Control-Allow-Credentials", "true"],
    ]),
  ).reads(reads("elsewhere", true, "this-origin", true)),
  given("another page may", asked(LOCAL, 200, [["Access-Control-Allow-Origin", "http://localhost:3000"]])).reads(
    reads("loopback", true, "none", false),
  ),
  given("every page may read a refusal", asked(LOCAL, 403, [["Access-Control-Allow-Origin", "*"]])).reads(
    reads("loopback", false, "any", false),
  ),
  given(
    "every page may read a refusal that is a JSON-RPC error",
    withResponse(asked(LOCAL, 200, [["Access-Control-Allow-Origin", "*"]]), {
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32000, message: "Origin not allowed" },
    }),
  ).reads(reads("loopback", false, "any", false)),
  given("a wall", asked(LOCAL, 401, [])).unseen("not-probed"),
  NOTHING,
]);
