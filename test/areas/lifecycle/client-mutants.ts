import { member } from "../../../src/base/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import {
  MODERN_META,
  onMeta,
  onMethod,
  onParams,
  resultHas,
  stray,
  withHeader,
  without,
  withoutHeader,
} from "../../clients/edits.ts";
import {
  BOTH,
  DUAL_HTTP,
  DUAL_STDIO,
  EVERYWHERE,
  HTTP,
  MODERN,
  MODERN_STDIO,
  type MutantClient,
  mutant,
  OLD_STDIO,
  STDIO,
} from "../../clients/mutant-client.ts";

const ON = { scenario: "server-requests", contexts: BOTH } as const;
const UNOFFERED = { contexts: STDIO, scenario: "tools-only" } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("lists-before-initialize", ["C-LIFE-001"], STDIO).does({ before: { initialize: [stray("tools/list", 900)] } }),
  mutant("no-capabilities", ["C-LIFE-002"], BOTH).does(
    onParams("initialize", (params) => without(params, "capabilities")),
  ),
  mutant("version-is-missing", ["C-LIFE-002", "C-META-004"], BOTH).does(
    onParams("initialize", (params) => ({ ...params, clientInfo: { name: "x" } })),
  ),
  mutant("initialize-before-discover", ["C-LIFE-026"], MODERN_STDIO, "neutral").does({
    before: {
      "server/discover": [
        {
          ...stray("initialize", 900),
          params: {
            protocolVersion: "2025-11-25",
            capabilities: {},
            clientInfo: { name: "small-client", version: "1.0.0" },
          },
        },
      ],
    },
  }),
  mutant("never-initialized", ["C-LIFE-005"], BOTH).does(onMethod("notifications/initialized", () => undefined)),
  mutant("initialized-last", ["C-LIFE-005"], STDIO).does({
    ...onMethod("notifications/initialized", () => undefined),
    after: { "tools/list": [stray("notifications/initialized")] },
  }),
  mutant("sampling-is-true", ["C-LIFE-012"], EVERYWHERE).does({ capabilities: { sampling: true } }),
  mutant("discover-with-more", ["C-LIFE-021"], MODERN).does(
    onParams("server/discover", (params) => ({ ...params, verbose: true })),
  ),
  mutant("lists-right-away", ["C-LIFE-034"], MODERN_STDIO).does({
    before: { "server/discover": [{ ...stray("tools/list", 900), params: { _meta: MODERN_META } }] },
  }),
  mutant("initialized-out-of-habit", ["C-LIFE-036"], MODERN).does({
    after: { "server/discover": [stray("notifications/initialized")] },
  }),
  mutant("still-pings", ["C-LIFE-037"], MODERN).does({
    after: { "server/discover": [{ ...stray("ping", 900), params: { _meta: MODERN_META } }] },
  }),
  mutant("asks-for-1.0", ["C-LIFE-003"], ON).does(
    onParams("initialize", (params) => ({ ...params, protocolVersion: "1.0" })),
  ),
  mutant("goes-on-after-an-error", ["C-LIFE-006"], STDIO, "refused-handshake").does({
    after: { initialize: [stray("notifications/initialized")] },
  }),
  mutant("goes-on-in-1999", ["C-LIFE-009"], STDIO, "unknown-version").does({
    after: { initialize: [stray("notifications/initialized")] },
  }),
  mutant("lists-during-the-handshake", ["C-LIFE-007"], STDIO, "slow-handshake").does({
    meanwhile: { initialize: [{ jsonrpc: "2.0", id: 900, method: "tools/list" }] },
  }),
  mutant("prompts-of-a-server-with-tools", ["C-LIFE-011"], [...STDIO, ...MODERN], "tools-only").does({
    ...onMethod("tools/list", (message) => ({ ...message, method: "prompts/list" })),
  }),
  mutant("gives-up-on-versions", ["C-LIFE-017"], MODERN, "version-refused").does({ givesUp: true }),
  mutant("tries-for-ever", ["C-LIFE-018"], MODERN, "no-common-version").does({ neverGivesUp: true }),
  mutant("asks-for-less-than-it-can", ["C-LIFE-004"], OLD_STDIO, "newer-version").does({ takesAnyVersion: true }),
  mutant("keeps-its-version", ["C-HEADER-002", "C-LIFE-008"], HTTP, "older-version").does(
    withHeader("MCP-Protocol-Version", "2025-11-25", "tools/list"),
  ),
  mutant("tasks-before-their-time", ["C-LIFE-010"], [{ transport: "stdio", version: "2025-06-18" }]).does(
    onParams("tools/call", (params) => ({ ...params, task: {} })),
  ),
  mutant("closed-capabilities", ["C-LIFE-013"], BOTH, "surprises").does({
    stopsOn: (message) => member(member(member(message, "result"), "capabilities"), "xFuture") !== undefined,
  }),
  mutant("closed-results", ["C-LIFE-013"], MODERN, "surprises").does({ stopsOn: resultHas("unheardOf") }),
  mutant("needs-tools", ["C-LIFE-014"], BOTH, "minimal-handshake").does({
    stopsOn: (message) => JSON.stringify(member(member(message, "result"), "capabilities")) === "{}",
  }),
  mutant("insists-on-a-broken-handshake", ["C-LIFE-015"], BOTH, "broken-handshake").does({ attempts: 8 }),
  mutant("insists-on-a-failing-handshake", ["C-LIFE-015"], HTTP, "failing-handshake").does({ attempts: 8 }),
  mutant("counts-no-versions", ["C-LIFE-019"], MODERN, "version-always-refused").does({ neverGivesUp: true }),
  mutant("version-of-its-own", ["C-LIFE-020"], MODERN_STDIO, "listed-versions").does(
    onMeta((meta) => ({ ...meta, [META_KEY.protocolVersion]: "2027-01-01" }), "tools/list"),
  ),
  mutant("handshake-after-any-400", ["C-LIFE-022"], DUAL_HTTP, "headers-refused").does({
    fallsBack: (_, status) => status === 400,
  }),
  mutant("no-handshake-after-400", ["C-LIFE-023"], DUAL_HTTP, ["legacy-404", "legacy-400-text"]).does({
    fallsBack: (_, status) => status !== 400,
  }),
  mutant("handshake-after-400-alone", ["C-LIFE-024"], DUAL_HTTP, ["legacy-400-empty", "legacy-405"]).does({
    fallsBack: (_, status) => status === 400,
  }),
  mutant("handshake-after-any-404", ["C-LIFE-025"], DUAL_HTTP, "no-discovery").does({
    fallsBack: (_, status) => status === 404,
  }),
  mutant("handshake-in-any-case", ["C-LIFE-027", "C-LIFE-036"], DUAL_STDIO, "neutral").does({ fallsBack: () => true }),
  mutant("handshake-after-any-error", ["C-LIFE-017", "C-LIFE-028"], DUAL_STDIO, "version-refused").does({
    fallsBack: (answer) => member(answer, "error") !== undefined,
  }),
  mutant("handshake-after-one-code", ["C-LIFE-029"], DUAL_STDIO, ["neutral-stateful", "legacy-own-code"]).does({
    fallsBack: (answer) => member(member(answer, "error"), "code") === -32601,
  }),
  mutant("no-handshake-after-silence", ["C-LIFE-030"], DUAL_STDIO, ["neutral-stateful", "legacy-silence"]).does({
    fallsBack: (answer) => answer !== undefined,
  }),
  mutant("never-starts-again", ["C-LIFE-031"], DUAL_STDIO, ["neutral-stateful", "legacy-exit"]).does({
    neverRestarts: true,
  }),
  mutant("finds-out-again-and-again", ["C-LIFE-032"], DUAL_STDIO, "neutral-stateful").does({
    after: { "tools/list": [{ ...stray("server/discover", 900), params: { _meta: MODERN_META } }] },
  }),
  mutant("calls-a-server-of-the-other-era", ["C-LIFE-035"], MODERN, "neutral-stateful").does({ goesOnRefused: true }),
  mutant("forgets-the-session-after-falling-back", ["C-HTTP-025", "C-LIFE-038"], DUAL_HTTP, "neutral-stateful").does(
    withoutHeader("Mcp-Session-Id", "prompts/list"),
  ),
  mutant("subscribes-unoffered", ["C-LIFE-011", "C-RES-004"], UNOFFERED).does({
    after: {
      "tools/list": [{ jsonrpc: "2.0", id: "s", method: "resources/subscribe", params: { uri: "test://note" } }],
    },
  }),
];
