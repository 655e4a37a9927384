import type { JsonObject } from "../../../src/model/json.ts";
import { answered, leftOut, readingTable } from "../reading-table.ts";
import { deliberate, page } from "../small-captures.ts";

const SERVER = "io.modelcontextprotocol/serverInfo";

const initialize = (serverInfo: JsonObject) => answered("initialize", "initialize", { serverInfo });
const inMeta = (serverInfo: JsonObject) => answered("x", "tools/list", { _meta: { [SERVER]: serverInfo } });

const left = {
  shows: "lists that the plan left out",
  capture: { exchanges: [], not_probed: [leftOut("prompts/list", "prerequisite-missing")] },
  reads: { unseen: "prerequisite-missing" },
} as const;

readingTable("server_identities", [
  {
    shows: "each different one, from the handshake and from the _meta of results",
    capture: {
      exchanges: [
        initialize({ name: "s" }),
        inMeta({ name: "s" }),
        inMeta({ name: "other" }),
        answered("x", "x", { serverInfo: { name: "elsewhere" } }),
      ],
    },
    reads: {
      values: [{ name: "s" }, { name: "other" }],
      at: ["/response/result/serverInfo", "/response/result/_meta/io.modelcontextprotocol~1serverInfo"],
      exchanges: ["main/1", "main/3"],
    },
  },
  {
    shows: "a server that never says who it is",
    capture: { exchanges: [answered("ping", "ping", {})] },
    reads: { values: [], lookedAt: ["/response"] },
  },
  left,
]);

const icons = [{ src: "https://a.example/i.png" }];

readingTable("icons", [
  {
    shows: "icons of the server and of what it lists",
    capture: {
      exchanges: [
        initialize({ name: "s", icons }),
        page("tools/list", [{ name: "t", icons: "odd" }, { name: "u" }]),
        page("resources/list", [{ uri: "test://a", icons }]),
        deliberate(page("prompts/list", [{ name: "p", icons: [] }])),
      ],
    },
    reads: {
      values: [icons, "odd", icons],
      at: ["/response/result/serverInfo/icons", "/response/result/tools/0/icons", "/response/result/resources/0/icons"],
      names: [null, "t", "test://a"],
    },
  },
  {
    shows: "nothing with icons",
    capture: { exchanges: [page("tools/list", [{ name: "t" }])] },
    reads: { values: [], lookedAt: ["/response/result/tools/0"] },
  },
  left,
]);

readingTable("titles", [
  {
    shows: "titles of the server, of what it lists, and of the arguments of prompts",
    capture: {
      exchanges: [
        inMeta({ name: "s", title: "Server" }),
        page("prompts/list", [
          { name: "p", title: 7, arguments: [{ name: "a" }, { name: "b", title: "B" }, "odd"] },
          { name: "q", arguments: "none" },
        ]),
      ],
    },
    reads: {
      values: ["Server", 7, "B"],
      at: [
        "/response/result/_meta/io.modelcontextprotocol~1serverInfo/title",
        "/response/result/prompts/0/title",
        "/response/result/prompts/0/arguments/1/title",
      ],
      names: [null, "p", "p"],
    },
  },
  left,
]);
