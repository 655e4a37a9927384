import { isJsonObject, type JsonObject, member } from "../../../src/base/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { stray } from "../edits.ts";
import {
  BOTH,
  HTTP,
  type InnocentClient,
  MODERN_HTTP,
  MODERN_STDIO,
  OLD_HTTP,
  OLDEST_HTTP,
  STDIO,
} from "../mutant-client.ts";
import type { HeaderPair, Vice } from "../small-client/vice.ts";

// Clients that make many unusual choices at once in a session in which nothing goes wrong: what the text leaves open, they do otherwise.

const isRequest = (message: JsonObject): boolean => "method" in message && "id" in message;

/** Ids that are texts, keys of its own and a token for progress in `_meta`, numbers with fractions. */
const unusual = (message: JsonObject): JsonObject => {
  if (!isRequest(message)) return message;
  const params = member(message, "params");
  const meta = member(params, "_meta");
  const given = member(params, "arguments");
  return {
    ...message,
    id: `call/${String(message["id"])}`,
    params: {
      ...(isJsonObject(params) ? params : {}),
      ...(isJsonObject(given) && "a" in given ? { arguments: { ...given, a: -2.5, later: null } } : {}),
      _meta: {
        ...(isJsonObject(meta) ? meta : {}),
        "com.example.trace/x_y.z": { since: [1] },
        progressToken: `t ${String(message["id"])}`,
      },
    },
  };
};

const lowerCase = (headers: readonly HeaderPair[]): readonly HeaderPair[] =>
  headers.map(
    ([name, value]): HeaderPair => [
      name.toLowerCase(),
      name.toLowerCase() === "content-type" ? `${value}; charset=utf-8` : value,
    ],
  );

const STATEFUL: Vice = {
  edit: unusual,
  headers: lowerCase,
  before: { "tools/list": [stray("ping", 700)] },
  after: { "notifications/initialized": [stray("notifications/initialized")] },
};

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

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "all-that-is-left-open-on-stdio",
    near: [...EVERY_SESSION, "C-PROTO-018"],
    contexts: STDIO,
    vice: STATEFUL,
  },
  {
    name: "all-that-is-left-open-over-http",
    near: [
      ...EVERY_SESSION,
      ...["C-HEADER-002", "C-HTTP-004", "C-HTTP-006", "C-HTTP-025", "C-HTTP-029", "C-HTTP-030", "C-PROTO-018"],
    ],
    contexts: HTTP,
    vice: { ...STATEFUL, opensStream: true },
  },
  { name: "all-that-was-left-open", near: ["C-PROTO-017"], contexts: OLD_HTTP, vice: STATEFUL },
  {
    name: "all-that-is-left-open-today",
    near: [
      ...EVERY_REQUEST.filter((id) => id !== "C-LIFE-034"),
      ...["C-HEADER-003", "C-HEADER-004", "C-HEADER-005", "C-HEADER-006", "C-HEADER-007", "C-HEADER-010"],
      ...["C-HEADER-032", "C-HTTP-032", "C-HTTP-033"],
    ],
    contexts: MODERN_HTTP,
    vice: { edit: described, headers: lowerCase },
  },
  {
    name: "all-that-is-left-open-today-on-stdio",
    near: EVERY_REQUEST,
    contexts: MODERN_STDIO,
    vice: { edit: described },
  },
  { name: "needs-no-session", near: ["C-HTTP-027"], contexts: HTTP, scenario: "no-session", vice: STATEFUL },
  {
    name: "asks-for-a-stream-twice",
    near: ["C-HTTP-018"],
    contexts: HTTP,
    scenario: "no-stream",
    vice: { insistsOnStream: 2 },
  },
  {
    name: "listens-in-an-odd-session",
    near: ["C-HTTP-026"],
    contexts: HTTP,
    scenario: "odd-session-id",
    vice: { opensStream: true },
  },
  {
    name: "starts-over-with-other-ids",
    near: ["C-HTTP-028"],
    contexts: HTTP,
    scenario: "lost-session",
    vice: { edit: (message) => (isRequest(message) ? { ...message, id: `x-${String(message["id"])}` } : message) },
  },
  {
    // The call does not wait for it, and no sentence says when an answer has to come.
    name: "answers-when-the-call-is-over",
    near: ["C-HTTP-016", "C-PING-002", "C-PROTO-006", "C-PROTO-007", "C-PROTO-008", "C-PROTO-009"],
    contexts: HTTP,
    scenario: "server-requests",
    vice: { answersWhenIdle: ["x/unknown"] },
  },
  {
    name: "reads-what-comes-in-any-form",
    near: ["C-HTTP-008", "C-HTTP-009", "C-HTTP-010", "C-HTTP-011", "C-HTTP-015", "C-HTTP-024", "C-HTTP-037"],
    contexts: HTTP,
    scenario: [
      ...(["json-with-charset", "streamed-answers", "changing-answers", "odd-events", "primed-streams"] as const),
      ...(["odd-header-names", "accepted-with-body"] as const),
    ],
    vice: { closesAnswered: true, headers: lowerCase },
  },
  { name: "two-calls-in-two-streams", near: ["C-HTTP-020"], contexts: HTTP, scenario: "two-streams", vice: STATEFUL },
  {
    name: "stops-at-a-foreign-endpoint",
    near: ["C-HTTP-003"],
    contexts: OLDEST_HTTP,
    scenario: "old-foreign-endpoint",
    vice: {},
  },
  {
    name: "tries-the-new-transport-first",
    near: ["C-HTTP-031"],
    contexts: OLD_HTTP,
    scenario: ["old-transport", "old-transport-404"],
    vice: {},
  },
  {
    name: "tries-a-refused-handshake-again",
    near: ["C-LIFE-006"],
    contexts: BOTH,
    scenario: "refused-handshake",
    vice: { attempts: 2 },
  },
  {
    name: "pings-before-it-is-ready",
    near: ["C-LIFE-007"],
    contexts: STDIO,
    scenario: "slow-handshake",
    vice: { meanwhile: { initialize: [stray("ping", 700)] } },
  },
  { name: "leaves-politely", near: ["C-LIFE-009"], contexts: BOTH, scenario: "unknown-version", vice: STATEFUL },
  {
    name: "looks-twice-for-a-version",
    near: ["C-LIFE-018"],
    contexts: [...MODERN_HTTP, ...MODERN_STDIO],
    scenario: "no-common-version",
    vice: { attempts: 2 },
  },
];
