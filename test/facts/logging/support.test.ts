import type { JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable } from "../reading-table.ts";
import { advertises, NOTHING } from "../small-captures.ts";

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
