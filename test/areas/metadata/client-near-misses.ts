import { onMeta, onParams } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, type NearMissClient, nearMiss, STDIO } from "../../clients/mutant-client.ts";

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("own-key", ["C-META-005", "C-META-007"], EVERYWHERE).does(
    onMeta((meta) => ({ ...meta, "com.example/key": 1, plain: 2 }), "tools/call"),
  ),
  nearMiss("mcp-as-a-third-label", ["C-META-005"], EVERYWHERE).does(
    onMeta((meta) => ({ ...meta, "com.example.mcp/key": 1 }), "tools/call"),
  ),
  nearMiss("traced", ["C-META-008"], MODERN).does(onMeta((meta) => ({ ...meta, traceparent: TRACE }), "tools/call")),
  nearMiss("title-and-site", ["C-META-004", "C-LIFE-002"], STDIO).does(
    onParams("initialize", (params) => ({
      ...params,
      clientInfo: { name: "x", version: "", title: "X", websiteUrl: "https://example.com" },
    })),
  ),
  nearMiss("metadata-of-others", ["C-META-009"], EVERYWHERE, "surprises").does({ capabilities: {} }),
  nearMiss("no-matter-what-it-is-called", ["C-META-010"], MODERN, [
    "neutral-stateless",
    "famous-server",
    "anonymous-server",
  ]).does({}),
  nearMiss("asks-once-more", ["C-META-011"], MODERN, "capability-required").does({
    repeatsAfter: { code: -32021, times: 1 },
  }),
];
