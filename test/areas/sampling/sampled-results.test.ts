import type { SchemaEvaluation, SchemaFindings } from "../../../src/model/schema-findings.ts";
import { untrusted } from "../../../src/model/untrusted.ts";
import { answered, readingTable } from "../reading-table.ts";
import { arrived, message, NOTHING } from "../small-captures.ts";

const AT = "/meanwhile/0/message/params/messages/0/content/0/structuredContent";

/** One sampled result for each evaluation, and one value that is none. */
const findings = (exchange: string, ...results: readonly SchemaEvaluation[]): SchemaFindings => ({
  places: [],
  schemas: {},
  pairs: [
    ...results.map((_, index) => ({
      exchange,
      pointer: AT,
      role: "sampled-result" as const,
      tool: untrusted("t"),
      schema_place: 0,
      schema: "k",
      evaluation: String(index),
    })),
    {
      exchange,
      pointer: "/request/params/arguments",
      role: "arguments",
      tool: untrusted("t"),
      schema_place: 0,
      schema: "k",
      evaluation: "0",
    },
  ],
  evaluations: Object.fromEntries(results.map((result, index) => [String(index), result])),
});

const result = { type: "tool_result", toolUseId: "a", content: [], structuredContent: { a: 1 } };
const call = {
  ...answered("call", "tools/call", {}, { name: "t" }),
  meanwhile: [arrived(message("sampling/createMessage", { messages: [{ role: "user", content: [result] }] }, 1))],
};

readingTable("sampled_results", [
  {
    shows: "results that fit and that differ",
    capture: { exchanges: [call] },
    schemas: findings(
      "main/1",
      { valid: true },
      { valid: false, errors: [{ pointer: "/a", keyword: "type", message: untrusted("no") }] },
    ),
    reads: {
      values: [
        { state: "fits", errors: [] },
        { state: "differs", errors: [{ pointer: "/a", keyword: "type", message: "no" }] },
      ],
      at: [AT, AT],
      names: ["t", "t"],
    },
  },
  {
    shows: "one that could not be held against its schema",
    capture: { exchanges: [call] },
    schemas: findings("main/1", { not_evaluated: "step limit" }),
    reads: { partly: [{ state: "unknown" }], open: ["limit-exceeded"] },
  },
  {
    shows: "none of another conversation",
    capture: { exchanges: [call] },
    schemas: findings("elsewhere/1", { valid: true }),
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);
