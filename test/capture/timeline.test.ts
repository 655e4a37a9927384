// Small captures, and the order in which their messages were sent.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Capture, ConversationRecord, Exchange, ReceivedMessage } from "../../src/capture/capture.ts";
import { NEVER, timelineOf } from "../../src/capture/timeline.ts";

const captureOf = (exchanges: readonly Exchange[], rest: Partial<Capture> = {}): Capture => ({
  server_label: "a server",
  server_capabilities: null,
  exchanges,
  ...rest,
});

const conversation = (
  id: string,
  transport: ConversationRecord["transport"],
  scenario?: string,
): ConversationRecord => ({
  ...{ id, purpose: "a session", transport, opened_ms: 0 },
  ...(scenario === undefined ? {} : { scenario }),
});

const request = (id: Json, method: string, params?: Json): Json => ({
  ...{ jsonrpc: "2.0", id, method },
  ...(params === undefined ? {} : { params }),
});

const result = (id: Json, value: Json = {}): Json => ({ jsonrpc: "2.0", id, result: value });

const INITIALIZE = request(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {} });

const received = (seq: number, at_ms: number, message: Json): ReceivedMessage => ({ seq, at_ms, message });

/** Everything that was sent, in order: requests by their method, answers by `<-`, messages of the server by `!`. */
const storyOf = (capture: Capture): readonly string[] => {
  const { exchanges, told } = timelineOf(capture);
  const nameOf = ({ method, id, http }: (typeof told)[number]): string =>
    method ?? (id === undefined ? (http?.method ?? "nothing") : `answer ${JSON.stringify(id)}`);
  return [
    ...exchanges.map((one) => [one.sentAt, nameOf(one)] as const),
    ...exchanges.flatMap((one) => (one.answeredAt === NEVER ? [] : [[one.answeredAt, `<- ${nameOf(one)}`] as const])),
    ...told.map((one) => [one.sentAt, `! ${nameOf(one)}`] as const),
  ]
    .sort(([left], [right]) => left - right)
    .map(([, name]) => name);
};

