import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { exchangeOf, type HostileCase } from "../case.ts";
import { type HttpVice, JSON_TYPE, onRequest, response, type SeenRequest } from "../servers/http.ts";
import { politeResponse, resultText } from "../servers/polite.ts";
import { drip } from "../servers/vices.ts";

type HttpCase = HostileCase<HttpVice>;

const answered = (capture: Capture): void =>
  expect(exchangeOf(capture, "initialize").response).toHaveProperty("result");
const noAnswer = (capture: Capture): void => expect(exchangeOf(capture, "initialize").response).toBeUndefined();

const ZEROS = Buffer.alloc(32 * 1024 * 1024, 0x20);
const BOMBS: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(ZEROS),
  deflate: deflateSync(ZEROS),
  br: brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

/** Every answer to a POST, encoded. */
const encoded = (coding: string, encode: (request: SeenRequest) => Uint8Array): HttpVice =>
  onRequest((request, socket) => {
    const bytes = response("200 OK", [JSON_TYPE, `Content-Encoding: ${coding}`], encode(request));
    socket.end(request.method === "POST" ? bytes : politeResponse(request));
  });

const gzipped = (request: SeenRequest): Buffer => gzipSync(resultText(request));

/** A gzip header with a file name of so many bytes. */
const withFileName = (gzip: Buffer, length: number): Buffer => {
  const head = Buffer.from(gzip.subarray(0, 10));
  head[3] = (head[3] ?? 0) | 0x08;
  return Buffer.concat([head, Buffer.alloc(length, 0x61), Buffer.from([0]), gzip.subarray(10)]);
};

const halves = (text: string): [string, string] => [text.slice(0, 20), text.slice(20)];

const CASES: readonly HttpCase[] = [
  ...Object.entries(BOMBS).flatMap(([coding, bomb]): HttpCase[] => [
    {
      id: `K01 ${coding}`,
      what: `32 MiB of spaces in ${bomb.length} bytes of ${coding}`,
      vice: encoded(coding, () => bomb),
      expect: { trouble: { kind: "limit-exceeded", limit: "expansionRatio" }, also: noAnswer },
    },
    {
      id: `K01 ${coding} bytes`,
      what: `the same where any ratio is allowed (${coding})`,
      vice: encoded(coding, () => bomb),
      limits: { expansionRatio: 1_000_000 },
      expect: { trouble: { kind: "limit-exceeded", limit: "decodedBytes" }, also: noAnswer },
    },
    {
      id: `K01 ${coding} stream`,
      what: `the same as an event stream (${coding})`,
      vice: onRequest((request, socket) => {
        const headers = ["Content-Type: text/event-stream", `Content-Encoding: ${coding}`];
        socket.end(request.method === "POST" ? response("200 OK", headers, bomb) : politeResponse(request));
      }),
      expect: { trouble: { kind: "limit-exceeded" }, also: noAnswer },
    },
  ]),
  ...(["gzip", "x-gzip", "deflate", "br"] as const).map(
    (coding): HttpCase => ({
      id: `K00 ${coding}`,
      what: `an honest body in ${coding}, though identity was asked for`,
      vice: encoded(coding, (request) => {
        const text = resultText(request);
        if (coding === "br") return brotliCompressSync(text);
        return coding === "deflate" ? deflateSync(text) : gzipSync(text);
      }),
      expect: { also: answered },
    }),
  ),
  {
    id: "K00 empty",
    what: "an empty body with a coding",
    vice: onRequest((request, socket) => {
      const empty = request.message?.method !== "initialize";
      socket.end(empty ? response("202 Accepted", ["Content-Encoding: gzip"]) : politeResponse(request));
    }),
    expect: {
      also: (capture) => expect(exchangeOf(capture, "server/discover").trouble).toBeUndefined(),
    },
  },
  {
    id: "K02 stacked",
    what: "six codings on top of each other",
    vice: encoded("gzip, gzip, gzip, gzip, gzip, gzip", gzipped),
    expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
  },
  {
    id: "K02 unknown",
    what: "a coding nobody knows",
    vice: encoded("rot13", gzipped),
    expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
  },
  {
    id: "K02 zstd",
    what: "a coding we do not undo",
    vice: encoded("zstd", gzipped),
    expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
  },
  {
    id: "K02 plain",
    what: "plain text declared as gzip",
    vice: encoded("gzip", (request) => Buffer.from(resultText(request))),
    expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
  },
  {
    id: "K03 members",
    what: "two gzip members, which is one body",
    vice: encoded("gzip", (request) => Buffer.concat(halves(resultText(request)).map((half) => gzipSync(half)))),
    expect: { also: answered },
  },
  ...(["gzip", "deflate", "br"] as const).flatMap((coding): HttpCase[] => {
    const encode = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[coding];
    return [
      {
        id: `K03 ${coding} garbage`,
        what: `bytes behind the compressed body (${coding})`,
        vice: encoded(coding, (request) => Buffer.concat([encode(resultText(request)), Buffer.from("garbage")])),
        expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
      },
      {
        id: `K03 ${coding} padding`,
        what: `an endless tail behind the compressed body (${coding})`,
        vice: onRequest((request, socket) => {
          if (request.method !== "POST") return void socket.end(politeResponse(request));
          socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Encoding: ${coding}\r\n\r\n`);
          socket.write(encode(resultText(request)));
          const timer = setInterval(() => socket.write(Buffer.alloc(1_000)), 20);
          return void socket.on("close", () => clearInterval(timer));
        }),
        expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
      },
      {
        id: `K03 ${coding} cut`,
        what: `a compressed body that stops early (${coding})`,
        vice: encoded(coding, (request) => encode(resultText(request)).subarray(0, -6)),
        expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
      },
    ];
  }),
  {
    id: "K03 checksum",
    what: "a wrong checksum",
    vice: encoded("gzip", (request) => {
      const bytes = gzipped(request);
      bytes[bytes.length - 8] = (bytes[bytes.length - 8] ?? 0) ^ 1;
      return bytes;
    }),
    expect: { trouble: { kind: "bad-encoding" }, also: noAnswer },
  },
  {
    id: "K03 name",
    what: "a file name of 1 MiB in the gzip header",
    vice: encoded("gzip", (request) => withFileName(gzipped(request), 1_048_576)),
    expect: { also: answered },
  },
  {
    id: "K04",
    what: "a slow bomb",
    vice: onRequest((request, socket) => {
      if (request.method !== "POST") return void socket.end(politeResponse(request));
      socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Encoding: gzip\r\n\r\n`);
      return drip(socket, bytesOf(gzipSync(Buffer.alloc(65_536, 0x20))), 30);
    }),
    limits: { exchangeMs: 400, idleMs: 300 },
    expect: { trouble: { kind: "timed-out", limit: "exchangeMs" }, also: noAnswer },
  },
];

export const COMPRESSION_CASES: readonly HttpCase[] = CASES.map((row) => ({ ...row, handshakeOnly: true }));

function* bytesOf(bytes: Buffer): Generator<Uint8Array> {
  for (const byte of bytes) yield Uint8Array.of(byte);
}
