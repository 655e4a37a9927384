import { describe, expect, it } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";

const HEADER = '{"type":"header","format":"mcptest-capture/1","server_label":"x"}';
const CONVERSATION = '{"type":"conversation","id":"main","purpose":"p","transport":"stdio","opened_ms":0}';
const EXCHANGE =
  '{"type":"exchange","id":"main/1","conversation":"main","request":{"jsonrpc":"2.0","id":1,"method":"ping"}}';
const UNSOLICITED = '{"type":"unsolicited","conversation":"main","seq":3,"at_ms":1.5,"message":{"type":"footer"}}';
const FOOTER = '{"type":"footer","exchanges":1,"outcome":"complete"}';

const lines = (...parts: string[]): string => parts.map((part) => `${part}\n`).join("");
const read = (text: string) => {
  const { sessions, composition } = readCaptures(text, "r.jsonl");
  expect([sessions.length, composition]).toEqual([1, false]);
  return sessions[0]!;
};

describe("a recording in JSON Lines", () => {
  it("is the same capture as the JSON form", () => {
    const capture = read(lines(HEADER, CONVERSATION, EXCHANGE, UNSOLICITED, FOOTER));
    expect(capture).toEqual({
      format: "mcptest-capture/1",
      server_label: "x",
      server_capabilities: null,
      conversations: [{ id: "main", purpose: "p", transport: "stdio", opened_ms: 0 }],
      exchanges: [{ id: "main/1", conversation: "main", request: { jsonrpc: "2.0", id: 1, method: "ping" } }],
      unsolicited: [{ conversation: "main", seq: 3, at_ms: 1.5, message: { type: "footer" } }],
      outcome: "complete",
      closed: true,
    });
  });

  it("needs no newline after a last line that is whole, and no count in the footer", () => {
    expect(read(lines(HEADER, EXCHANGE, FOOTER).trimEnd())).toEqual(read(lines(HEADER, EXCHANGE, FOOTER)));
    expect(read(lines(HEADER, EXCHANGE, '{"type":"footer"}')).closed).toBe(true);
  });

  it("may have CRLF line ends and a byte order mark", () => {
    const text = lines(HEADER, EXCHANGE, FOOTER);
    expect(read(`\u{feff}${text.replaceAll("\n", "\r\n")}`)).toEqual(read(text));
  });

  it("may be a header alone", () => {
    expect(read(HEADER)).toEqual({
      format: "mcptest-capture/1",
      server_label: "x",
      server_capabilities: null,
      exchanges: [],
      closed: false,
      reader_notes: ["the recording has no footer: it was not closed"],
    });
  });

  it("takes late header members from session lines, the last word counting", () => {
    const session = '{"type":"session","server_capabilities":{"tools":{}},"transport":"stdio"}';
    const again = '{"type":"session","transport":"http+sse","server_label":"y"}';
    const capture = read(lines(HEADER, session, EXCHANGE, again, FOOTER));
    expect(capture.server_capabilities).toEqual({ tools: {} });
    expect([capture.transport, capture.server_label]).toEqual(["http+sse", "y"]);
    expect(Object.keys(capture)).not.toContain("type");
  });

  it("takes a later line of a conversation for its last word and leaves it in its place", () => {
    const other = CONVERSATION.replace('"main"', '"other"');
    const closed = CONVERSATION.replace("}", ',"closed_ms":9}');
    const { conversations } = read(lines(HEADER, CONVERSATION, other, closed, '{"type":"footer"}'));
    expect(conversations?.map(({ id, closed_ms }) => [id, closed_ms])).toEqual([
      ["main", 9],
      ["other", undefined],
    ]);
  });

  it("adds what an update tells to its exchange: messages to the messages, all else in place of what was", () => {
    const message = (seq: number) => ({ seq, at_ms: seq, message: { n: seq } });
    const update = (members: object) => JSON.stringify({ type: "update", exchange: "main/1", ...members });
    const { exchanges } = read(
      lines(
        HEADER,
        EXCHANGE,
        update({ meanwhile: [message(2)] }),
        update({ meanwhile: [message(3), message(4)], response: 1 }),
        update({ response: { result: {} }, response_seq: 5 }),
        FOOTER,
      ),
    );
    expect(exchanges).toEqual([
      {
        id: "main/1",
        conversation: "main",
        request: { jsonrpc: "2.0", id: 1, method: "ping" },
        meanwhile: [message(2), message(3), message(4)],
        response: { result: {} },
        response_seq: 5,
      },
    ]);
  });

  it("takes any number of messages and any member name in an update", () => {
    const many = Array.from({ length: 200_000 }, (_, seq) => ({ seq, at_ms: 0 }));
    const update = JSON.stringify({ type: "update", exchange: "main/1", meanwhile: many });
    const odd = '{"type":"update","exchange":"main/1","__proto__":{"polluted":1},"constructor":2}';
    const [exchange] = read(lines(HEADER, EXCHANGE, update, update, odd, FOOTER)).exchanges;
    expect(exchange?.meanwhile).toHaveLength(400_000);
    expect(Object.getPrototypeOf(exchange)).toBe(Object.prototype);
    expect(Object.keys(exchange ?? {})).toContain("__proto__");
  });

  it("without a footer was not closed, and says so", () => {
    const capture = read(lines(HEADER, EXCHANGE));
    expect(capture.closed).toBe(false);
    expect(capture.outcome).toBeUndefined();
    expect(capture.reader_notes).toEqual(["the recording has no footer: it was not closed"]);
    expect(capture.exchanges).toHaveLength(1);
  });

  it("loses a half-written last line wherever it was cut, and says so", () => {
    const whole = lines(HEADER, EXCHANGE);
    for (let cut = 1; cut < EXCHANGE.length; cut += 1) {
      const capture = read(`${whole}${EXCHANGE.slice(0, cut)}`);
      expect(capture.exchanges).toHaveLength(1);
      expect(capture.closed).toBe(false);
      expect(capture.reader_notes).toEqual([
        "line 3 is half written and was dropped",
        "the recording has no footer: it was not closed",
      ]);
    }
  });
});

