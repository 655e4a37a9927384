import type { Exchange } from "../../../src/model/capture.ts";
import { given, givenHttp, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  leftOut,
  overHttp,
  refused,
  statelessMeta,
  unanswered,
  unnamed,
} from "../small-captures.ts";

const completed = (values: string[]): Exchange =>
  answered("complete-absent", "completion/complete", { completion: { values } });

readingTable("unadvertised", [
  given("methods that are served, refused and left unanswered", [
    advertises({}),
    answered("tools/list-absent", "tools/list", { tools: [{}, {}] }),
    refused("resources/list-absent", "resources/list", -32601),
    unanswered("prompts/list-absent", "prompts/list"),
    completed(["a"]),
  ]).values(
    [
      { outcome: "result", asked: "tools/list", entries: 2 },
      { outcome: "error", asked: "resources/list", entries: 0, code: -32601 },
      { outcome: "silence", asked: "prompts/list", entries: 0 },
      { outcome: "result", asked: "completion/complete", entries: 1 },
    ],
    {
      at: ["", "", "", ""],
      names: ["tools/list", "resources/list", "prompts/list", "completion/complete"],
      open: [null, null, "timed-out", null],
      except: [[], [], [], []],
    },
  ),
  given("what is advertised, what another step asks, and what no capability covers", [
    advertises({ tools: {} }),
    answered("tools/list-absent", "tools/list", { tools: [{}] }),
    answered("prompts/list", "prompts/list", { prompts: [{}] }),
    answered("ping", "ping", {}),
  ]).values([], { lookedAt: ["/response/result/capabilities"] }),
  given("lists that are none, and captures without step names", [
    advertises({}),
    unnamed(answered("", "prompts/list", { prompts: "all" })),
    unnamed(answered("", "resources/list", { resources: [{}] })),
  ]).values([
    { outcome: "result", asked: "prompts/list", entries: 0 },
    { outcome: "result", asked: "resources/list", entries: 1 },
  ]),
  given("completions in 2024-11-05, which had no capability for them", {
    revision: "2024-11-05",
    exchanges: [advertises({}), completed(["a"])],
  }).values([]),
  givenStateless("a stateless server: only requests of its era", [
    answered("server/discover", "server/discover", { capabilities: {} }, { _meta: statelessMeta() }),
    answered("tools/list-absent", "tools/list", { tools: [] }),
    answered("tools/list-absent", "tools/list", { tools: [{}] }, { _meta: statelessMeta() }),
  ]).values([{ outcome: "result", asked: "tools/list", entries: 1 }], { exchanges: ["main/3"] }),
  givenHttp("a server that asks to slow down, or for credentials", [
    overHttp(advertises({}), 200),
    overHttp(refused("tools/list-absent", "tools/list", -32000), 429),
    overHttp(refused("prompts/list-absent", "prompts/list", -32001), 401),
  ]).partly([{ asked: "tools/list" }, { asked: "prompts/list" }], {
    open: ["not-probed", "auth-required"],
    except: [[], []],
  }),
  given("a server whose capabilities nobody knows", [
    answered("tools/list-absent", "tools/list", { tools: [{}] }),
    leftOut("complete-absent", "prerequisite-missing"),
  ]).leftOut(),
  NOTHING,
]);