describe("the order", () => {
  test("of the minimal form without numbers and times is that of the file, each request answered before the next", () => {
    const capture = captureOf([
      { request: INITIALIZE, response: result(0, { protocolVersion: "2025-11-25" }) },
      { request: { jsonrpc: "2.0", method: "notifications/initialized" } },
      { request: request(1, "tools/list"), response: result(1) },
      { request: request(2, "tools/call") },
    ]);
    expect(storyOf(capture)).toEqual([
      ...["initialize", "<- initialize", "notifications/initialized"],
      ...["tools/list", "<- tools/list", "tools/call"],
    ]);
  });

  test("without times puts the client's answer to a question before the end of the call in which it was asked", () => {
    const asked = received(1, 1, request("s1", "ping"));
    const { seq: _, at_ms: __, ...plain } = asked;
    const capture = captureOf([
      { request: request(1, "tools/call"), response: result(1), meanwhile: [plain as ReceivedMessage] },
      { request: result("s1") },
      { request: request(2, "tools/list"), response: result(2) },
    ]);
    expect(storyOf(capture)).toEqual([
      ...["tools/call", "! ping", 'answer "s1"', "<- tools/call"],
      ...["tools/list", "<- tools/list"],
    ]);
  });

  test("on stdio is that of the numbers, whatever the file has", () => {
    const capture = captureOf(
      [
        { conversation: "c", request: request(2, "tools/call"), response: result(2), seq: 4, response_seq: 7 },
        { conversation: "c", request: request(1, "tools/list"), response: result(1), seq: 1, response_seq: 3 },
        { conversation: "c", request: result("s1"), seq: 6 },
      ],
      {
        transport: "stdio",
        conversations: [conversation("c", "stdio")],
        unsolicited: [
          { conversation: "c", ...received(5, 50, request("s1", "roots/list")) },
          { conversation: "c", ...received(2, 20, { jsonrpc: "2.0", method: "notifications/message" }) },
        ],
      },
    );
    expect(storyOf(capture)).toEqual([
      ...["tools/list", "! notifications/message", "<- tools/list"],
      ...["tools/call", "! roots/list", 'answer "s1"', "<- tools/call"],
    ]);
  });

  test("over HTTP goes through all conversations that one relay counted", () => {
    const post = { method: "POST", request_headers: [] };
    const capture = captureOf(
      [
        {
          conversation: "a",
          request: request(1, "tools/call"),
          response: result(1),
          seq: 1,
          response_seq: 6,
          http: post,
        },
        { conversation: "b", request: result("s1"), seq: 5, http: post },
        {
          ...{ conversation: "b", seq: 2, http: { method: "GET", request_headers: [] } },
          meanwhile: [received(4, 40, request("s1", "sampling/createMessage"))],
        },
        { conversation: "b", request: request(2, "ping"), response: result(2), seq: 3, response_seq: 7, http: post },
      ],
      { conversations: [conversation("a", "streamable-http"), conversation("b", "streamable-http")] },
    );
    expect(storyOf(capture)).toEqual([
      ...["tools/call", "GET", "ping", "! sampling/createMessage", 'answer "s1"'],
      ...["<- tools/call", "<- ping"],
    ]);
  });

  test("of conversations that count for themselves is that of the times, and of the numbers within each", () => {
    const timing = (start_ms: number) => ({ start_ms, response_ms: start_ms + 5, end_ms: start_ms + 5 });
    const capture = captureOf(
      [
        {
          conversation: "a",
          request: request(1, "a/1"),
          response: result(1),
          seq: 1,
          response_seq: 2,
          timing: timing(10),
        },
        {
          conversation: "a",
          request: request(2, "a/2"),
          response: result(2),
          seq: 3,
          response_seq: 4,
          timing: timing(30),
        },
        {
          conversation: "b",
          request: request(1, "b/1"),
          response: result(1),
          seq: 1,
          response_seq: 2,
          timing: timing(20),
        },
      ],
      { conversations: [conversation("a", "stdio"), conversation("b", "stdio")] },
    );
    expect(storyOf(capture)).toEqual(["a/1", "<- a/1", "b/1", "<- b/1", "a/2", "<- a/2"]);
  });

  test("of a process that was started after another is that of the processes", () => {
    const inProcess = (id: string, method: string): Exchange => ({
      conversation: id,
      request: request(1, method),
      seq: 1,
    });
    const capture = captureOf([inProcess("s/process-2/stdio", "second"), inProcess("s/process-1/stdio", "first")]);
    expect(storyOf(capture)).toEqual(["first", "second"]);
  });
});

describe("messages", () => {
  const open = { conversation: "c", request: INITIALIZE, response: result(0, { protocolVersion: "2025-06-18" }) };

  test("say what they were answered with, in which session and scenario, and where they are in the capture", () => {
    const capture = captureOf(
      [
        { id: "x", ...open, seq: 1, response_seq: 2 },
        { id: "y", conversation: "c", request: [request(1, "ping"), request(2, "tools/list")], seq: 3 },
      ],
      { conversations: [conversation("c", "stdio", "neutral")] },
    );
    const [session] = timelineOf(capture).sessions;
    expect(session).toMatchObject({ revision: "2025-06-18", era: "stateful", scenario: "neutral", shared: false });
    expect(session?.messages.map(({ method, source }) => [method, source])).toEqual([
      ["initialize", { exchange: "x", pointer: "/request" }],
      ["ping", { exchange: "y", pointer: "/request/0" }],
      ["tools/list", { exchange: "y", pointer: "/request/1" }],
    ]);
    expect(session?.exchanges).toHaveLength(2);
    expect(session?.initialize?.result).toEqual({ protocolVersion: "2025-06-18" });
  });

  test("of the server have the answer that came later under the same id", () => {
    const capture = captureOf(
      [
        { ...open, seq: 1, response_seq: 2 },
        { conversation: "c", request: result("s", "too early"), seq: 3 },
        { conversation: "c", request: { jsonrpc: "2.0", id: "s", error: { code: 1, message: "no" } }, seq: 5 },
      ],
      {
        conversations: [conversation("c", "stdio")],
        unsolicited: [{ conversation: "c", ...received(4, 4, request("s", "roots/list")) }],
      },
    );
    const [told] = timelineOf(capture).told;
    expect(told).toMatchObject({ sender: "server", method: "roots/list", result: undefined, error: { code: 1 } });
    expect(told?.answeredAt).toBe(told?.answer?.sentAt);
  });

  test("are in a new session after each initialize, and in one of their own in the other era", () => {
    const stateless = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const capture = captureOf([
      { request: request(1, "server/discover", { _meta: stateless }), response: result(1) },
      { request: INITIALIZE, response: result(0, { protocolVersion: "2025-11-25" }) },
      { request: request(2, "tools/list"), response: result(2) },
      { request: INITIALIZE, response: result(0, { protocolVersion: "2025-06-18" }) },
      { request: request(3, "tools/list"), response: result(3) },
    ]);
    expect(timelineOf(capture).sessions.map(({ revision, messages }) => [revision, messages.length])).toEqual([
      ["2026-07-28", 1],
      ["2025-11-25", 2],
      ["2025-06-18", 2],
    ]);
  });
});

