import { answerCases, given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { refused, unnamed } from "../small-captures.ts";

readingTable("unknown_method", [
  ...answerCases(["unknown-method"]),
  given("a method of ours in a capture without step names, and what is no request of it", [
    unnamed(refused("", "mcptest/unknown", -32601)),
    unnamed(refused("", "tools/list", -32601)),
    { request: { jsonrpc: "2.0", method: "mcptest/told" } },
  ]).partly([{ outcome: "error", error: { code: -32601 } }], { exchanges: ["main/1"] }),
]);
