import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answerCases, besideCases, given, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, conversations, deliberate, leftOut, refused, statelessMeta, within } from "../small-captures.ts";

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