/** One request: how long after the last one, when it is answered, and whether the server says something meanwhile. */
interface Step {
  readonly wait: number;
  readonly answer: number | null;
  readonly told: boolean;
}

const short = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.record({ wait: short, answer: fc.option(short), told: fc.boolean() });

/** Conversations of one recording, each with its own numbers and times. */
const conversations = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });

const exchangesOf = (id: string, steps: readonly Step[]): readonly Exchange[] => {
  let [seq, now] = [0, 0];
  return steps.map(({ wait, answer, told }, index): Exchange => {
    now += wait;
    const start_ms = now;
    const sent = { id: `${id}${index}`, conversation: id, request: request(index, "ping"), seq: ++seq };
    const meanwhile = told ? [received(++seq, now, { jsonrpc: "2.0", method: "notifications/message" })] : [];
    now += answer ?? 0;
    const timing = { start_ms, end_ms: now, ...(answer === null ? {} : { response_ms: now }) };
    return { ...sent, meanwhile, timing, ...(answer === null ? {} : { response: result(index), response_seq: ++seq }) };
  });
};

describe("the order is", () => {
  const placesOf = (groups: readonly (readonly Exchange[])[]) => {
    const { exchanges, told } = timelineOf(captureOf(groups.flat()));
    const answers = exchanges.filter(({ answeredAt }) => answeredAt !== NEVER);
    return {
      places: [...[...exchanges, ...told].map(({ sentAt }) => sentAt), ...answers.map(({ answeredAt }) => answeredAt)],
      ids: exchanges.map(({ source }) => source.exchange),
      exchanges,
    };
  };
  const recorded = conversations.map((all) => all.map((steps, index) => exchangesOf("abcd".charAt(index), steps)));

  test("total: no two messages have the same place", () => {
    fc.assert(
      fc.property(recorded, (groups) => {
        const { places } = placesOf(groups);
        expect(new Set(places).size).toBe(places.length);
        expect(places.every(Number.isInteger)).toBe(true);
      }),
    );
  });

  test("stable: the numbers of a conversation are kept, and an answer follows its request", () => {
    fc.assert(
      fc.property(recorded, (groups) => {
        const { ids, exchanges } = placesOf(groups);
        for (const group of groups) {
          const own = group.map(({ id }) => id ?? "");
          expect(ids.filter((id) => own.includes(String(id)))).toEqual(own);
        }
        for (const { sentAt, answeredAt } of exchanges) expect(answeredAt).toBeGreaterThan(sentAt);
        expect(placesOf(groups).ids).toEqual(ids);
      }),
    );
  });

  test("independent of the order in which the file has the conversations", () => {
    const shuffled = recorded.chain((groups) =>
      fc.tuple(fc.constant(groups), fc.shuffledSubarray([...groups], { minLength: groups.length })),
    );
    fc.assert(
      fc.property(shuffled, ([groups, other]) => {
        expect(placesOf(other).ids).toEqual(placesOf(groups).ids);
      }),
    );
  });
});
