import type { SchemaEvaluation, SchemaFindings } from "../../../src/model/schema-findings.ts";
import { untrusted } from "../../../src/model/untrusted.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, message } from "../small-captures.ts";

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
const call = hearing(answered("call", "tools/call", {}, { name: "t" }), [
  arrived(message("sampling/createMessage", { messages: [{ role: "user", content: [result] }] }, 1)),
]);

readingTable("sampled_results", [
  given("results that fit and that differ", {
    schemas: findings(
      "main/1",
      { valid: true },
      { valid: false, errors: [{ pointer: "/a", keyword: "type", message: untrusted("no") }] },
    ),
    exchanges: [call],
  }).values(
    [
      { state: "fits", errors: [] },
      { state: "differs", errors: [{ pointer: "/a", keyword: "type", message: "no" }] },
    ],
    { at: [AT, AT], names: ["t", "t"] },
  ),
  given("one that could not be held against its schema", {
    schemas: findings("main/1", { not_evaluated: "step limit" }),
    exchanges: [call],
  }).partly([{ state: "unknown" }], { open: ["limit-exceeded"] }),
  given("none of another conversation", {
    schemas: findings("elsewhere/1", { valid: true }),
    exchanges: [call],
  }).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
