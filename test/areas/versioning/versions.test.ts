import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answerCases, answered, besideCases, leftOut, readingTable, refused } from "../reading-table.ts";
import { conversations, deliberate, NOTHING, statelessMeta, within } from "../small-captures.ts";

const hello = (protocolVersion: string, answer?: Json, step = "initialize"): Exchange =>
  answered(step, "initialize", answer === undefined ? {} : { protocolVersion: answer }, { protocolVersion });

const ANSWERED = "/response/result/protocolVersion";

readingTable("version_answers", [
  {
    shows: "versions that were taken, swapped, and named elsewhere; of every conversation",
    capture: {
      conversations: [...conversations(["main"]), ...conversations(["old"], { probes: "2025-06-18" })],
      exchanges: [
        hello("2025-11-25", "2025-11-25"),
        within("old", hello("2025-06-18", "2025-11-25")),
        hello("1999-01-01", "2025-06-18"),
      ],
    },
    reads: {
      values: [
        { requested: "2025-11-25", answered: "2025-11-25", asked_for: "supported", echo: "same" },
        { requested: "2025-06-18", answered: "2025-11-25", asked_for: "supported", echo: "other" },
        { requested: "1999-01-01", answered: "2025-06-18", asked_for: "unknown", echo: "other" },
      ],
      at: [ANSWERED, ANSWERED, ANSWERED],
      exchanges: ["main/1", "main/2", "main/3"],
    },
  },
  {
    shows: "answers without a version, refusals, and other methods",
    capture: {
      exchanges: [
        hello("2025-11-25"),
        hello("2025-11-25", 7),
        refused("initialize", "initialize", -32602, { protocolVersion: "1999-01-01" }),
        answered("ping", "ping", { protocolVersion: "x" }, { protocolVersion: "x" }),
        answered("initialize", "initialize", { protocolVersion: "2025-11-25" }),
      ],
      not_probed: [leftOut("initialize", "prerequisite-missing")],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  NOTHING,
]);

readingTable("counter_offers", [
  {
    shows: "offers beside the newest version that was taken",
    capture: {
      exchanges: [
        hello("2025-06-18", "2025-06-18"),
        hello("2025-11-25", "2025-11-25"),
        hello("1999-01-01", "2025-11-25"),
        hello("2999-12-31", "2025-06-18"),
        hello("1998-01-01", "2026-07-28"),
      ],
    },
    reads: {
      values: [
        { offered: "2025-11-25", newest_accepted: "2025-11-25", standing: "same" },
        { offered: "2025-06-18", newest_accepted: "2025-11-25", standing: "older" },
        { offered: "2026-07-28", newest_accepted: "2025-11-25", standing: "newer" },
      ],
      at: [ANSWERED, ANSWERED, ANSWERED],
    },
  },
  {
    shows: "a version that is taken one time and swapped another is no counter-offer",
    capture: { exchanges: [hello("2025-11-25", "2025-11-25"), hello("2025-11-25", "2025-06-18")] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "offers of a server that takes nothing",
    capture: {
      exchanges: [hello("1999-01-01", "2025-11-25")],
      not_probed: [leftOut("odd-version", "unsafe-to-probe")],
    },
    reads: { unseen: "unsafe-to-probe" },
  },
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
  {
    shows: "an error that names what discovery lists, and more",
    capture: {
      exchanges: [discovered(["2026-07-28"]), unsupported(["2026-07-28"]), unsupported(["2026-07-28", "2027-01-01"])],
    },
    revision: "2026-07-28",
    reads: {
      partly: [
        { outcome: "error", unlisted: [] },
        { outcome: "error", unlisted: ["2027-01-01"] },
      ],
      at: ["", ""],
      parts: [{ unlisted: "/response/error", error: "/response/error" }, {}],
    },
  },
  {
    shows: "an error that names versions of the older era, too",
    capture: { exchanges: [discovered(["2026-07-28"]), unsupported(["2025-11-25", "2026-07-28", "draft-7"])] },
    revision: "2026-07-28",
    reads: { partly: [{ unlisted: ["draft-7"] }] },
  },
  {
    shows: "nothing to compare with, or nothing to compare",
    capture: { exchanges: [deliberate(discovered(["2026-07-28"])), discovered("all"), unsupported(["2027-01-01"])] },
    revision: "2026-07-28",
    reads: { partly: [{ unlisted: [] }] },
  },
  {
    shows: "an error without a list, and a result",
    capture: { exchanges: [discovered(["2026-07-28"]), unsupported("x"), answered("unknown-version", "x", {})] },
    revision: "2026-07-28",
    reads: { partly: [{ unlisted: [] }, { outcome: "result", unlisted: [] }] },
  },
  NOTHING,
]);

readingTable("beside_unknown_version", besideCases(["unknown-version-before", "unknown-version-after"]));
readingTable("older_version", answerCases(["older-version"]));
readingTable("listed_version", answerCases(["listed-version-1", "listed-version-12"]));
