import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { givenStateless, NOTHING } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, deliberate, heard, hearing, overHttp, statelessMeta, unasked } from "../small-captures.ts";

const VERSION = "2026-07-28";

/** A request of the stateless era that was answered with a code. */
const coded = (code: number, meta: JsonObject = statelessMeta(), data?: Json): Exchange => ({
  step: "call",
  request: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { _meta: meta } },
  response: { jsonrpc: "2.0", id: 1, error: { code, message: "", ...(data === undefined ? {} : { data }) } },
});

const RIGHT: readonly (readonly [string, string])[] = [
  ["MCP-Protocol-Version", VERSION],
  ["Mcp-Method", "tools/call"],
];

const withHeaders = (exchange: Exchange, headers: readonly (readonly [string, string])[]): Exchange =>
  overHttp(exchange, 400, { request_headers: headers });

const reads = (shows: string, exchange: Exchange, code: number, defect: string): ReadingCase =>
  givenStateless(shows, { transport: exchange.http ? "streamable-http" : "stdio", exchanges: [exchange] }).values(
    [{ code, defect }],
    { at: ["/response/error/code"], names: ["tools/call"] },
  );

const named = (requiredCapabilities: Json): Json => ({ requiredCapabilities });

readingTable("code_uses", [
  reads("-32020 for headers that are right", withHeaders(coded(-32020), RIGHT), -32020, "not-shown"),
  reads("-32020 where there are no headers", coded(-32020), -32020, "not-shown"),
  reads("-32020 without the version", withHeaders(coded(-32020), RIGHT.slice(1)), -32020, "shown"),
  reads("-32020 without the method", withHeaders(coded(-32020), RIGHT.slice(0, 1)), -32020, "shown"),
  reads(
    "-32020 for a name that may be wrong",
    withHeaders(coded(-32020), [...RIGHT, ["Mcp-Name", "echo"]]),
    -32020,
    "shown",
  ),
  reads(
    "-32020 for a parameter that may be wrong",
    withHeaders(coded(-32020), [...RIGHT, ["mcp-param-region", "eu"]]),
    -32020,
    "shown",
  ),
  reads("-32020 for what is wrong on purpose", deliberate(withHeaders(coded(-32020), RIGHT)), -32020, "shown"),
  reads(
    "-32021 for a capability that was not declared",
    coded(-32021, statelessMeta(), named({ sampling: {} })),
    -32021,
    "shown",
  ),
  reads(
    "-32021 for one that was",
    coded(-32021, statelessMeta({ sampling: {} }), named({ sampling: {} })),
    -32021,
    "not-shown",
  ),
  reads(
    "-32021 for a member of one that was",
    coded(-32021, statelessMeta({ sampling: {} }), named({ sampling: { tools: {} } })),
    -32021,
    "shown",
  ),
  reads(
    "-32021 for one that was, named in another way",
    coded(-32021, statelessMeta({ sampling: {} }), named({ sampling: true })),
    -32021,
    "not-shown",
  ),
  reads("-32021 that names nothing", coded(-32021, statelessMeta({ sampling: {} })), -32021, "shown"),
  reads("-32021 that names an empty object", coded(-32021, statelessMeta(), named({})), -32021, "shown"),
  reads("-32022 for the version that is spoken", coded(-32022), -32022, "not-shown"),
  reads(
    "-32022 for another version",
    coded(-32022, { ...statelessMeta(), "io.modelcontextprotocol/protocolVersion": "1900-01-01" }),
    -32022,
    "shown",
  ),
  reads(
    "-32022 for another version in the header alone",
    withHeaders(coded(-32022), [["MCP-Protocol-Version", "1900-01-01"]]),
    -32022,
    "shown",
  ),
  reads("-32022 with the same version in the header", withHeaders(coded(-32022), RIGHT), -32022, "not-shown"),
  givenStateless("other codes, answers to nobody, to initialize, and to requests of the stateful era", [
    coded(-32602),
    coded(-32022, {}),
    {
      ...coded(-32022),
      request: { jsonrpc: "2.0", id: 1, method: "initialize", params: { _meta: statelessMeta() } },
    },
    hearing(answered("call", "tools/call", {}), [heard({ method: "notifications/message" })]),
    unasked(heard({ id: 1, error: { code: -32022, message: "" } })),
  ]).values([]),
  givenStateless("the same use twice, which is one", [coded(-32022), coded(-32022)]).values([
    { code: -32022, defect: "not-shown" },
  ]),
  NOTHING,
]);
