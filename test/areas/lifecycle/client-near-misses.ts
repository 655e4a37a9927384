import { isJsonObject, type JsonObject, member } from "../../../src/base/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { stray } from "../../clients/edits.ts";
import {
  BOTH,
  DUAL_HTTP,
  DUAL_STDIO,
  EVERYWHERE,
  HTTP,
  MODERN,
  MODERN_HTTP,
  MODERN_STDIO,
  type NearMissClient,
  nearMiss,
  OLD_STDIO,
  STDIO,
} from "../../clients/mutant-client.ts";
import { isRequest, lowerCase, UNUSUAL_SESSION, unusual } from "../../clients/unusual-sessions.ts";

const EVERY_SESSION = [
  ...["C-LIFE-001", "C-LIFE-003", "C-LIFE-005", "C-LIFE-011", "C-CANCEL-002", "C-COMPL-001", "C-RES-004"],
  ...["C-PROTO-001", "C-PROTO-004", "C-PROTO-010", "C-PROG-001", "C-PROG-002", "C-TOOL-001", "C-TOOL-002"],
];

/** What the stateless era lets a client say of itself. */
const described = (message: JsonObject): JsonObject => {
  const changed = unusual(message);
  const params = member(changed, "params");
  const meta = member(params, "_meta");
  if (!isRequest(message) || !isJsonObject(params) || !isJsonObject(meta)) return changed;
  const info = meta[META_KEY.clientInfo];
  return {
    ...changed,
    params: {
      ...params,
      _meta: {
        ...meta,
        [META_KEY.clientInfo]: { ...(isJsonObject(info) ? info : {}), title: "", websiteUrl: "https://example.com" },
        [META_KEY.clientCapabilities]: {
          experimental: { "com.example/x": {} },
          extensions: {
            "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app", "text/x-other"], more: true },
          },
        },
        [META_KEY.logLevel]: "emergency",
      },
    },
  };
};

const EVERY_REQUEST = [
  ...["C-LIFE-021", "C-LIFE-034", "C-LIFE-036", "C-LIFE-037", "C-META-001", "C-META-002", "C-META-003", "C-META-006"],
  ...["C-MRTR-009", "C-PROTO-022", "C-UI-001"],
];

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("own-capability", ["C-LIFE-012", "C-EXT-003"], EVERYWHERE).does({
    capabilities: { experimental: { "com.example/x": {} }, somethingNew: {} },
  }),
  nearMiss("declines-what-is-newer", ["C-LIFE-004"], OLD_STDIO, "newer-version").does({}),
  nearMiss("follows-what-is-older", ["C-LIFE-008", "C-LIFE-010"], BOTH, "older-version").does({}),
  nearMiss("knows-the-future", ["C-LIFE-013"], BOTH, "surprises").does({ capabilities: { somethingNew: {} } }),
  nearMiss("a-small-server-will-do", ["C-LIFE-014"], BOTH, "minimal-handshake").does({ capabilities: {} }),
  nearMiss("tries-three-times", ["C-LIFE-015"], BOTH, "broken-handshake").does({ attempts: 3 }),
  nearMiss("tries-a-contradiction-once-more", ["C-LIFE-019", "C-LIFE-017"], MODERN, "version-always-refused").does({}),
  nearMiss("takes-the-second-of-the-list", ["C-LIFE-020"], MODERN, "listed-versions").does({}),
  nearMiss(
    "both-eras-over-http",
    ["C-LIFE-022", "C-LIFE-023", "C-LIFE-024", "C-LIFE-025", "C-LIFE-032", "C-LIFE-038"],
    DUAL_HTTP,
    ["headers-refused", "neutral-stateful", "legacy-406", "no-discovery"],
  ).does({}),
  nearMiss(
    "both-eras-on-stdio",
    ["C-LIFE-026", "C-LIFE-027", "C-LIFE-028", "C-LIFE-029", "C-LIFE-030", "C-LIFE-031", "C-LIFE-032"],
    DUAL_STDIO,
    ["neutral", "version-refused", "legacy-invalid-params", "legacy-silence", "legacy-exit"],
  ).does({}),
  nearMiss("one-era-is-enough", ["C-LIFE-035"], MODERN, "neutral-stateful").does({}),
  nearMiss("all-that-is-left-open-on-stdio", [...EVERY_SESSION, "C-PROTO-018"], STDIO).does(UNUSUAL_SESSION),
  nearMiss(
    "all-that-is-left-open-over-http",
    [
      ...EVERY_SESSION,
      ...["C-HEADER-002", "C-HTTP-004", "C-HTTP-006", "C-HTTP-025", "C-HTTP-029", "C-HTTP-030", "C-PROTO-018"],
    ],
    HTTP,
  ).does({ ...UNUSUAL_SESSION, opensStream: true }),
  nearMiss(
    "all-that-is-left-open-today",
    [
      ...EVERY_REQUEST.filter((id) => id !== "C-LIFE-034"),
      ...["C-HEADER-003", "C-HEADER-004", "C-HEADER-005", "C-HEADER-006", "C-HEADER-007", "C-HEADER-010"],
      ...["C-HEADER-032", "C-HTTP-032", "C-HTTP-033"],
    ],
    MODERN_HTTP,
  ).does({ edit: described, headers: lowerCase }),
  nearMiss("all-that-is-left-open-today-on-stdio", EVERY_REQUEST, MODERN_STDIO).does({ edit: described }),
  nearMiss("tries-a-refused-handshake-again", ["C-LIFE-006"], BOTH, "refused-handshake").does({ attempts: 2 }),
  nearMiss("pings-before-it-is-ready", ["C-LIFE-007"], STDIO, "slow-handshake").does({
    meanwhile: { initialize: [stray("ping", 700)] },
  }),
  nearMiss("leaves-politely", ["C-LIFE-009"], BOTH, "unknown-version").does(UNUSUAL_SESSION),
  nearMiss("looks-twice-for-a-version", ["C-LIFE-018"], [...MODERN_HTTP, ...MODERN_STDIO], "no-common-version").does({
    attempts: 2,
  }),
];
