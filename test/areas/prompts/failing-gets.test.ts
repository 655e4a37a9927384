import type { JsonObject } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { page, refused } from "../small-captures.ts";

const failsToGet = (step: string, params: JsonObject, code = 500) => refused(step, "prompts/get", code, params);

readingTable("failing_gets", [
  given("a prompt that fails twice without arguments, among some that get values of ours or lack one", [
    page("prompts/list", [{ name: "a" }, { name: "b", arguments: [{ name: "x", required: true }] }]),
    failsToGet("get-1", { name: "a" }),
    failsToGet("get-1-again", { name: "a" }),
    failsToGet("get-arguments", { name: "b", arguments: { x: "1" } }),
    failsToGet("fresh-read-prompt", { name: "b", arguments: { x: "1" } }),
    failsToGet("get-2", { name: "b" }),
    failsToGet("get-2-again", { name: "b", arguments: {} }),
  ]).values([{ code: 500, times: 2 }], { at: ["/response/error"], exchanges: ["main/2"], names: ["a"] }),
  given("a prompt that fails once", [failsToGet("get-1", { name: "a" })]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
