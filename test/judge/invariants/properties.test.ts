import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromBytes } from "../../../src/capture/byte-source.ts";
import type { Capture, Exchange } from "../../../src/capture/capture.ts";
import { digestOf } from "../../../src/capture/digest.ts";
import { openCapture } from "../../../src/capture/open-capture-file.ts";
import { readCaptures } from "../../../src/capture/read.ts";
import { toJsonLines } from "../../../src/capture/serialize.ts";
import { judgeInvariants, openInvariantsJudge } from "../../../src/judge/invariants/judge-invariants.ts";
import type { InvariantVerdict } from "../../../src/judge/invariants.ts";
import { captures } from "../../capture/arbitrary.ts";
import { VERSION } from "../capture-builder.ts";

const METHODS = ["initialize", "ping", "tools/list", "tools/call", "prompts/list", "server/discover", "no/such"];

const request = fc.oneof(
  fc.record(
    {
      jsonrpc: fc.constant("2.0"),
      id: fc.nat(5),
      method: fc.constantFrom(...METHODS),
      params: fc.constantFrom({}, { _meta: { [VERSION]: "2026-07-28" } }, { _meta: { [VERSION]: 1 } }),
    },
    { requiredKeys: ["jsonrpc", "id", "method"] },
  ),
  fc.constantFrom({ method: "notifications/initialized" }, { method: "notifications/cancelled" }),
);

const answer = fc.oneof(
  fc
    .constantFrom({}, { tools: [] }, { content: [] }, { isError: 1 }, { resultType: "input_required" })
    .map((result) => ({ result })),
  fc
    .constantFrom({ code: -32601, message: "Method not found" }, { code: -32603, message: "Method not found" }, null, {
      code: "x",
    })
    .map((error) => ({ error })),
);

const exchange: fc.Arbitrary<Exchange> = fc
  .record(
    {
      conversation: fc.constantFrom("a", "b", "c"),
      request,
      response: answer,
      seq: fc.nat(20),
      response_seq: fc.nat(20),
      meanwhile: fc.array(
        answer.map((message) => ({ seq: 1, at_ms: 0, message })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ["conversation"] },
  )
  .map((members) => members as Exchange);

const ids = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.map((entry, index) => ({ request: null, ...entry, id: `x${index}` }));

const sessions: fc.Arbitrary<Capture> = fc.record({
  server_label: fc.constant("stdio://x"),
  server_capabilities: fc.constantFrom(null, {}, { tools: {} }, { tools: {}, prompts: {} }),
  exchanges: fc.array(exchange, { maxLength: 14 }).map(ids),
});

const verdicts = (capture: Capture): readonly InvariantVerdict[] => judgeInvariants(capture, digestOf).invariants;

/** Without the order in which evidence stands, which is the order of the capture. */
const unordered = (list: readonly InvariantVerdict[]): object[] =>
  list.map(({ evidence, ...rest }) => ({ ...rest, evidence: new Set(evidence.map((one) => JSON.stringify(one))) }));

describe("whatever was said", () => {
  test("the order of independent conversations does not matter", () => {
    fc.assert(
      fc.property(sessions, fc.shuffledSubarray(["a", "b", "c"], { minLength: 3 }), (capture, order) => {
        // Where seq is given it is the order; without, the order within each conversation is kept.
        const exchanges = order.flatMap((name) =>
          capture.exchanges.filter(({ conversation }) => conversation === name),
        );
        const pick = (list: readonly InvariantVerdict[]): object[] =>
          unordered(list).map((verdict, index) =>
            // Of what holds everywhere, the first of the capture is shown.
            list[index]?.state === "pass" ? { ...verdict, evidence: null } : verdict,
          );
        // INV-005 names what is wrong with the first of a conversation, the rest counts.
        expect(pick(verdicts({ ...capture, exchanges }))).toEqual(pick(verdicts(capture)));
      }),
    );
  });

  test("what is wrong on purpose never changes INV-001 to INV-005", () => {
    fc.assert(
      fc.property(sessions, fc.array(fc.tuple(fc.nat(14), exchange), { maxLength: 5 }), (capture, added) => {
        const exchanges = [...capture.exchanges];
        for (const [index, [at, extra]] of added.entries())
          exchanges.splice(Math.min(at, exchanges.length), 0, { ...extra, id: `d${index}`, deliberate: true });
        expect(verdicts({ ...capture, exchanges }).slice(0, 5)).toEqual(verdicts(capture).slice(0, 5));
      }),
    );
  });

  test("a verdict carries its proof: evidence for pass and fail, none where there was nothing to see", () => {
    fc.assert(
      fc.property(sessions, (capture) => {
        for (const { state, evidence, detail } of verdicts(capture)) {
          expect(evidence.length > 0).toBe(state !== "not-applicable");
          expect(evidence.length).toBeLessThanOrEqual(20);
          expect(detail).not.toBe("");
        }
      }),
    );
  });

  test("any capture of the format is judged, twice the same, and is not changed", () => {
    fc.assert(
      fc.property(captures(), (capture) => {
        const before = JSON.stringify(capture);
        expect(verdicts(capture)).toEqual(verdicts(capture));
        expect(JSON.stringify(capture)).toBe(before);
      }),
    );
  });
});

const streamed = (text: string): { verdicts: readonly InvariantVerdict[]; label: string } => {
  const opened = openCapture(fromBytes(Buffer.from(text, "utf8")), "x.jsonl");
  if (opened.form !== "lines") throw new Error("not JSON Lines");
  const judge = openInvariantsJudge(digestOf, { gather: false });
  opened.stream(judge);
  const { invariants, server_label } = judge.verdicts();
  return { verdicts: invariants, label: server_label };
};

/** As a proxy writes: every exchange first as it was sent, the rest of it in updates that come when they like. */
const inPieces = (capture: Capture, order: readonly number[]): string => {
  const { exchanges, ...header } = capture;
  const lines = [JSON.stringify({ type: "header", ...header })];
  const later: string[] = [];
  for (const [index, entry] of exchanges.entries()) {
    const { response, meanwhile, conversation, ...sent } = entry;
    lines.push(JSON.stringify({ type: "exchange", ...sent }));
    later.push(JSON.stringify({ type: "update", exchange: entry.id, conversation }));
    if (meanwhile)
      for (const message of meanwhile)
        later.push(JSON.stringify({ exchange: entry.id, meanwhile: [message], type: "update" }));
    if (response !== undefined) later.push(JSON.stringify({ type: "update", exchange: entry.id, response }));
    // Some come at once, others wait for the end.
    if ((order[index] ?? 0) % 2 === 0) lines.push(...later.splice(0));
  }
  return `${[...lines, ...later].join("\n")}\n`;
};

describe("read piece by piece", () => {
  test("a capture is judged as it is when held whole", () => {
    fc.assert(
      fc.property(fc.oneof(sessions, captures()), (capture) => {
        const text = toJsonLines(capture);
        const [held] = readCaptures(text, "x.jsonl").sessions;
        expect(streamed(text).verdicts).toEqual(verdicts(held as Capture));
        expect(streamed(text).label).toBe(capture.server_label);
      }),
    );
  });

  test("so is a recording with updates", () => {
    fc.assert(
      fc.property(sessions, fc.array(fc.nat(9), { minLength: 14, maxLength: 14 }), (capture, order) => {
        const text = inPieces(capture, order);
        const [held] = readCaptures(text, "x.jsonl").sessions;
        expect(streamed(text).verdicts).toEqual(verdicts(held as Capture));
        expect(streamed(text).verdicts).toEqual(verdicts(capture));
      }),
    );
  });
});
