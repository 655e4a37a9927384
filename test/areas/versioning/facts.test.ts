import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import {
  answerCases,
  besideCases,
  given,
  givenStateless,
  givenStatelessHttp,
  NOTHING,
  readingTable,
} from "../reading-table.ts";
import {
  answered,
  conversations,
  deliberate,
  leftOut,
  overHttp,
  refused,
  statelessMeta,
  unanswered,
  within,
} from "../small-captures.ts";

const hello = (protocolVersion: string, answer?: Json, step = "initialize"): Exchange =>
  answered(step, "initialize", answer === undefined ? {} : { protocolVersion: answer }, { protocolVersion });

const ANSWERED = "/response/result/protocolVersion";

readingTable("version_answers", [
  given("versions that were taken, swapped, and named elsewhere; of every conversation", {
    conversations: [...conversations(["main"]), ...conversations(["old"], { probes: "2025-06-18" })],
    exchanges: [
      hello("2025-11-25", "2025-11-25"),
      within("old", hello("2025-06-18", "2025-11-25")),
      hello("1999-01-01", "2025-06-18"),
    ],
  }).values(
    [
      { requested: "2025-11-25", answered: "2025-11-25", asked_for: "supported", echo: "same" },
      { requested: "2025-06-18", answered: "2025-11-25", asked_for: "supported", echo: "other" },
      { requested: "1999-01-01", answered: "2025-06-18", asked_for: "unknown", echo: "other" },
    ],
    { at: [ANSWERED, ANSWERED, ANSWERED], exchanges: ["main/1", "main/2", "main/3"] },
  ),
  given("answers without a version, refusals, and other methods", [
    hello("2025-11-25"),
    hello("2025-11-25", 7),
    refused("initialize", "initialize", -32602, { protocolVersion: "1999-01-01" }),
    answered("ping", "ping", { protocolVersion: "x" }, { protocolVersion: "x" }),
    answered("initialize", "initialize", { protocolVersion: "2025-11-25" }),
    leftOut("initialize", "prerequisite-missing"),
  ]).leftOut(),
  NOTHING,
]);

readingTable("counter_offers", [
  given("offers beside the newest version that was taken", [
    hello("2025-06-18", "2025-06-18"),
    hello("2025-11-25", "2025-11-25"),
    hello("1999-01-01", "2025-11-25"),
    hello("2999-12-31", "2025-06-18"),
    hello("1998-01-01", "2026-07-28"),
  ]).values(
    [
      { offered: "2025-11-25", newest_accepted: "2025-11-25", standing: "same" },
      { offered: "2025-06-18", newest_accepted: "2025-11-25", standing: "older" },
      { offered: "2026-07-28", newest_accepted: "2025-11-25", standing: "newer" },
    ],
    { at: [ANSWERED, ANSWERED, ANSWERED] },
  ),
  given("a version that is taken one time and swapped another is no counter-offer", [
    hello("2025-11-25", "2025-11-25"),
    hello("2025-11-25", "2025-06-18"),
  ]).unseen("not-probed"),
  given("offers of a server that takes nothing", [
    hello("1999-01-01", "2025-11-25"),
    leftOut("odd-version", "unsafe-to-probe"),
  ]).leftOut(),
  NOTHING,
]);

const discovered = (supportedVersions: Json): Exchange =>
  answered("server/discover", "server/discover", { supportedVersions }, { _meta: statelessMeta() });
const unsupported = (supported: Json): Exchange => ({
  step: "unknown-version",
  request: { jsonrpc: "2.0", id: 1, method: "server/discover" },
  response: { jsonrpc: "2.0", id: 1, error: { code: -32022, message: "", data: { supported } } },
});

readingTable("unknown_version", [
  givenStateless("an error that names what discovery lists, and more", [
    discovered(["2026-07-28"]),
    unsupported(["2026-07-28"]),
    unsupported(["2026-07-28", "2027-01-01"]),
  ]).partly(
    [
      { outcome: "error", unlisted: [] },
      { outcome: "error", unlisted: ["2027-01-01"] },
    ],
    { at: ["", ""], parts: [{ unlisted: "/response/error", error: "/response/error" }, {}] },
  ),
  givenStateless("an error that names versions of the older era, too", [
    discovered(["2026-07-28"]),
    unsupported(["2025-11-25", "2026-07-28", "draft-7"]),
  ]).partly([{ unlisted: ["draft-7"] }]),
  givenStateless("nothing to compare with, or nothing to compare", [
    deliberate(discovered(["2026-07-28"])),
    discovered("all"),
    unsupported(["2027-01-01"]),
  ]).partly([{ unlisted: [] }]),
  givenStateless("an error without a list, and a result", [
    discovered(["2026-07-28"]),
    unsupported("x"),
    answered("unknown-version", "x", {}),
  ]).partly([{ unlisted: [] }, { outcome: "result", unlisted: [] }]),
  NOTHING,
]);

readingTable("beside_unknown_version", besideCases(["unknown-version-before", "unknown-version-after"]));
readingTable("older_version", answerCases(["older-version"]));
readingTable("listed_version", answerCases(["listed-version-1", "listed-version-12"]));

const revision = "2026-07-28";

readingTable("same_id", answerCases(["same-id-discover", "same-id-list"]));
readingTable("extra_param", answerCases(["extra-param"]));
readingTable("removed_initialize", answerCases(["removed-initialize"]));
readingTable("after_leftover_notifications", besideCases(["leftover-notifications-control"]));
readingTable(
  "leftover_notifications",
  answerCases(["leftover-notifications-initialized", "leftover-notifications-roots"]),
);

