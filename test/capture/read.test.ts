import { describe, expect, it } from "vitest";
import { member } from "../../src/base/json.ts";
import { CaptureError } from "../../src/capture/capture-error.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { MINIMAL } from "./captures.ts";

const only = (text: string) => {
  const { sessions, composition } = readCaptures(text, "session.json");
  expect([sessions.length, composition]).toEqual([1, false]);
  return sessions[0]!;
};

/** The one line a reader complains with. */
const complaint = (text: string, file = "session.json"): string => {
  try {
    readCaptures(text, file);
  } catch (error) {
    expect(error).toBeInstanceOf(CaptureError);
    return (error as CaptureError).message;
  }
  return expect.fail("it was read");
};

describe("the minimal form", () => {
  it("is read as it was first published", () => {
    const session = only(MINIMAL);
    expect(session.server_label).toBe("stdio://my-server");
    expect(session.server_capabilities).toEqual({ tools: {} });
    expect(session.exchanges.map(({ request }) => member(request, "method"))).toEqual(["initialize", "tools/list"]);
    expect(session.exchanges[1]?.response).toEqual({ jsonrpc: "2.0", id: 2, result: { tools: [] } });
    expect(session.closed).toBeUndefined();
    expect(session.reader_notes).toBeUndefined();
  });

  it("has null for capabilities that are absent or null", () => {
    expect(only('{"server_label":"x","exchanges":[]}').server_capabilities).toBeNull();
    expect(only('{"server_label":"x","server_capabilities":null,"exchanges":[]}').server_capabilities).toBeNull();
  });

  it("has notifications without a response, and responses of null", () => {
    const session = only(
      '{"server_label":"x","exchanges":[{"request":{"jsonrpc":"2.0","method":"n"}},{"request":{},"response":null}]}',
    );
    expect(session.exchanges[0]).toEqual({ request: { jsonrpc: "2.0", method: "n" } });
    expect(session.exchanges[1]?.response).toBeNull();
  });

  it("may be an array: several servers behind one client, even if it is only one", () => {
    const two = readCaptures(`[${MINIMAL},{"server_label":"b","exchanges":[]}]`, "f");
    expect(two.composition).toBe(true);
    expect(two.sessions.map(({ server_label }) => server_label)).toEqual(["stdio://my-server", "b"]);
    expect(two.sessions[1]?.server_capabilities).toBeNull();
    expect(readCaptures(`[${MINIMAL}]`, "f").composition).toBe(true);
  });

  it("may begin with a byte order mark and have any JSON white space around it", () => {
    expect(only(`\u{feff}${MINIMAL}`)).toEqual(only(MINIMAL));
    expect(only(`\r\n\t ${MINIMAL}\r\n`)).toEqual(only(MINIMAL));
  });

  it("keeps what it does not know", () => {
    const session = only(
      '{"server_label":"x","exchanges":[{"request":1,"later":[1]}],"newer":{"a":null},"type":"header"\n}',
    );
    expect(session).toEqual({
      server_label: "x",
      server_capabilities: null,
      exchanges: [{ request: 1, later: [1] }],
      newer: { a: null },
      type: "header",
    });
  });

  it("takes __proto__ and its like for members like any other", () => {
    const text =
      '{"server_label":"x","exchanges":[{"request":{"__proto__":{"polluted":1},"constructor":2}}],"__proto__":{"closed":false}}';
    const session = only(text);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(session.closed).toBeUndefined();
    expect(Object.getPrototypeOf(session)).toBe(Object.prototype);
    expect(Object.keys(session)).toContain("__proto__");
    expect(JSON.stringify(session.exchanges)).toBe('[{"request":{"__proto__":{"polluted":1},"constructor":2}}]');
    // A member of the prototype is not a member.
    expect(complaint('{"server_label":"x","__proto__":{"exchanges":[]}}')).toContain('a member "exchanges"');
  });
});

