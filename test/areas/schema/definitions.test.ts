import type { JsonObject } from "../../../src/model/json.ts";
import { given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, deliberate, leftOut, page } from "../small-captures.ts";

const SERVER = "io.modelcontextprotocol/serverInfo";

const initialize = (serverInfo: JsonObject) => answered("initialize", "initialize", { serverInfo });
const inMeta = (serverInfo: JsonObject) => answered("x", "tools/list", { _meta: { [SERVER]: serverInfo } });

const left = given("lists that the plan left out", [leftOut("prompts/list", "prerequisite-missing")]).leftOut();

readingTable("server_identities", [
  given("each different one, from the handshake and from the _meta of results", [
    initialize({ name: "s" }),
    inMeta({ name: "s" }),
    inMeta({ name: "other" }),
    answered("x", "x", { serverInfo: { name: "elsewhere" } }),
  ]).values([{ name: "s" }, { name: "other" }], {
    at: ["/response/result/serverInfo", "/response/result/_meta/io.modelcontextprotocol~1serverInfo"],
    exchanges: ["main/1", "main/3"],
  }),
  given("a server that never says who it is", [answered("ping", "ping", {})]).values([], { lookedAt: ["/response"] }),
  left,
]);

const icons = [{ src: "https://a.example/i.png" }];

readingTable("icons", [
  given("icons of the server and of what it lists", [
    initialize({ name: "s", icons }),
    page("tools/list", [{ name: "t", icons: "odd" }, { name: "u" }]),
    page("resources/list", [{ uri: "test://a", icons }]),
    deliberate(page("prompts/list", [{ name: "p", icons: [] }])),
  ]).values([icons, "odd", icons], {
    at: ["/response/result/serverInfo/icons", "/response/result/tools/0/icons", "/response/result/resources/0/icons"],
    names: [null, "t", "test://a"],
  }),
  given("nothing with icons", [page("tools/list", [{ name: "t" }])]).values([], {
    lookedAt: ["/response/result/tools/0"],
  }),
  left,
]);

readingTable("titles", [
  given("titles of the server, of what it lists, and of the arguments of prompts", [
    inMeta({ name: "s", title: "Server" }),
    page("prompts/list", [
      { name: "p", title: 7, arguments: [{ name: "a" }, { name: "b", title: "B" }, "odd"] },
      { name: "q", arguments: "none" },
    ]),
  ]).values(["Server", 7, "B"], {
    at: [
      "/response/result/_meta/io.modelcontextprotocol~1serverInfo/title",
      "/response/result/prompts/0/title",
      "/response/result/prompts/0/arguments/1/title",
    ],
    names: [null, "p", "p"],
  }),
  left,
]);
