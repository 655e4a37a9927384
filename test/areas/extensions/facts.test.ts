import type { JsonObject } from "../../../src/base/json.ts";
import { givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import { answered, statelessMeta } from "../small-captures.ts";

const TASKS = "io.modelcontextprotocol/tasks";

const discover = (capabilities: JsonObject) => answered("server/discover", "server/discover", { capabilities });
const call = (resultType: string | number, extensions?: JsonObject) =>
  answered("call", "tools/call", { resultType }, { _meta: statelessMeta(extensions ? { extensions } : {}) });

readingTable("extension_results", [
  givenStateless("a task that was advertised and declared, only one of both, and neither", [
    discover({ extensions: { [TASKS]: {} } }),
    call("task", { [TASKS]: {} }),
    call("task", { "x/y": {} }),
  ]).values(
    [
      { result_type: "task", server: "advertised", client: "declared" },
      { result_type: "task", server: "advertised", client: "not-declared" },
    ],
    {
      at: ["/response/result/resultType", "/response/result/resultType"],
      names: ["tools/call", "tools/call"],
      parts: [
        { result_type: "/response/result/resultType", server: "/response/result/resultType", client: "/request" },
        {},
      ],
    },
  ),
  givenStateless("a task although another extension was advertised", [
    discover({ extensions: { "x/y": {} } }),
    call("task"),
  ]).values([{ result_type: "task", server: "not-advertised", client: "not-declared" }]),
  givenStateless("a type that nobody knows may belong to any extension", [
    discover({ extensions: { "x/y": {} } }),
    call("strange", { "x/z": {} }),
    call("strange"),
  ]).values([
    { result_type: "strange", server: "advertised", client: "declared" },
    { result_type: "strange", server: "advertised", client: "not-declared" },
  ]),
  givenStateless("the types of the core, what is no type, and unknown capabilities", [
    call("complete"),
    call("input_required"),
    call(7),
  ]).values([], { lookedAt: ["/response/result/resultType"] }),
  givenStateless("no result with a type", [discover({}), call(7)]).unseen("not-probed"),
  { ...NOTHING, revision: "2026-07-28" },
]);
