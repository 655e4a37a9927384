import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable, type SmallCapture } from "../reading-table.ts";

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
