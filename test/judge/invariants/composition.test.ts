import { describe, expect, test } from "vitest";
import { digestOf } from "../../../src/capture/digest.ts";
import { judgeInvariants } from "../../../src/judge/invariants/judge-invariants.ts";
import { reportInvariants, type TransportUse } from "../../../src/judge/invariants/report-invariants.ts";
import type { InvariantsReport } from "../../../src/judge/invariants.ts";
import { type CaptureBuilder, session } from "../capture-builder.ts";

const report = (servers: readonly CaptureBuilder[], transport: TransportUse = "shared"): InvariantsReport =>
  reportInvariants(
    servers.map((server) => judgeInvariants(server.build(), digestOf, { gather: true })),
    { transport },
  );

/** A session with these tools, whose request ids begin at `from`. */
const server = (label: string, from: number, ...tools: readonly string[]): CaptureBuilder =>
  session(label)
    .idsFrom(from)
    .advertises("tools")
    .handshake()
    .asks("tools/list", { tools: tools.map((name) => ({ name })) });

describe("several servers", () => {
  test("that have nothing in common are fine", () => {
    const found = report([server("a", 1, "search"), server("b", 100, "read")]);
    expect(found.composition).toEqual([]);
    expect(found.ok).toBe(true);
    expect(found.sessions.map(({ server_label }) => server_label)).toEqual(["a", "b"]);
  });

  test("are each judged, too", () => {
    const found = report([server("a", 1, "search"), session("b").idsFrom(100).asks("ping", {})]);
    expect(found.ok).toBe(false);
    expect(found.composition).toEqual([]);
    expect(found.sessions[1]?.invariants[0]?.state).toBe("fail");
  });

  test("one session is no composition", () => {
    expect(report([server("a", 1, "search")]).composition).toEqual([]);
  });

  test("with tools of one name", () => {
    const found = report([server("a", 1, "search", "x"), server("b", 100, "search"), server("c", 200, "x", "search")]);
    expect(found.composition).toEqual([
      { kind: "tool-namespace-overlap", tool: "search", servers: ["a", "b", "c"] },
      { kind: "tool-namespace-overlap", tool: "x", servers: ["a", "c"] },
    ]);
    expect(found.ok).toBe(false);
  });

  test("tools on several pages are found, tools of a refused list are not", () => {
    const paged = server("a", 1, "one").asks("tools/list", { tools: [{ name: "two" }, "odd", {}] });
    const found = report([paged, server("b", 100, "two")]);
    expect(found.composition).toEqual([{ kind: "tool-namespace-overlap", tool: "two", servers: ["a", "b"] }]);
  });

  test.each(["x__search", "__search", "search__", "a_b"])("the name %s collides, whatever its prefix", (name) => {
    expect(report([server("a", 1, name), server("b", 100, name)]).composition).toHaveLength(1);
  });

  test("prefixes keep names apart where they differ", () => {
    expect(report([server("a", 1, "a__search"), server("b", 100, "b__search")]).composition).toEqual([]);
  });

  test("with request ids of the same value and JSON type", () => {
    const ids = (label: string, ...values: (string | number | null)[]): CaptureBuilder => {
      const built = session(label)
        .idsFrom(label.charCodeAt(0) * 100)
        .handshake();
      for (const id of values) built.exchange({ request: { jsonrpc: "2.0", id, method: "ping" } });
      return built;
    };
    const found = report([ids("a", 1, "1", "x", null), ids("b", 1, "y", null), ids("c", "1", "x", 2)]);
    expect(found.composition).toEqual([
      { kind: "shared-transport-id-collision", id: 1, servers: ["a", "b"] },
      { kind: "shared-transport-id-collision", id: "1", servers: ["a", "c"] },
      { kind: "shared-transport-id-collision", id: "x", servers: ["a", "c"] },
    ]);
  });

  test("ids of answers, of notifications and of the server's own requests are not the client's", () => {
    const quiet = session("b")
      .idsFrom(100)
      .handshake()
      .exchange({ request: { id: 1, result: {} } })
      .meanwhile({ id: 1, method: "ping" });
    expect(report([session("a").handshake(), quiet]).composition).toEqual([]);
  });

  test("on separate transports the ids are a note", () => {
    const found = report([server("a", 1, "x"), server("b", 1, "y")], "separate");
    expect(found.ok).toBe(true);
    expect(found.composition).toEqual([]);
    expect(found.notes).toEqual([
      "2 request ids used with more than one server: harmless, the transports are separate",
    ]);
    expect(report([server("a", 1, "x"), server("b", 1, "x")], "separate").ok).toBe(false);
  });

  test("an id used twice with one server is no collision with another", () => {
    const twice = session("a").handshake().idsFrom(1).asks("ping", {});
    expect(report([twice, server("b", 100, "x")]).composition).toEqual([]);
  });
});
