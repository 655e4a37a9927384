import { answerCases, readingTable, refused } from "../reading-table.ts";
import { unnamed } from "../small-captures.ts";

readingTable("unknown_method", [
  ...answerCases(["unknown-method"]),
  {
    shows: "a method of ours in a capture without step names, and what is no request of it",
    capture: {
      exchanges: [
        unnamed(refused("", "mcptest/unknown", -32601)),
        unnamed(refused("", "tools/list", -32601)),
        { request: { jsonrpc: "2.0", method: "mcptest/told" } },
      ],
    },
    reads: { partly: [{ outcome: "error", error: { code: -32601 } }], exchanges: ["main/1"] },
  },
]);
