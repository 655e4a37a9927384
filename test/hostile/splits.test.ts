// A response arrives cut at any byte, or ends there. Cut, it reads the same; ended, it is never taken for whole.

import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HttpTarget } from "../../src/capture/target.ts";
import { HttpConversation } from "../../src/probe/conversation/http-conversation.ts";
import type { ExchangeDraft } from "../../src/probe/exchange-draft.ts";
import { openContext } from "./context.ts";
import { JSON_TYPE, jsonResponse, onRequest, SSE_TYPE, startViceServer, type ViceServer } from "./servers/http.ts";
import { chunk } from "./servers/vices.ts";

const ANSWER = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: "a š\u{1f600} b" } });
const CHUNKED = "Transfer-Encoding: chunked";
const EVENTS = `: hello\r\nid: 7\r\nevent: message\r\ndata: ${ANSWER.slice(0, 17)}\r\ndata:${ANSWER.slice(17)}\r\n\r\n`;

const WHOLE: Readonly<Record<string, Buffer>> = {
  "a JSON body with a length": jsonResponse(ANSWER, "Mcp-Session-Id: s1"),
  "a chunked JSON body": Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\n${CHUNKED}\r\n\r\n`),
    chunk(ANSWER.slice(0, 10)),
    chunk(ANSWER.slice(10)),
    Buffer.from("0\r\n\r\n"),
  ]),
  "a chunked event stream": Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\n${SSE_TYPE}\r\n${CHUNKED}\r\n\r\n`),
    chunk(EVENTS),
    Buffer.from("0\r\n\r\n"),
  ]),
};

let server: ViceServer;
let play: { readonly bytes: Buffer; readonly at: number; readonly then: "rest" | "close" };

beforeAll(async () => {
  server = await startViceServer(
    onRequest(async (_request, socket) => {
      const { bytes, at, then } = play;
      if (at > 0) socket.write(bytes.subarray(0, at));
      await nextTurn();
      await nextTurn();
      if (then === "rest") socket.write(bytes.subarray(at));
      else socket.end();
    }),
  );
});
afterAll(() => server.close());

const askAll = async (
  bytes: Buffer,
  positions: readonly number[],
  then: "rest" | "close",
): Promise<(readonly [at: number, draft: ExchangeDraft])[]> => {
  const target: HttpTarget = { kind: "http", url: server.url, headers: [], origin: "user" };
  const conversation = new HttpConversation(openContext(target), target, "splits", "cut at every byte");
  const drafts: (readonly [number, ExchangeDraft])[] = [];
  for (const at of positions) {
    play = { bytes, at, then };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    drafts.push([at, await conversation.send({ step: "ask", message, expect: "response" }).done]);
  }
  await conversation.close();
  return drafts;
};

/** What a reader of the capture sees, without the counters that tell exchanges apart. */
const said = ({ response, response_raw, response_notes, response_sse, trouble, http, meanwhile }: ExchangeDraft) => ({
  response,
  response_raw,
  response_notes,
  response_sse,
  trouble,
  http,
  meanwhile,
});

describe.each(Object.entries(WHOLE))("Our own reading: A19 %s", (_name, bytes) => {
  test("reads the same however it is cut", async () => {
    const [[, plain] = []] = await askAll(bytes, [0], "rest");
    expect(plain?.response).toEqual(JSON.parse(ANSWER));
    const positions = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    for (const [at, draft] of await askAll(bytes, positions, "rest")) {
      expect(said(draft), `cut at ${at}`).toEqual(said(plain as ExchangeDraft));
    }
  });

  test("is never taken for whole when it ends early", async () => {
    const step = Math.max(1, Math.floor(bytes.length / 80));
    const positions = Array.from({ length: 80 }, (_, index) => index * step).filter((at) => at < bytes.length);
    for (const [at, draft] of await askAll(bytes, [...positions, bytes.length - 1], "close")) {
      expect(draft.trouble?.kind, `closed at ${at}`).toMatch(/^(closed|reset|not-http)$/);
      // An event is whole at its blank line, whatever becomes of the stream behind it.
      if (draft.http?.stream?.events !== 1) expect(draft.response, `closed at ${at}`).toBeUndefined();
    }
  });
});
