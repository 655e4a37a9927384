import { member } from "../../../src/base/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, without } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, MODERN_STDIO, type MutantClient, mutant } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("key-with-a-space", ["C-META-005"], EVERYWHERE).does(
    onMeta((meta) => ({ ...meta, "my key!": 1 }), "tools/call"),
  ),
  mutant("key-of-mcp", ["C-META-006"], EVERYWHERE).does(
    onMeta((meta) => ({ ...meta, "dev.mcp/trace": "x" }), "tools/call"),
  ),
  mutant("domain-order", ["C-META-007"], EVERYWHERE).does(
    onMeta((meta) => ({ ...meta, "mycompany.com/key": 1 }), "tools/call"),
  ),
  mutant("bare-trace-id", ["C-META-008"], MODERN).does(
    onMeta((meta) => ({ ...meta, traceparent: "0af76519-16cd-43dd-8448-eb211c80319c" }), "tools/call"),
  ),
  mutant("numbered-version", ["C-META-004"], MODERN).does(
    onMeta((meta) => ({ ...meta, [META_KEY.clientInfo]: { name: "x", version: 1 } })),
  ),
  mutant("no-version-in-lists", ["C-META-001"], MODERN_STDIO).does(
    onMeta((meta) => without(meta, META_KEY.protocolVersion), "tools/list"),
  ),
  mutant("capabilities-once", ["C-META-002"], MODERN).does(
    onMeta((meta) => without(meta, META_KEY.clientCapabilities), "tools/call"),
  ),
  mutant("anonymous-lists", ["C-META-003"], MODERN).does(
    onMeta((meta) => without(meta, META_KEY.clientInfo), "prompts/list"),
  ),
  mutant("closed-metadata", ["C-META-009"], EVERYWHERE, "surprises").does({
    stopsOn: (message) => member(member(member(message, "result"), "_meta"), "com.example/y") !== undefined,
  }),
  mutant("knows-a-product", ["C-META-010"], MODERN, ["neutral-stateless", "anonymous-server", "famous-server"]).does({
    stopsOn: (message) => member(message, "id") !== 1 && JSON.stringify(message).includes("github-mcp-server"),
  }),
  mutant("insists-on-a-refused-call", ["C-META-011"], MODERN, "capability-required").does({
    repeatsAfter: { code: -32021, times: 3 },
  }),
];
