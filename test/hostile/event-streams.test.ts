import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { exchangeOf } from "./case.ts";
import { ENDLESS_CASES, STREAM_CASES } from "./cases/event-streams.ts";
import { runHttpCase } from "./run-http-case.ts";
import { onRequest, response, streamHead } from "./servers/http.ts";
import { politeMessage } from "./servers/polite.ts";

describe.each([
  ["streams without end", ENDLESS_CASES],
  ["odd streams", STREAM_CASES],
])("Bounded: %s", (_area, cases) => {
  test.each(cases)("$id: $what", async (row) => void (await runHttpCase(row)));
});

/** The older transport: everything the server says comes over one GET stream. */
const olderTransport = (announce: (path: string) => string) => {
  const streams = new Map<string, Socket>();
  return onRequest((request, socket) => {
    if (request.path === "/mcp") {
      if (request.method !== "GET") return void socket.end(response("405 Method Not Allowed", []));
      const path = `/messages/${streams.size}`;
      streams.set(path, socket);
      return void socket.write(`${streamHead()}${announce(path)}`);
    }
    socket.write(response("202 Accepted", []));
    const answer = politeMessage(request);
    return answer && void streams.get(request.path)?.write(`data: ${JSON.stringify(answer)}\n\n`);
  });
};

describe("HTTP+SSE", () => {
  test("D: the older transport, done right", async () => {
    const vice = olderTransport((path) => `event: endpoint\ndata: ${path}\n\n`);
    const capture = await runHttpCase({ id: "D", what: "right", vice, expect: { outcome: "complete" } });
    expect(capture.transport).toBe("http+sse");
  });

  test("D10: a stream that never names its endpoint", async () => {
    const vice = olderTransport(() => ": wait for it\n\n");
    await runHttpCase({ id: "D10", what: "no endpoint", vice, limits: { headMs: 300 }, expect: {} });
  });

  test("D09: an endpoint of 1 MiB is not written back into every request", async () => {
    const vice = olderTransport((path) => `event: endpoint\ndata: ${path}?${"x".repeat(1_048_576)}\n\n`);
    const expected = { trouble: { kind: "refused" } } as const;
    await runHttpCase({ id: "D09", what: "long endpoint", vice, expect: expected });
  });

  test("D09: thousands of named events", async () => {
    const vice = olderTransport(() => 'event: what\x1b[2J\ndata: {"a":\n\n'.repeat(3_000));
    const expected = { trouble: { kind: "limit-exceeded", limit: "sseEvents" } } as const;
    const capture = await runHttpCase({ id: "D09", what: "named events", vice, expect: expected });
    expect(exchangeOf(capture, "open-stream").meanwhile?.length).toBeLessThanOrEqual(2_000);
  });
});
