import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, leftOut, refused, statelessMeta } from "../small-captures.ts";

const revision = "2026-07-28";
const as = (name: string): JsonObject => ({
  _meta: statelessMeta({}, { "io.modelcontextprotocol/clientInfo": { name, version: "1" } }),
});
const discover = (step: string, capabilities: Json, name = "mcptest", more: JsonObject = {}): Exchange =>
  answered(step, "server/discover", { capabilities, supportedVersions: [revision], ...more }, as(name));
const list = (step: string, names: readonly string[], name = "mcptest"): Exchange =>
  answered(step, "tools/list", { tools: names.map((tool) => ({ name: tool })) }, as(name));

readingTable("client_names", [
  givenStateless("the same offer, whatever else differs, its order too, and another one", [
    discover("server/discover", { tools: {}, logging: {} }),
    list("tools/list", ["a", "b"]),
    discover("client-name-claude-ai", { logging: {}, tools: {} }, "claude-ai", { ttlMs: 5 }),
    list("client-name-claude-ai-tools", ["a", "b"], "claude-ai"),
    discover("client-name-cursor", { tools: {} }, "cursor"),
    list("client-name-cursor-tools", ["b"], "cursor"),
    list("client-name-claude-ai-tools", ["b", "a"], "probe"),
    discover("parse-error-control", { tools: {}, logging: {} }),
    list("fresh-tools/list", ["b", "a"]),
  ]).values(
    [
      { client: "claude-ai", asked: "server/discover", offer: "same" },
      { client: "claude-ai", asked: "tools/list", offer: "same" },
      { client: "cursor", asked: "server/discover", offer: "other" },
      { client: "cursor", asked: "tools/list", offer: "other" },
      { client: "probe", asked: "tools/list", offer: "same" },
    ],
    {
      at: ["", "", "", "", ""],
      names: ["claude-ai", "claude-ai", "cursor", "cursor", "probe"],
      parts: [{ client: "/request/params", asked: "/request/method", offer: "/response/result" }, {}, {}, {}, {}],
    },
  ),
  givenStateless("a client without a name, and other versions", [
    discover("server/discover", {}),
    answered("no-client-info", "server/discover", { capabilities: {}, supportedVersions: ["2027-01-01"] }),
    discover("settle-era", {}),
  ]).values([{ client: "", asked: "server/discover", offer: "other" }]),
  givenStateless("one client sees less than mcptest did before and after", [
    list("tools/list", ["a", "b"]),
    list("client-name-cursor-tools", ["b"], "cursor"),
    list("tools/list-again", ["a", "b"]),
  ]).values([{ client: "cursor", asked: "tools/list", offer: "other" }]),
  givenStateless("an offer that changes with time, or of which nobody knows whether it does", [
    list("tools/list", ["a"]),
    list("fresh-tools/list", ["a", "b"]),
    list("client-name-cursor-tools", ["b"], "cursor"),
    discover("server/discover", {}),
    discover("settle-era", {}),
    discover("client-name-cursor", { tools: {} }, "cursor"),
  ]).unseen("not-probed"),
  givenStateless("nothing to compare: a refusal, a result that is no list, no usual answer", [
    list("tools/list", ["a"]),
    refused("client-name-cursor-tools", "tools/list", -32603),
    answered("client-name-claude-ai-tools", "tools/list", { tools: "all" }),
    discover("client-name-cursor", {}, "cursor"),
    discover("idle", {}),
    leftOut("client-name-cursor", "prerequisite-missing"),
  ]).leftOut(),
  { ...NOTHING, revision },
]);
