// The same bytes over both transports.

import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { type Expectation, exchangeOf, notes } from "./case.ts";
import { JSON_CASES, type JsonCase } from "./cases/json.ts";
import { runHttpCase } from "./run-http-case.ts";
import { runStdioCase } from "./run-stdio-case.ts";
import type { SeenRequest } from "./servers/http.ts";
import { JSON_PAYLOADS } from "./servers/json-payloads.mjs";
import { jsonBody, streamOf } from "./servers/vices.ts";

const expectation = (row: JsonCase, also: (capture: Capture) => void): Expectation => ({
  ...(row.note ? { note: row.note } : {}),
  also: (capture) => {
    also(capture);
    row.also?.(capture);
  },
});

/** Where answers are found by their id, only what answers is filed as a response. */
const matchedById = (row: JsonCase): Expectation =>
  expectation(row, (capture) => {
    const { response } = exchangeOf(capture, "initialize");
    if (row.answers) expect(response).toBeDefined();
    else expect(response).toBeUndefined();
  });

const plain = ({ id }: JsonCase) => ({ id, what: "answers with these bytes", handshakeOnly: true });

const payloadOf = (row: JsonCase, request: SeenRequest): string | Uint8Array =>
  JSON_PAYLOADS[row.id]?.(request.message?.id) ?? "";

test("every payload has its case", () => {
  expect(JSON_CASES.map(({ id }) => id).toSorted()).toEqual(Object.keys(JSON_PAYLOADS).toSorted());
});

describe("Our own reading: as an HTTP body", () => {
  test.each(JSON_CASES)("$id", async (row) => {
    const vice = jsonBody((request) => payloadOf(row, request));
    // HTTP itself says which body answers; what is not JSON at all is trouble.
    const also = (capture: Capture): void => {
      const unread = notes(capture).some(({ kind }) => UNREAD.has(kind));
      expect(exchangeOf(capture, "initialize").trouble?.kind).toBe(unread ? "not-json" : undefined);
    };
    await runHttpCase({ ...plain(row), vice, expect: expectation(row, also) });
  });
});

const UNREAD = new Set(["too-deep", "too-many-values", "not-json", "invalid-utf8"]);

describe("Our own reading: as an event", () => {
  const rows = JSON_CASES.filter(({ id }) => /^(G0|F06|F1[0346])/.test(id) && id !== "F13 UTF-16");
  test.each(rows)("$id", async (row) => {
    const vice = streamOf((request) =>
      Buffer.concat([Buffer.from("data: "), Buffer.from(payloadOf(row, request)), Buffer.from("\n\n")]),
    );
    await runHttpCase({ ...plain(row), vice, expect: matchedById(row) });
  });
});

describe("Our own reading: as a line of a child", () => {
  test.each(JSON_CASES)("$id", async (row) => {
    await runStdioCase({ ...plain(row), vice: `payload:${row.id}`, expect: matchedById(row) });
  });
});
