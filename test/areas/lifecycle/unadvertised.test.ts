import type { Exchange } from "../../../src/model/capture.ts";
import { answered, leftOut, overHttp, readingTable, refused, unanswered } from "../reading-table.ts";
import { advertises, NOTHING, statelessMeta, unnamed } from "../small-captures.ts";

const completed = (values: string[]): Exchange =>
  answered("complete-absent", "completion/complete", { completion: { values } });

readingTable("unadvertised", [
  {
    shows: "methods that are served, refused and left unanswered",
    capture: {
      exchanges: [
        advertises({}),
        answered("tools/list-absent", "tools/list", { tools: [{}, {}] }),
        refused("resources/list-absent", "resources/list", -32601),
        unanswered("prompts/list-absent", "prompts/list"),
        completed(["a"]),
      ],
    },
    reads: {
      values: [
        { outcome: "result", asked: "tools/list", entries: 2 },
        { outcome: "error", asked: "resources/list", entries: 0, code: -32601 },
        { outcome: "silence", asked: "prompts/list", entries: 0 },
        { outcome: "result", asked: "completion/complete", entries: 1 },
      ],
      at: ["", "", "", ""],
      names: ["tools/list", "resources/list", "prompts/list", "completion/complete"],
      open: [null, null, "timed-out", null],
      except: [[], [], [], []],
    },
  },
  {
    shows: "what is advertised, what another step asks, and what no capability covers",
    capture: {
      exchanges: [
        advertises({ tools: {} }),
        answered("tools/list-absent", "tools/list", { tools: [{}] }),
        answered("prompts/list", "prompts/list", { prompts: [{}] }),
        answered("ping", "ping", {}),
      ],
    },
    reads: { values: [], lookedAt: ["/response/result/capabilities"] },
  },
  {
    shows: "lists that are none, and captures without step names",
    capture: {
      exchanges: [
        advertises({}),
        unnamed(answered("", "prompts/list", { prompts: "all" })),
        unnamed(answered("", "resources/list", { resources: [{}] })),
      ],
    },
    reads: {
      values: [
        { outcome: "result", asked: "prompts/list", entries: 0 },
        { outcome: "result", asked: "resources/list", entries: 1 },
      ],
    },
  },
  {
    shows: "completions in 2024-11-05, which had no capability for them",
    capture: { exchanges: [advertises({}), completed(["a"])] },
    revision: "2024-11-05",
    reads: { values: [] },
  },
  {
    shows: "a stateless server: only requests of its era",
    capture: {
      exchanges: [
        answered("server/discover", "server/discover", { capabilities: {} }, { _meta: statelessMeta() }),
        answered("tools/list-absent", "tools/list", { tools: [] }),
        answered("tools/list-absent", "tools/list", { tools: [{}] }, { _meta: statelessMeta() }),
      ],
    },
    revision: "2026-07-28",
    reads: { values: [{ outcome: "result", asked: "tools/list", entries: 1 }], exchanges: ["main/3"] },
  },
  {
    shows: "a server that asks to slow down, or for credentials",
    capture: {
      transport: "streamable-http",
      exchanges: [
        overHttp(advertises({}), 200),
        overHttp(refused("tools/list-absent", "tools/list", -32000), 429),
        overHttp(refused("prompts/list-absent", "prompts/list", -32001), 401),
      ],
    },
    reads: {
      partly: [{ asked: "tools/list" }, { asked: "prompts/list" }],
      open: ["not-probed", "auth-required"],
      except: [[], []],
    },
  },
  {
    shows: "a server whose capabilities nobody knows",
    capture: {
      exchanges: [answered("tools/list-absent", "tools/list", { tools: [{}] })],
      not_probed: [leftOut("complete-absent", "prerequisite-missing")],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  NOTHING,
]);
