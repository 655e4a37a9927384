import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { advertises, answered, arrived, hearing, message, statelessMeta } from "../small-captures.ts";

const discover = (capabilities: JsonObject) => answered("server/discover", "server/discover", { capabilities });

readingTable("logging_standing", [
  givenStateless("logging in both eras", [discover({ logging: {} }), advertises({ logging: {} })]).values(
    [{ standing: "kept" }],
    {
      at: ["/response/result/capabilities"],
      exchanges: ["main/1"],
      parts: [{ standing: "/response/result/capabilities" }],
    },
  ),
  givenStateless("logging in the stateless era only", [discover({ logging: {} }), advertises({ tools: {} })]).values([
    { standing: "added" },
  ]),
  givenStateless("nothing known of the other era: no handshake, or one that failed", [
    discover({ logging: {} }),
    answered("initialize", "initialize", {}),
  ]).values([{ standing: "unclear" }]),
  givenStateless("no logging", [discover({ tools: {} }), advertises({ logging: {} })]).values([{ standing: "absent" }]),
  NOTHING,
]);

const called = (level: string | undefined, meanwhile: Exchange["meanwhile"] = []): Exchange =>
  hearing(
    answered(
      level === undefined ? "log-call-after" : "log-call-debug",
      "tools/call",
      { content: [] },
      { name: "a", _meta: statelessMeta({}, level === undefined ? {} : { "io.modelcontextprotocol/logLevel": level }) },
    ),
    meanwhile,
  );

const logged = arrived(message("notifications/message", { level: "debug", data: "x" }), 2);

readingTable("logging_use", [
  givenStateless("a call at debug that is logged", [called("debug", [logged])]).values([{ calls: 1, messages: 1 }], {
    exchanges: ["main/1"],
  }),
  givenStateless("calls at debug, and silence", [called("debug"), called("debug")]).values([{ calls: 2, messages: 0 }]),
  givenStateless("no call at debug", [called("error"), called(undefined)]).unseen("not-probed"),
  { ...NOTHING, revision: "2026-07-28" },
]);
