// Era detection against tiny HTTP servers: every verdict, live.

import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import { member } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { type Detection, detectEra } from "../../src/probe/detect/detect.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import type { Limits } from "../../src/wire/limits.ts";
import {
  type AdHocHttp,
  type Answer,
  type Answering,
  type Asked,
  DISCOVER_RESULT,
  failure,
  INITIALIZE_RESULT,
  result,
  serveHttp,
} from "./ad-hoc-servers.ts";
import { CLIENT, httpTarget, openRun, type Run } from "./context.ts";

interface Detected extends AdHocHttp {
  readonly run: Run;
  readonly detection: Detection;
}

/** The two exchanges that look for the era. */
const probes = ({ exchanges }: Capture): Exchange[] =>
  exchanges.filter(({ step }) => step === "server/discover" || step === "initialize");

const detect = async (answering: Answering, limits: Partial<Limits> = {}, wanted?: Revision): Promise<Detected> => {
  const server = await serveHttp(answering);
  const run = openRun(httpTarget(server.url), limits);
  const detection = await detectEra(run.context, wanted);
  onTestFinished(async () => {
    await Promise.all([detection.stateless?.close(), detection.stateful?.close()]);
  });
  return { ...server, run, detection };
};

/** What to answer to each JSON-RPC method; notifications get 202 and everything else the fallback. */
const by =
  (answers: Record<string, (asked: Asked) => Answer | "hang">, fallback: Answer = { status: 405 }): Answering =>
  (asked) => {
    const own = answers[asked.rpcMethod ?? ""];
    if (own) return own(asked);
    return asked.rpcMethod?.startsWith("notifications/") ? { status: 202 } : fallback;
  };

const discovers = (asked: Asked): Answer => result(asked, DISCOVER_RESULT);
const initializes = (asked: Asked): Answer => result(asked, INITIALIZE_RESULT);

describe("a server that answers", () => {
  test("only server/discover is stateless", async () => {
    const { detection, asked } = await detect(
      by({ "server/discover": discovers, initialize: (one) => failure(one, 400, -32022) }),
    );
    expect(detection.era).toMatchObject({
      verdict: "stateless",
      shown_by: ["stateless/server/discover", "stateful/initialize"],
    });
    expect(detection.listed).toEqual(["2026-07-28"]);
    expect(detection.stateless?.conversation.dead).toBe(false);
    expect(detection.stateful).toBeUndefined();
    expect(detection.transport).toBe("streamable-http");
    // Modern and legacy were asked apart, the legacy one without a modern header, and nobody fell back to GET.
    const initialize = asked.find(({ rpcMethod }) => rpcMethod === "initialize");
    expect(initialize?.headers["mcp-protocol-version"]).toBeUndefined();
    expect(initialize?.headers["mcp-method"]).toBeUndefined();
    expect(asked.map(({ httpMethod }) => httpMethod)).not.toContain("GET");
  });

  test("only initialize is stateful", async () => {
    const { detection, run } = await detect(
      by({ "server/discover": (one) => failure(one, 400, -32000), initialize: initializes }),
    );
    expect(detection.era.verdict).toBe("stateful");
    expect(detection.stateless).toBeUndefined();
    expect(detection.stateful?.initializeResult).toEqual(INITIALIZE_RESULT);
    // The talk that leads nowhere is closed at once.
    expect(run.conversation("stateless").closed_ms).toBeTypeOf("number");
    expect(run.conversation("stateful").closed_ms).toBeUndefined();
  });

  test("both is dual, though discovery lists one era alone", async () => {
    const { detection } = await detect(by({ "server/discover": discovers, initialize: initializes }));
    expect(detection.era.verdict).toBe("dual");
    expect(detection.listed).toEqual(["2026-07-28"]);
    expect(detection.stateless).toBeDefined();
    expect(detection.stateful).toBeDefined();
  });

  test("server/discover with 200 and -32601 is stateful", async () => {
    const { detection } = await detect(
      by({ "server/discover": (one) => failure(one, 200, -32601), initialize: initializes }),
    );
    expect(detection.era.verdict).toBe("stateful");
  });

  test("server/discover with stateful revisions alone is stateful", async () => {
    const { detection } = await detect(
      by({
        "server/discover": (one) => result(one, { supportedVersions: ["2025-06-18"] }),
        initialize: initializes,
      }),
    );
    expect(detection.era.verdict).toBe("stateful");
  });
});

