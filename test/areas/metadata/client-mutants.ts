import { member } from "../../../src/model/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, without } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, MODERN_STDIO, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "key-with-a-space",
    fails: ["C-META-005"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "my key!": 1 }), "tools/call"),
  },
  {
    name: "key-of-mcp",
    fails: ["C-META-006"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "dev.mcp/trace": "x" }), "tools/call"),
  },
  {
    name: "domain-order",
    fails: ["C-META-007"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "mycompany.com/key": 1 }), "tools/call"),
  },
  {
    name: "bare-trace-id",
    fails: ["C-META-008"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, traceparent: "0af76519-16cd-43dd-8448-eb211c80319c" }), "tools/call"),
  },
  {
    name: "numbered-version",
    fails: ["C-META-004"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.clientInfo]: { name: "x", version: 1 } })),
  },
  {
    name: "no-version-in-lists",
    fails: ["C-META-001"],
    contexts: MODERN_STDIO,
    vice: onMeta((meta) => without(meta, META_KEY.protocolVersion), "tools/list"),
  },
  {
    name: "capabilities-once",
    fails: ["C-META-002"],
    contexts: MODERN,
    vice: onMeta((meta) => without(meta, META_KEY.clientCapabilities), "tools/call"),
  },
  {
    name: "anonymous-lists",
    fails: ["C-META-003"],
    contexts: MODERN,
    vice: onMeta((meta) => without(meta, META_KEY.clientInfo), "prompts/list"),
  },

  {
    name: "closed-metadata",
    fails: ["C-META-009"],
    contexts: EVERYWHERE,
    scenario: "surprises",
    vice: { stopsOn: (message) => member(member(member(message, "result"), "_meta"), "com.example/y") !== undefined },
  },
  {
    name: "knows-a-product",
    fails: ["C-META-010"],
    contexts: MODERN,
    scenario: ["neutral-stateless", "anonymous-server", "famous-server"],
    vice: {
      stopsOn: (message) => member(message, "id") !== 1 && JSON.stringify(message).includes("github-mcp-server"),
    },
  },
  {
    name: "insists-on-a-refused-call",
    fails: ["C-META-011"],
    contexts: MODERN,
    scenario: "capability-required",
    vice: { repeatsAfter: { code: -32021, times: 3 } },
  },
];
