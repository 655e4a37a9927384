// The bytes hostile servers answer with, shared by the in-process HTTP server and the stdio child (plain JavaScript,
// because node 20 runs no TypeScript). Each takes the id of the request and returns one message without a newline.

/** @typedef {(id: unknown) => string | Uint8Array} Payload */

/** @param {unknown} id @param {string} result JSON text */
const answer = (id, result) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;

/** @param {unknown} id @param {number[]} bytes put where a string is */
const withBytes = (id, bytes) => {
  const [head, tail] = answer(id, '{"text":"@"}').split("@");
  return Buffer.concat([Buffer.from(head ?? ""), Buffer.from(bytes), Buffer.from(tail ?? "")]);
};

/** A result that counts as an answer to initialize. */
const RESULT = '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"x","version":"1"}}';

/** @param {string} extra members @returns {string} */
const resultWith = (extra) => `${RESULT.slice(0, -1)},${extra}}`;

/** @type {Record<string, Payload>} */
export const JSON_PAYLOADS = {
  "F01 open": () => "[".repeat(100_000),
  "F01 balanced": () => "[".repeat(2_000_000) + "]".repeat(2_000_000),
  F02: () => '[{"":'.repeat(50_000),
  "F06 id": (id) => `{"jsonrpc":"2.0","id":999,"id":${JSON.stringify(id)},"result":${RESULT}}`,
  "F06 jsonrpc": (id) => `{"jsonrpc":"1.0","jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${RESULT}}`,
  "F06 method": () => '{"jsonrpc":"2.0","method":"notifications/a","method":"notifications/b"}',
  F08: (id) =>
    answer(
      id,
      resultWith(
        '"__proto__":{"polluted":true,"__proto__":{"polluted":true}},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2,"valueOf":null',
      ),
    ),
  F09: (id) => answer(id, resultWith('"toJSON":"text","deep":{"toJSON":1,"list":[{"toJSON":{"toJSON":null}}]}')),
  "F10 huge": (id) => answer(id, resultWith('"a":1e400,"b":-1e400')),
  "F10 unsafe": (id) => answer(id, resultWith('"a":9007199254740993')),
  "F10 spelled": (id) => answer(id, resultWith('"a":-0,"b":1.0,"c":1E+2,"d":5e-324')),
  "F10 digits": (id) => answer(id, resultWith(`"a":${"7".repeat(1_000_000)}`)),
  "F10 id": (id) => `{"jsonrpc":"2.0","id":${String(id)}.0,"result":${RESULT}}`,
  "F11 escaped": (id) => answer(id, resultWith('"a":"\\ud800","\\udfff":1')),
  "F11 characters": (id) => answer(id, resultWith('"a":"\\u0000\\u001b[31m\\u202e\\uffff\\u2028"')),
  "F12 bytes": (id) => withBytes(id, [0xff, 0xfe]),
  "F12 overlong": (id) => withBytes(id, [0xc0, 0xaf]),
  "F12 surrogate": (id) => withBytes(id, [0xed, 0xa0, 0x80]),
  "F12 cut": (id) => withBytes(id, [0xf0, 0x9f, 0x98]),
  "F13 mark": (id) => `\u{feff}${answer(id, RESULT)}`,
  "F13 UTF-16": (id) => Buffer.from(`\u{feff}${answer(id, RESULT)}`, "utf16le"),
  "F14 trailing": (id) => `${answer(id, RESULT)} garbage`,
  "F14 two": (id) => `${answer(id, RESULT)}${answer(id, RESULT)}`,
  "F14 comment": (id) => `/* hello */ ${answer(id, RESULT)}`,
  "F14 comma": (id) => `${answer(id, RESULT).slice(0, -1)},}`,
  "F14 NaN": (id) => answer(id, resultWith('"a":NaN')),
  "F14 quotes": (id) => answer(id, resultWith("'a':1")),
  "F15 keys": (id) => answer(id, `{${Array.from({ length: 600_000 }, (_, index) => `"${index}":0`).join(",")}}`),
  "F15 array": (id) => answer(id, `[${"0,".repeat(999_999)}0]`),
  "F15 string": (id) => answer(id, resultWith(`"a":"${"x".repeat(6_000_000)}"`)),
  "F15 indented": (id) => answer(id, resultWith(`"a":${"[".repeat(120)}${"0,".repeat(100_000)}0${"]".repeat(120)}`)),
  "F16 space": () => "  \t ",
  "F16 null": () => "null",
  "F16 true": () => "true",
  "F16 string": () => '"hello"',
  "G02 both": (id) =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${RESULT},"error":{"code":1,"message":"x"}}`,
  "G02 neither": (id) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)}}`,
  "G03 text": (id) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":"\\u001b[31m","message":{"a":1}}}`,
  "G03 float": (id) =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":1.5,"message":null,"data":"\\u009b2J"}}`,
  "G03 bare": (id) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":"no"}`,
  "G05 batch": (id) => `[${answer(id, RESULT)}]`,
  "G05 nested": (id) => `[[[${answer(id, RESULT)}]]]`,
  "G05 empty": () => "[]",
  "G01 string": (id) => answer(String(id), RESULT),
  "G01 null": () => answer(null, RESULT),
  "G01 missing": () => `{"jsonrpc":"2.0","result":${RESULT}}`,
  "G01 object": (id) => answer({ id }, RESULT),
  "G01 array": (id) => answer([id], RESULT),
};