describe("a server that refuses the version (-32022)", () => {
  const refusing =
    (supported: readonly string[]) =>
    (asked: Asked): Answer => {
      const version = asked.headers["mcp-protocol-version"];
      return typeof version === "string" && supported.includes(version) && version !== "2026-07-28"
        ? result(asked, { ...DISCOVER_RESULT, supportedVersions: [...supported] })
        : failure(asked, 400, -32022, { supported: [...supported], requested: version ?? "" });
    };

  test("and names one we know is asked again under that name, which is kept", async () => {
    const { detection, asked, run } = await detect(by({ "server/discover": refusing(["2025-11-25", "draft"]) }));
    expect(detection.era).toMatchObject({
      verdict: "stateless",
      shown_by: ["stateless/server/discover-retry", "stateless/server/discover", "stateful/initialize"],
    });
    expect(detection.listed).toEqual(["2025-11-25", "draft"]);
    expect(detection.discover.step).toBe("server/discover-retry");
    await detection.stateless?.request("tools/list").done;
    const versions = asked
      .filter(({ headers }) => headers["mcp-method"])
      .map(({ headers, message }) => [
        headers["mcp-protocol-version"],
        member(member(member(message, "params"), "_meta"), "io.modelcontextprotocol/protocolVersion"),
      ]);
    expect(versions).toEqual([
      ["2026-07-28", "2026-07-28"],
      ["draft", "draft"],
      ["draft", "draft"],
    ]);
    expect(run.conversation("stateless").revision).toBe("draft");
  });

  test("and the one it names too is still stateless", async () => {
    const { detection } = await detect(by({ "server/discover": refusing(["2026-07-28"]) }));
    expect(detection.era.verdict).toBe("stateless");
    expect(detection.listed).toEqual(["2026-07-28"]);
    expect(detection.discover.step).toBe("server/discover");
  });

  test("and names only a later one is stateless, and not asked in words we do not have", async () => {
    const { detection, asked } = await detect(by({ "server/discover": refusing(["2031-01-01"]) }));
    expect(detection.era.verdict).toBe("stateless");
    expect(detection.era.reason).toContain("does not know");
    expect(asked.filter(({ rpcMethod }) => rpcMethod === "server/discover")).toHaveLength(1);
  });

  test("and names only stateful ones is not stateless", async () => {
    const { detection } = await detect(
      by({ "server/discover": refusing(["2025-11-25", "2025-06-18"]), initialize: initializes }),
    );
    expect(detection.era.verdict).toBe("stateful");
  });
});

test.each([-32020, -32021])("a server that refuses discover with %d is stateless all the same", async (code) => {
  const { detection } = await detect(by({ "server/discover": (one) => failure(one, 400, code) }));
  expect(detection.era.verdict).toBe("stateless");
  expect(detection.listed).toBeUndefined();
});

describe("a server that does not know discover (404 and -32601)", () => {
  const unknown = (asked: Asked): Answer => failure(asked, 404, -32601);

  test("but answers tools/list with a resultType is stateless, shown by both", async () => {
    const { detection, run } = await detect(
      by({ "server/discover": unknown, "tools/list": (one) => result(one, { resultType: "complete", tools: [] }) }),
    );
    expect(detection.era).toMatchObject({
      verdict: "stateless",
      shown_by: ["stateless/server/discover", "stateless/confirm-era", "stateful/initialize"],
    });
    expect(run.step("confirm-era").request).toMatchObject({ method: "tools/list" });
  });

  test("and answers tools/list as of old is not", async () => {
    const { detection } = await detect(
      by({
        "server/discover": unknown,
        "tools/list": (one) => result(one, { tools: [] }),
        initialize: initializes,
      }),
    );
    expect(detection.era.verdict).toBe("stateful");
  });

  test("and wants authentication for tools/list shows nothing", async () => {
    const { detection } = await detect(by({ "server/discover": unknown, "tools/list": () => ({ status: 401 }) }));
    expect(detection.era.verdict).toBe("none");
    expect(detection.auth).toBe(true);
  });

  test("never has a tool called", async () => {
    const { asked } = await detect(by({ "server/discover": unknown }));
    expect(asked.map(({ rpcMethod }) => rpcMethod)).not.toContain("tools/call");
  });
});

