import type { JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable } from "../reading-table.ts";
import { NOTHING, statelessMeta } from "../small-captures.ts";

const TASKS = "io.modelcontextprotocol/tasks";

const discover = (capabilities: JsonObject) => answered("server/discover", "server/discover", { capabilities });
const call = (resultType: string | number, extensions?: JsonObject) =>
  answered("call", "tools/call", { resultType }, { _meta: statelessMeta(extensions ? { extensions } : {}) });

readingTable("extension_results", [
  {
    shows: "a task that was advertised and declared, only one of both, and neither",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        discover({ extensions: { [TASKS]: {} } }),
        call("task", { [TASKS]: {} }),
        call("task", { "x/y": {} }),
      ],
    },
    reads: {
      values: [
        { result_type: "task", server: "advertised", client: "declared" },
        { result_type: "task", server: "advertised", client: "not-declared" },
      ],
      at: ["/response/result/resultType", "/response/result/resultType"],
      names: ["tools/call", "tools/call"],
      parts: [
        { result_type: "/response/result/resultType", server: "/response/result/resultType", client: "/request" },
        {},
      ],
    },
  },
  {
    shows: "a task although another extension was advertised",
    revision: "2026-07-28",
    capture: { exchanges: [discover({ extensions: { "x/y": {} } }), call("task")] },
    reads: { values: [{ result_type: "task", server: "not-advertised", client: "not-declared" }] },
  },
  {
    shows: "a type that nobody knows may belong to any extension",
    revision: "2026-07-28",
    capture: { exchanges: [discover({ extensions: { "x/y": {} } }), call("strange", { "x/z": {} }), call("strange")] },
    reads: {
      values: [
        { result_type: "strange", server: "advertised", client: "declared" },
        { result_type: "strange", server: "advertised", client: "not-declared" },
      ],
    },
  },
  {
    shows: "the types of the core, what is no type, and unknown capabilities",
    revision: "2026-07-28",
    capture: { exchanges: [call("complete"), call("input_required"), call(7)] },
    reads: { values: [], lookedAt: ["/response/result/resultType"] },
  },
  {
    shows: "no result with a type",
    revision: "2026-07-28",
    capture: { exchanges: [discover({}), call(7)] },
    reads: { unseen: "not-probed" },
  },
  { ...NOTHING, revision: "2026-07-28" },
]);
