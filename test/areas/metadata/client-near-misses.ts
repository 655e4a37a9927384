import { onMeta, onParams } from "../../clients/edits.ts";
import { EVERYWHERE, type InnocentClient, MODERN, STDIO } from "../../clients/mutant-client.ts";

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "own-key",
    near: ["C-META-005", "C-META-007"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "com.example/key": 1, plain: 2 }), "tools/call"),
  },
  {
    name: "mcp-as-a-third-label",
    near: ["C-META-005"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "com.example.mcp/key": 1 }), "tools/call"),
  },
  {
    name: "traced",
    near: ["C-META-008"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, traceparent: TRACE }), "tools/call"),
  },
  {
    name: "title-and-site",
    near: ["C-META-004", "C-LIFE-002"],
    contexts: STDIO,
    vice: onParams("initialize", (params) => ({
      ...params,
      clientInfo: { name: "x", version: "", title: "X", websiteUrl: "https://example.com" },
    })),
  },

  {
    name: "metadata-of-others",
    near: ["C-META-009"],
    contexts: EVERYWHERE,
    scenario: "surprises",
    vice: { capabilities: {} },
  },
  {
    name: "no-matter-what-it-is-called",
    near: ["C-META-010"],
    contexts: MODERN,
    scenario: ["neutral-stateless", "famous-server", "anonymous-server"],
    vice: {},
  },
  {
    name: "asks-once-more",
    near: ["C-META-011"],
    contexts: MODERN,
    scenario: "capability-required",
    vice: { repeatsAfter: { code: -32021, times: 1 } },
  },
];
