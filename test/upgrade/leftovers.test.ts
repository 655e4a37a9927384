// What servers built to a release candidate of 2026-07-28 still do.

import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { judgeUpgrade } from "../../src/scores/upgrade/judge-upgrade.ts";
import { type CaptureBuilder, session } from "../judge/capture-builder.ts";

const META = "io.modelcontextprotocol/";
const meta = (client = true): JsonObject => ({
  _meta: {
    [`${META}protocolVersion`]: "2026-07-28",
    [`${META}clientCapabilities`]: {},
    ...(client ? { [`${META}clientInfo`]: { name: "t", version: "1" } } : {}),
  },
});
const DISCOVERED = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private",
  _meta: { [`${META}serverInfo`]: { name: "s", version: "1" } },
};

const modern = (result: Json = DISCOVERED): CaptureBuilder =>
  session("stdio:s").asks("server/discover", result, meta());

const leftoversIn = async (capture: Capture): Promise<string[]> =>
  (await judgeUpgrade(capture, { from: "2026-07-28", to: "2026-07-28" })).leftovers.map(({ id }) => id);

describe("each is recognised", () => {
  const property = (type: string) => ({ n: { type, "x-mcp-header": "N" } });
  const listed = (schema: Json) => ({ resultType: "complete", tools: [{ name: "t", inputSchema: schema }] });

  test.each<readonly [string, CaptureBuilder]>([
    ["rc-code-32001", modern().fails("tools/list", { code: -32001, message: "Header mismatch" }, meta())],
    ["rc-code-32003", modern().fails("tools/call", { code: -32003, message: "Missing capability" }, meta())],
    ["rc-code-32004", modern().fails("tools/list", { code: -32004, message: "Unsupported version" }, meta())],
    ["rc-server-info", modern({ ...DISCOVERED, serverInfo: { name: "s", version: "1" } })],
    ["rc-client-info", modern().fails("tools/list", { code: -32602, message: "clientInfo missing" }, meta(false))],
    [
      "rc-number-header",
      modern().asks("tools/list", listed({ type: "object", properties: property("number") }), meta()),
    ],
    [
      "rc-number-header",
      modern().asks(
        "tools/list",
        listed({ type: "object", properties: { o: { type: "object", properties: property("number") } } }),
        meta(),
      ),
    ],
    ["rc-version", modern({ ...DISCOVERED, supportedVersions: ["2026-06-30"] })],
    [
      "rc-version",
      modern().fails(
        "tools/list",
        { code: -32022, message: "Unsupported", data: { supported: ["2026-06-30"], requested: "2026-07-28" } },
        meta(),
      ),
    ],
  ])("%s", async (id, builder) => {
    const { leftovers, ready } = await judgeUpgrade(builder.build(), { from: "2026-07-28", to: "2026-07-28" });
    expect(leftovers.map((one) => one.id)).toEqual([id]);
    expect(ready).toBe(false);
    const [found] = leftovers;
    expect(found?.evidence[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(found?.fix).not.toBe("");
    expect(found?.spec).toMatch(/^https:\/\//);
  });
});

describe("and nothing else is", () => {
  test("a server that follows the release", async () => {
    const good = modern()
      .asks("tools/list", { resultType: "complete", tools: [{ name: "t", inputSchema: { type: "object" } }] }, meta())
      .fails("tools/list", { code: -32020, message: "Header mismatch" }, meta())
      .asks("tools/list", { resultType: "complete", tools: [] }, meta(false));
    expect(await leftoversIn(good.build())).toEqual([]);
  });

  test("the same codes of a server of the older era, which mean something else there", async () => {
    const old = session("stdio:s").handshake().fails("tools/list", { code: -32001, message: "Session not found" });
    expect(await leftoversIn(old.build())).toEqual([]);
    const { leftovers } = await judgeUpgrade(old.build(), { from: "2025-11-25", to: "2026-07-28" });
    expect(leftovers).toEqual([]);
  });

  test("a refusal of something that was wrong on purpose", async () => {
    const odd = modern().fails("tools/list", { code: -32602, message: "bad" }, meta(false)).onPurpose();
    expect(await leftoversIn(odd.build())).toEqual([]);
  });
});
