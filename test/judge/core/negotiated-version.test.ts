import type { Exchange } from "../../../src/model/capture.ts";
import type { Header } from "../../../src/model/target.ts";
import { given, givenHttp, givenStatelessHttp, NOTHING } from "../../areas/given.ts";
import { readingTable } from "../../areas/reading-table.ts";
import { answered, deliberate, leftOut, overHttp, refused, unnamed } from "../../areas/small-captures.ts";

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
