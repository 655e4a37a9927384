import type { JsonObject } from "../../../src/model/json.ts";
import { readingTable, refused } from "../reading-table.ts";
import { NOTHING, page } from "../small-captures.ts";

const failsToGet = (step: string, params: JsonObject, code = 500) => refused(step, "prompts/get", code, params);

readingTable("failing_gets", [
  {
    shows: "a prompt that fails twice without arguments, among some that get values of ours or lack one",
    capture: {
      exchanges: [
        page("prompts/list", [{ name: "a" }, { name: "b", arguments: [{ name: "x", required: true }] }]),
        failsToGet("get-1", { name: "a" }),
        failsToGet("get-1-again", { name: "a" }),
        failsToGet("get-arguments", { name: "b", arguments: { x: "1" } }),
        failsToGet("fresh-read-prompt", { name: "b", arguments: { x: "1" } }),
        failsToGet("get-2", { name: "b" }),
        failsToGet("get-2-again", { name: "b", arguments: {} }),
      ],
    },
    reads: {
      values: [{ code: 500, times: 2 }],
      at: ["/response/error"],
      exchanges: ["main/2"],
      names: ["a"],
    },
  },
  {
    shows: "a prompt that fails once",
    capture: { exchanges: [failsToGet("get-1", { name: "a" })] },
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);