describe("what is refused", () => {
  it.each([
    [
      "an empty file",
      "",
      "session.json: the file is empty; a capture is a JSON object with server_label and exchanges",
    ],
    [
      "white space",
      " \n\t\r\n",
      "session.json: the file is empty; a capture is a JSON object with server_label and exchanges",
    ],
    [
      "a byte order mark alone",
      "\u{feff}",
      "session.json: the file is empty; a capture is a JSON object with server_label and exchanges",
    ],
    ["an empty array", "[]", "session.json: the array is empty; give at least one session object"],
    ["text that is no JSON", '{\n  "server_label": x', "session.json:2:19: not valid JSON (a value was expected)"],
    ["an end too early", '{"server_label":"x",', "session.json:1:21: not valid JSON (the text ends too early)"],
    ["a second value", `{}\n\n{}`, "session.json:3:1: not valid JSON (text after the value)"],
    ["a comment", "// hi\n{}", "session.json:1:1: not valid JSON (a value was expected)"],
    ["a trailing comma", '{"exchanges":[1,]}', "session.json:1:17: not valid JSON (a value was expected)"],
    ["a second byte order mark", "\u{feff}\u{feff}{}", "session.json:1:1: not valid JSON (a value was expected)"],
    ["a string", '"x"', "session.json: at the top: expected an object"],
    ["an array of strings", '["x"]', "session.json: at /0: expected an object"],
    ["no label", '{"exchanges":[]}', 'session.json: at the top: expected a member "server_label"'],
    ["no exchanges", '{"server_label":"x"}', 'session.json: at the top: expected a member "exchanges"'],
    [
      "a session without exchanges",
      `[${MINIMAL},{"server_label":"x"}]`,
      'session.json: at /1: expected a member "exchanges"',
    ],
    [
      "a label of another type",
      '{"server_label":1,"exchanges":[]}',
      "session.json: at /server_label: expected a string",
    ],
    ["exchanges as an object", '{"server_label":"x","exchanges":{}}', "session.json: at /exchanges: expected an array"],
    [
      "capabilities as a list",
      '{"server_label":"x","exchanges":[],"server_capabilities":[]}',
      "session.json: at /server_capabilities: expected an object or null",
    ],
    [
      "an unknown format",
      '{"server_label":"x","exchanges":[],"format":"mcptest-capture/2"}',
      'session.json: at /format: expected one of "mcptest-capture/1"',
    ],
    ["a flag", '{"server_label":"x","exchanges":[],"closed":"no"}', "session.json: at /closed: expected true or false"],
    [
      "a negative count",
      '{"server_label":"x","exchanges":[{"seq":-1}]}',
      "session.json: at /exchanges/0/seq: expected a whole number, zero or more",
    ],
    [
      "a negative time",
      '{"server_label":"x","exchanges":[{"timing":{"start_ms":-0.1,"end_ms":1}}]}',
      "session.json: at /exchanges/0/timing/start_ms: expected a number, zero or more",
    ],
    [
      "a number beyond all bounds",
      '{"server_label":"x","exchanges":[{"timing":{"start_ms":1e999,"end_ms":1}}]}',
      "session.json: at /exchanges/0/timing/start_ms: expected a number, zero or more",
    ],
    [
      "a header that is no pair",
      '{"server_label":"x","exchanges":[{"http":{"method":"GET","request_headers":[["a"]]}}]}',
      "session.json: at /exchanges/0/http/request_headers/0: expected a pair of strings",
    ],
    [
      "a target of no kind",
      '{"server_label":"x","exchanges":[],"target":{"kind":"ftp"}}',
      "session.json: at /target: expected a target (kind http with url and header_names, or kind stdio with command and env_names)",
    ],
    [
      "a duplicate key",
      '{"server_label":"x",\n "exchanges":[],\n "exchanges":[1]}',
      "session.json:3:2: duplicate key at /exchanges; keep one of the two",
    ],
    [
      "a duplicate key deep inside",
      '{"server_label":"x","exchanges":[{"request":{"a~/b":{"c":1,"c":2}}}]}',
      "session.json:1:60: duplicate key at /exchanges/0/request/a~0~1b/c; keep one of the two",
    ],
    [
      "a duplicate key with a name too long to repeat",
      `{"${"k".repeat(2_000)}":1,"${"k".repeat(2_000)}":1}`,
      "session.json:1:2007: duplicate key; keep one of the two",
    ],
    [
      "nesting without end",
      `{"server_label":"x","exchanges":[],"deep":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
      "session.json:1:1066: nested deeper than 1024 levels",
    ],
  ])("%s", (_what, text, expected) => {
    expect(complaint(text)).toBe(expected);
  });

  it("reads whatever the wire lets through at its deepest", () => {
    const deep = `${"[".repeat(1_000)}${"]".repeat(1_000)}`;
    const text = `[{"server_label":"x","exchanges":[{"meanwhile":[{"seq":1,"at_ms":1,"message":${deep}}]}]}]`;
    expect(JSON.stringify(readCaptures(text, "f").sessions[0]?.exchanges)).toContain(deep);
  });
});

describe("a complaint is one printable line", () => {
  const HOSTILE = "a\n\u001b[31mb\u0085\u{202e}c\u{2028}\u{200b}\ud800\u0000";
  const isOneLine = (message: string): void => {
    expect(message).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  };

  it.each([
    ["not JSON", HOSTILE],
    ["a wrong shape", "{}"],
    ["an empty file", ""],
    ["a broken line", `{"type":"header","server_label":"x"}\n${HOSTILE}\n`],
    ["a duplicate key", `{${JSON.stringify(HOSTILE)}:1,${JSON.stringify(HOSTILE)}:2}`],
    ["a raw duplicate key", '{"\u202e\u0085\u2028":1,"\u202e\u0085\u2028":2}'],
  ])("whatever the file is called: %s", (_what, text) => {
    const message = complaint(text, `dir/${HOSTILE}.json`);
    isOneLine(message);
    expect(message).toContain("dir/a\\u{a}\\u{1b}[31mb\\u{85}\\u{202e}c\\u{2028}\\u{200b}\\u{d800}\\u{0}.json");
  });

  it("and never repeats what the file holds, but for the pointer to a duplicate key", () => {
    for (const text of ['{"server_label":"CANARY" CANARY', '"CANARY"', '{"server_label":["CANARY"],"exchanges":[]}']) {
      expect(complaint(text)).not.toContain("CANARY");
    }
    expect(complaint(`{${JSON.stringify(HOSTILE)}:1,${JSON.stringify(HOSTILE)}:2}`)).toContain(
      "at /a\\u{a}\\u{1b}[31m",
    );
  });
});
