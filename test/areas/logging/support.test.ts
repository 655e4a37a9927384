import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable } from "../reading-table.ts";
import { advertises, arrived, message, NOTHING, statelessMeta } from "../small-captures.ts";

const discover = (capabilities: JsonObject) => answered("server/discover", "server/discover", { capabilities });

readingTable("logging_standing", [
  {
    shows: "logging in both eras",
    revision: "2026-07-28",
    capture: { exchanges: [discover({ logging: {} }), advertises({ logging: {} })] },
    reads: {
      values: [{ standing: "kept" }],
      at: ["/response/result/capabilities"],
      exchanges: ["main/1"],
      parts: [{ standing: "/response/result/capabilities" }],
    },
  },
  {
    shows: "logging in the stateless era only",
    revision: "2026-07-28",
    capture: { exchanges: [discover({ logging: {} }), advertises({ tools: {} })] },
    reads: { values: [{ standing: "added" }] },
  },
  {
    shows: "nothing known of the other era: no handshake, or one that failed",
    revision: "2026-07-28",
    capture: { exchanges: [discover({ logging: {} }), answered("initialize", "initialize", {})] },
    reads: { values: [{ standing: "unclear" }] },
  },
  {
    shows: "no logging",
    revision: "2026-07-28",
    capture: { exchanges: [discover({ tools: {} }), advertises({ logging: {} })] },
    reads: { values: [{ standing: "absent" }] },
  },
  NOTHING,
]);

const called = (level: string | undefined, meanwhile: Exchange["meanwhile"] = []): Exchange => ({
  ...answered(
    level === undefined ? "log-call-after" : "log-call-debug",
    "tools/call",
    { content: [] },
    {
      name: "a",
      _meta: statelessMeta({}, level === undefined ? {} : { "io.modelcontextprotocol/logLevel": level }),
    },
  ),
  meanwhile,
});

const logged = arrived(message("notifications/message", { level: "debug", data: "x" }), 2);

readingTable("logging_use", [
  {
    shows: "a call at debug that is logged",
    revision: "2026-07-28",
    capture: { exchanges: [called("debug", [logged])] },
    reads: { values: [{ calls: 1, messages: 1 }], exchanges: ["main/1"] },
  },
  {
    shows: "calls at debug, and silence",
    revision: "2026-07-28",
    capture: { exchanges: [called("debug"), called("debug")] },
    reads: { values: [{ calls: 2, messages: 0 }] },
  },
  {
    shows: "no call at debug",
    revision: "2026-07-28",
    capture: { exchanges: [called("error"), called(undefined)] },
    reads: { unseen: "not-probed" },
  },
  { ...NOTHING, revision: "2026-07-28" },
]);