describe("what is refused in JSON Lines", () => {
  it.each([
    [
      "a broken line in the middle",
      lines(HEADER, '{"type":"exch', FOOTER),
      "r.jsonl:2:14: not valid JSON (the text ends too early)",
    ],
    [
      "a broken line that has its newline",
      lines(HEADER, '{"type":"exch'),
      "r.jsonl:2:14: not valid JSON (the text ends too early)",
    ],
    ["an empty line", lines(HEADER, "", FOOTER), "r.jsonl:2:1: not valid JSON (the text ends too early)"],
    ["an empty line at the end", lines(HEADER, ""), "r.jsonl:2:1: not valid JSON (the text ends too early)"],
    ["a second header", lines(HEADER, HEADER), "r.jsonl:2: a second header; one file holds one recording"],
    ["a line after the footer", lines(HEADER, EXCHANGE, FOOTER, EXCHANGE), "r.jsonl:4: a line follows the footer"],
    ["a second footer", lines(HEADER, EXCHANGE, FOOTER, FOOTER), "r.jsonl:4: a line follows the footer"],
    ["half a line after the footer", `${lines(HEADER, EXCHANGE, FOOTER)}{"ty`, "r.jsonl:4: a line follows the footer"],
    ["a footer that counts more", lines(HEADER, FOOTER), "r.jsonl:2: the footer counts 1 exchanges, the file holds 0"],
    [
      "a footer that counts fewer",
      lines(HEADER, EXCHANGE, EXCHANGE, FOOTER),
      "r.jsonl:4: the footer counts 1 exchanges, the file holds 2",
    ],
    ["a line that is no object", lines(HEADER, "[]"), "r.jsonl:2: expected an object on every line"],
    ["a last line that is no object", `${lines(HEADER)}12`, "r.jsonl:2: expected an object on every line"],
    [
      "a line of no type",
      lines(HEADER, "{}"),
      'r.jsonl:2: expected "type" to be one of header, session, conversation, exchange, update, unsolicited, footer',
    ],
    [
      "a line of an unknown type",
      lines(HEADER, '{"type":"__proto__"}'),
      'r.jsonl:2: expected "type" to be one of header, session, conversation, exchange, update, unsolicited, footer',
    ],
    [
      "a line of a wrong shape",
      lines(HEADER, '{"type":"exchange","seq":"1"}'),
      "r.jsonl:2: at /seq: expected a whole number, zero or more",
    ],
    [
      "a last line that is whole and of a wrong shape",
      `${lines(HEADER)}{"type":"exchange","seq":"1"}`,
      "r.jsonl:2: at /seq: expected a whole number, zero or more",
    ],
    [
      "a conversation without its id",
      lines(HEADER, '{"type":"conversation"}'),
      'r.jsonl:2: at the top: expected a member "id"',
    ],
    ["a header without a label", lines('{"type":"header"}'), 'r.jsonl:1: at the top: expected a member "server_label"'],
    [
      "a duplicate key",
      lines(HEADER, '{"type":"exchange","id":"a","id":"b"}'),
      "r.jsonl:2:29: duplicate key at /id; keep one of the two",
    ],
    [
      "a duplicate key in a last line that is whole",
      `${lines(HEADER)}{"type":"exchange","id":"a","id":"b"}`,
      "r.jsonl:2:29: duplicate key at /id; keep one of the two",
    ],
    [
      "a duplicate key in the header",
      lines('{"type":"header","server_label":"a","server_label":"b"}', FOOTER),
      "r.jsonl:1:37: duplicate key at /server_label; keep one of the two",
    ],
    [
      "exchanges in the header",
      lines('{"type":"header","server_label":"a","exchanges":[]}'),
      "r.jsonl:1: at /exchanges: expected no such member; every exchange has a line of its own",
    ],
    [
      "conversations in a session line",
      lines(HEADER, '{"type":"session","conversations":"x"}'),
      "r.jsonl:2: at /conversations: expected no such member; every conversation has a line of its own",
    ],
    [
      "unsolicited messages in the header",
      lines('{"type":"header","server_label":"a","unsolicited":1}'),
      "r.jsonl:1: at /unsolicited: expected no such member; every unsolicited message has a line of its own",
    ],
    [
      "an outcome in the header",
      lines('{"type":"header","server_label":"a","outcome":"?"}'),
      "r.jsonl:1: at /outcome: expected no such member; the footer tells the outcome",
    ],
    [
      "closed in the header",
      lines('{"type":"header","server_label":"a","closed":true}'),
      "r.jsonl:1: at /closed: expected no such member; the footer tells that the recording was closed",
    ],
    [
      "an update of an exchange that is not there",
      lines(HEADER, '{"type":"update","exchange":"\\u001b[31m\u202e"}'),
      'r.jsonl:2: an update of "\\u001b[31m\\u{202e}", an exchange not seen before',
    ],
    [
      "an update of an exchange with an endless name",
      lines(HEADER, `{"type":"update","exchange":"${"x".repeat(9_999)}"}`),
      `r.jsonl:2: an update of "${"x".repeat(79)}…, an exchange not seen before`,
    ],
    [
      "an update with an id",
      lines(HEADER, EXCHANGE, '{"type":"update","exchange":"main/1","id":"x"}'),
      "r.jsonl:3: at /id: expected no such member; the exchange is named by its member exchange",
    ],
    ["a header that is cut", HEADER.slice(0, 30), "r.jsonl:1:31: not valid JSON (the text ends too early)"],
    ["a first line that is no header", lines(EXCHANGE, FOOTER), "r.jsonl:2:1: not valid JSON (text after the value)"],
  ])("%s", (_what, text, expected) => {
    expect(() => readCaptures(text, "r.jsonl")).toThrow(expect.objectContaining({ message: expected }));
  });
});
