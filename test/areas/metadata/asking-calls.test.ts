import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, deliberate, refused, statelessMeta } from "../small-captures.ts";

const revision = "2026-07-28";
const EVERYTHING = { elicitation: {}, sampling: {} };
const INPUT = { resultType: "input_required", inputRequests: { a: { method: "elicitation/create" } } };

const call = (name: string, declared: JsonObject, result: JsonObject, more: JsonObject = {}): Exchange =>
  answered("call-1", "tools/call", result, { name, _meta: statelessMeta(declared), ...more });

readingTable("undeclared_calls", [
  givenStateless("a tool that asks for input, called by a client that declares nothing", [
    call("ask", EVERYTHING, INPUT),
    call("ask", {}, { resultType: "complete" }),
    refused("call-2", "tools/call", -32021, { name: "ask", _meta: statelessMeta() }),
    call("ask", {}, {}),
  ]).partly(
    [
      { outcome: "result", result_type: "complete" },
      { outcome: "error", error: { code: -32021 } },
      { outcome: "result", result: {} },
    ],
    {
      exchanges: ["main/2", "main/3", "main/4"],
      names: ["ask", "ask", "ask"],
      parts: [{ result_type: "/response/result/resultType" }, {}, {}],
    },
  ),
  givenStateless("calls that show nothing: of others, of a later round, wrong on purpose, of the other era", [
    call("ask", EVERYTHING, INPUT),
    call("other", {}, {}),
    call("ask", EVERYTHING, {}),
    call("ask", {}, {}, { inputResponses: {} }),
    deliberate(call("ask", {}, {})),
    answered("call-3", "tools/call", {}, { name: "ask" }),
    answered("get", "prompts/get", {}, { name: "ask", _meta: statelessMeta() }),
  ]).inapplicable("precondition-absent"),
  givenStateless("a tool that asks even a client that declares nothing, and never another", [
    call("ask", {}, INPUT),
    call("ask", EVERYTHING, { inputRequests: {} }),
  ]).inapplicable("precondition-absent"),
  givenStateless("a resource, by its uri", [
    answered("read-1", "resources/read", INPUT, { uri: "a:b", _meta: statelessMeta(EVERYTHING) }),
    answered("read-2", "resources/read", INPUT, { uri: "a:b", _meta: statelessMeta() }),
  ]).partly([{ result_type: "input_required" }], { exchanges: ["main/2"], names: [null] }),
  { ...NOTHING, revision },
]);