const FRESH = conversations(["main", "fresh"], { probes: revision });
const META = { _meta: statelessMeta() };

readingTable("interleaved", [
  givenStateless("what works alone, and not what fails there too", [
    answered("server/discover", "server/discover", {}, META),
    refused("tools/list", "tools/list", -32603, META),
    refused("interleaved-1", "server/discover", -32600, META),
    refused("interleaved-10", "tools/list", -32603, META),
  ]).partly([{ outcome: "error" }], { exchanges: ["main/3"] }),
  { ...NOTHING, revision },
]);

readingTable("fresh_lists", [
  givenStateless("a list that another connection was given, and one that fails everywhere", {
    conversations: FRESH,
    exchanges: [
      answered("tools/list", "tools/list", { tools: [] }, META),
      refused("prompts/list", "prompts/list", -32603, META),
      within("fresh", refused("fresh-tools/list", "tools/list", -32600, META)),
      within("fresh", refused("fresh-prompts/list", "prompts/list", -32603, META)),
    ],
  }).partly([{ outcome: "error", error: { code: -32600 } }], { exchanges: ["main/3"] }),
  { ...NOTHING, revision },
]);
const read = (uri: string, result: Json = {}): Exchange => answered("read-1", "resources/read", result, { uri });
const get = (params: JsonObject): Exchange => answered("get", "prompts/get", {}, params);
const fresh = (exchange: Exchange, step = "fresh-read-resource"): Exchange => within("fresh", { ...exchange, step });

readingTable("fresh_reads", [
  givenStateless("what another connection was given, read and refused", {
    conversations: FRESH,
    exchanges: [
      read("a"),
      get({ name: "p", arguments: { x: "1" } }),
      fresh(read("a")),
      fresh(refused("", "prompts/get", -32602, { name: "p", arguments: { x: "1" } }), "fresh-read-prompt"),
    ],
  }).partly([{ outcome: "result" }, { outcome: "error" }], {
    exchanges: ["main/3", "main/4"],
    names: ["resources/read", "prompts/get"],
  }),
  givenStateless("nothing to compare with: another uri, other arguments, a refusal, silence, the same connection", {
    conversations: FRESH,
    exchanges: [
      read("b"),
      refused("read", "resources/read", -32002, { uri: "a" }),
      unanswered("read", "resources/read", { uri: "a" }),
      answered("read", "resources/read", "no object", { uri: "a" }),
      within("fresh", read("a")),
      get({ name: "p", arguments: { x: "1" } }),
      fresh(read("a")),
      fresh(get({ name: "p", arguments: { x: "2" } }), "fresh-read-prompt"),
    ],
  }).unseen("prerequisite-missing"),
  { ...NOTHING, revision },
]);

const modern = (step: string): Exchange => answered(step, "server/discover", { step }, { _meta: statelessMeta() });

readingTable("beside_legacy", [
  givenStatelessHttp("over HTTP before and after", [
    overHttp(modern("alternate-eras-before"), 200),
    overHttp(refused("alternate-eras-after", "server/discover", -32022), 400),
  ]).partly([{ outcome: "result" }, { outcome: "error", status: 400 }]),
  givenStateless("on stdio only before", [modern("alternate-eras-before"), modern("alternate-eras-after")]).partly([
    { result: { step: "alternate-eras-before" } },
  ]),
  { ...NOTHING, revision },
]);

const legacy = (response: Json): Exchange => ({
  step: "alternate-eras-initialize",
  request: { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } },
  response,
});
const refusedVersion = (message: string, data: Json = {}): Exchange =>
  legacy({ id: 1, error: { code: -32022, message, data } });

readingTable("legacy_initialize", [
  givenStateless("a refusal that names its versions, anywhere and each once", [
    refusedVersion("use 2026-07-28", { supported: ["2026-07-28", "2027-01-01"] }),
  ]).partly([{ outcome: "error", named: ["2026-07-28", "2027-01-01"], speaks: "modern" }], { at: [""] }),
  givenStatelessHttp("a refusal that names none, and one in the body", [
    refusedVersion("no"),
    overHttp({ ...refusedVersion("no"), response: "2026-07-28" }, 400),
    {
      step: "alternate-eras-initialize",
      http: { method: "POST", request_headers: [], status: 400, body: { encoding: "utf8", data: "only 2026-07-28" } },
    },
  ]).partly([{ named: [] }, { named: [] }, { named: ["2026-07-28"] }]),
  givenStateless("a greeting: the server speaks both eras", [
    legacy({ id: 1, result: { protocolVersion: "2025-11-25" } }),
    refusedVersion("2026-07-28"),
  ]).partly([
    { outcome: "result", named: [], speaks: "dual" },
    { outcome: "error", speaks: "dual" },
  ]),
  givenStateless("a greeting in another conversation, of another revision", {
    conversations: [
      ...conversations(["main"], { probes: revision }),
      ...conversations(["old"], { probes: "2025-11-25" }),
    ],
    exchanges: [
      refusedVersion("2026-07-28"),
      within("old", answered("initialize", "initialize", { protocolVersion: "2025-11-25" })),
    ],
  }).partly([{ speaks: "dual" }]),
  givenStateless("a greeting in answer to a stateless initialize, which shows no older era", [
    refusedVersion("2026-07-28"),
    answered("removed-initialize", "initialize", { protocolVersion: "x" }, { _meta: statelessMeta() }),
  ]).partly([{ speaks: "modern" }]),
  { ...NOTHING, revision },
]);