describe("no verdict", () => {
  test.each([401, 403])("behind a wall of %d, and the outcome says so", async (status) => {
    const server = await serveHttp(() => ({ status, headers: { "WWW-Authenticate": "Bearer" } }));
    const capture = await probeTarget(httpTarget(server.url), { client: CLIENT });
    expect(capture.era).toMatchObject({ verdict: "none" });
    expect(capture.era?.reason).toContain(String(status));
    expect(capture.outcome).toBe("auth-required");
    expect(capture.server_capabilities).toBeNull();
    expect(capture.conversations?.map(({ id }) => id)).not.toContain("http-sse");
  });

  test.each([500, 503])("from a server that answers %d, which is an answer", async (status) => {
    const server = await serveHttp(() => ({ status }));
    const capture = await probeTarget(httpTarget(server.url), { client: CLIENT });
    expect(capture.era?.verdict).toBe("none");
    expect(capture.outcome).toBe("complete");
  });

  test("from a server that hangs, and it counts as unreachable", async () => {
    const server = await serveHttp(() => "hang");
    const limits = { headMs: 100, exchangeMs: 100 };
    const capture = await probeTarget(httpTarget(server.url), { client: CLIENT, limits });
    expect(capture.era?.verdict).toBe("none");
    expect(capture.outcome).toBe("unreachable");
    expect(probes(capture).map(({ trouble }) => trouble?.kind)).toEqual(["timed-out", "timed-out"]);
  });

  test("from a server that drops the connection", async () => {
    const server = await serveHttp(() => "destroy");
    const capture = await probeTarget(httpTarget(server.url), { client: CLIENT });
    expect(capture.outcome).toBe("unreachable");
    expect(probes(capture).map(({ trouble }) => trouble?.kind)).toEqual(["closed", "closed"]);
  });

  test("where nothing listens", async () => {
    const server = await serveHttp(() => ({ status: 200 }));
    const url = new URL(server.url);
    url.port = "1";
    const capture = await probeTarget(httpTarget(url.href), { client: CLIENT });
    expect(capture.outcome).toBe("unreachable");
    expect(capture.exchanges[0]?.trouble).toMatchObject({ kind: "refused", code: "ECONNREFUSED" });
  });

  test("from a server that answers 405 to everything, the GET of the older transport included", async () => {
    const server = await serveHttp(() => ({ status: 405 }));
    const capture = await probeTarget(httpTarget(server.url), { client: CLIENT });
    expect(capture.era).toMatchObject({
      verdict: "none",
      shown_by: ["stateless/server/discover", "stateful/initialize", "http-sse/open-stream"],
    });
    expect(capture.era?.reason).toMatch(/GET announces no endpoint$/);
    expect(capture.outcome).toBe("complete");
    expect(server.asked.map(({ httpMethod }) => httpMethod)).toContain("GET");
  });

  test("when the older transport is behind a wall", async () => {
    const server = await serveHttp(({ httpMethod }) => ({ status: httpMethod === "GET" ? 401 : 405 }));
    const capture = await probeTarget(httpTarget(server.url), { client: CLIENT });
    expect(capture.era?.verdict).toBe("none");
    expect(capture.outcome).toBe("auth-required");
  });
});

describe("HTTP+SSE of 2024-11-05", () => {
  const streams = new Set<ServerResponse>();
  const sse =
    (endpoint: string): Answering =>
    (asked, response) => {
      if (asked.httpMethod === "GET") {
        streams.add(response);
        response.once("close", () => streams.delete(response));
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
        return "handled";
      }
      if (asked.path !== "/messages") return { status: 404 };
      const answer = { ...INITIALIZE_RESULT, protocolVersion: "2024-11-05" };
      if (asked.rpcMethod === "initialize") {
        const data = JSON.stringify(result(asked, answer).json);
        for (const stream of streams) stream.write(`event: message\ndata: ${data}\n\n`);
      }
      return { status: 202 };
    };

  test("is found by its endpoint event", async () => {
    const { detection, asked, run } = await detect(sse("/messages"));
    expect(detection.era).toMatchObject({
      verdict: "stateful",
      shown_by: ["stateless/server/discover", "stateful/initialize", "http-sse/initialize"],
    });
    expect(detection.transport).toBe("http+sse");
    expect(detection.stateful?.session.negotiated).toBe("2024-11-05");
    expect(asked.map(({ httpMethod, path }) => `${httpMethod} ${path}`).slice(-3)).toEqual([
      "GET /mcp",
      "POST /messages",
      "POST /messages",
    ]);
    expect(run.conversation("stateful").closed_ms).toBeTypeOf("number");
  });

  test("is not followed to another origin", async () => {
    const other = await serveHttp(() => ({ status: 202 }));
    const { detection } = await detect(sse(other.url));
    expect(detection.era.verdict).toBe("none");
    expect(other.asked).toEqual([]);
  });

  test("is not taken for one that never names its endpoint", async () => {
    const { detection } = await detect(
      (asked, response) => {
        if (asked.httpMethod !== "GET") return { status: 405 };
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.flushHeaders();
        return "handled";
      },
      { headMs: 100 },
    );
    expect(detection.era.verdict).toBe("none");
  });
});

describe("a wanted revision", () => {
  test("of the stateful era is the one asked for", async () => {
    const { asked } = await detect(by({ initialize: initializes }), {}, "2025-03-26");
    const initialize = asked.find(({ rpcMethod }) => rpcMethod === "initialize");
    expect(member(member(initialize?.message, "params"), "protocolVersion")).toBe("2025-03-26");
  });

  test("does not keep the other era from being looked for", async () => {
    const { detection } = await detect(by({ "server/discover": discovers, initialize: initializes }), {}, "2025-03-26");
    expect(detection.era.verdict).toBe("dual");
  });
});
