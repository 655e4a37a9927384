// docs/facts.md is made from the facts (npm run docs), and facts hold still whatever a capture says.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALL_FACTS } from "../../../src/areas/all-facts.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { openView } from "../../../src/judge/core/view.ts";
import { REVISIONS } from "../../../src/protocol/revision.ts";
import { expectDocument } from "../../docs/document.ts";
import { renderFacts } from "../../docs/render-facts.ts";

test("names are unique snake_case, and each has one sentence", () => {
  expect(new Set(ALL_FACTS.map(({ name }) => name)).size).toBe(ALL_FACTS.length);
  for (const { name, doc, type } of ALL_FACTS) {
    expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    expect(doc, name).toMatch(/^\S.*\.$/);
    expect(type, name).not.toBe("");
  }
});

test("docs/facts.md", () => expectDocument("docs/facts.md", renderFacts(ALL_FACTS)));

describe("odd captures", () => {
  const anything = fc.jsonValue();
  const steps = fc.constantFrom(
    "initialize",
    "server/discover",
    "tools/list",
    "call-1",
    "unknown-method",
    "resources/list",
    "prompts/list",
    "read-1",
    "complete-prompt",
  );
  const methods = fc.constantFrom(
    "initialize",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "ping",
    "tasks/get",
    "subscriptions/listen",
  );
  const odd = fc.record({
    result: fc.dictionary(
      fc.constantFrom(
        "tools",
        "resources",
        "prompts",
        "capabilities",
        "contents",
        "content",
        "messages",
        "_meta",
        "nextCursor",
        "resultType",
        "inputRequests",
        "serverInfo",
        "completion",
        "structuredContent",
      ),
      anything,
    ),
  });
  const exchange = fc.record(
    {
      conversation: fc.constant("main"),
      step: steps,
      request: fc.oneof(
        anything,
        fc.record({ jsonrpc: fc.constant("2.0"), id: anything, method: methods, params: anything }),
      ),
      response: fc.oneof(anything, odd, fc.record({ error: anything }), fc.record({ result: anything, id: anything })),
      meanwhile: fc.array(
        fc.record({
          seq: fc.nat(),
          at_ms: fc.nat(),
          message: fc.oneof(anything, fc.record({ method: methods, params: anything })),
        }),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ["conversation"] },
  );
  const capture = fc.record({
    server_label: fc.constant("x"),
    server_capabilities: fc.constant(null),
    transport: fc.constantFrom("stdio" as const, "streamable-http" as const),
    revision: fc.constantFrom(...REVISIONS),
    exchanges: fc.array(exchange, { maxLength: 6 }),
  });

  const numRuns = Number(process.env["RUNS"] ?? 60);

  test("no fact throws, and reading twice gives the same", { timeout: Math.max(90_000, numRuns * 1_000) }, () => {
    fc.assert(
      fc.property(capture, ({ revision, ...rest }) => {
        const session = {
          ...rest,
          conversations: [{ id: "main", purpose: "", transport: rest.transport, probes: revision, opened_ms: 0 }],
        } as unknown as Capture;
        for (const fact of ALL_FACTS) {
          const first = fact.read(openView(session, revision));
          expect(fact.read(openView(session, revision))).toEqual(first);
        }
      }),
      { numRuns },
    );
  });
});
