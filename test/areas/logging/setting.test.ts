import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answerCases, given, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, refused, unnamed } from "../small-captures.ts";

const SET = "logging/setLevel";
const LEVEL = "io.modelcontextprotocol/logLevel";

const set = (level: Json, step = "set-level") => answered(step, SET, {}, { level });
const meta = (level: Json, step = "log-level") => answered(step, "ping", {}, { _meta: { [LEVEL]: level } });

readingTable("set_level", [
  given("the answers under each name of the plan, called by the level", [
    set("debug", "set-level-debug"),
    refused("set-level-emergency", SET, -32603, { level: "emergency" }),
    set("info", "usual-level"),
    set("error", "high-level"),
    set("alert"),
    set("loud", "set-level-loud"),
    set("loud", "bad-level"),
  ]).partly(
    ["result", "error", "result", "result", "result"].map((outcome) => ({ outcome })),
    { names: ["debug", "emergency", "info", "error", "alert"] },
  ),
  given("one of the eight levels in a capture without step names", [
    unnamed(set("notice")),
    unnamed(set("loud")),
    unnamed(meta("notice")),
  ]).partly([{ outcome: "result" }], { names: ["notice"] }),
  givenStateless("stateless: the request no longer exists", [unnamed(set("notice"))]).unseen("not-probed"),
]);

readingTable("level_in_meta", [
  givenStateless("the answers to its steps, called by the level", [
    meta("debug", "log-level-debug"),
    meta("error"),
    meta("loud", "log-level-info"),
    set("debug", "set-level-debug"),
    answered("log-level-alert", "ping", {}),
  ]).partly([{ outcome: "result" }, { outcome: "result" }, { outcome: "result" }, { outcome: "result" }], {
    names: ["debug", "error", "unknown", "none"],
  }),
  givenStateless("a level in a capture without step names", [
    unnamed(meta("alert")),
    unnamed(meta("loud")),
    unnamed(answered("", "ping", {})),
  ]).partly([{ outcome: "result" }], { names: ["alert"] }),
  NOTHING,
]);

readingTable("unknown_level", [
  ...answerCases(["bad-level", "bad-level-number", "unknown-log-level"]),
  given("a level that does not exist, in a capture without step names", [
    unnamed(set("loud")),
    unnamed(set(7)),
    unnamed(set("info")),
    unnamed(answered("", SET, {}, {})),
    unnamed(meta("loud")),
  ]).partly([{ outcome: "result" }, { outcome: "result" }], { exchanges: ["main/1", "main/2"] }),
  givenStateless("stateless: in the _meta", [
    unnamed(set("loud")),
    unnamed(meta("loud")),
    unnamed(meta("info")),
  ]).partly([{ asked: { method: "ping" } }], { exchanges: ["main/2"] }),
]);

readingTable("set_level_unadvertised", answerCases(["set-level-absent"]));

readingTable("removed_set_level", [
  ...answerCases(["removed-logging/setLevel"]),
  givenStateless("stateless: any such request in a capture without step names", [
    unnamed(set("info")),
    unnamed(meta("info")),
  ]).partly([{ asked: { method: SET } }], { exchanges: ["main/1"] }),
  given("stateful: it is not removed", [unnamed(set("info"))]).unseen("not-probed"),
]);

const failing = (step: string, level: string, code: number, text: string): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 1, method: "logging/setLevel", params: { level } },
  response: { jsonrpc: "2.0", id: 1, error: { code, message: text } },
});

readingTable("level_failures", [
  given("errors that tell of a failure within the server, whatever their code", [
    failing("set-level-debug", "debug", -32000, "Internal error"),
    failing("usual-level", "info", -32603, "TypeError: x is not iterable"),
    failing("set-level-error", "error", -32602, "Unknown level"),
    failing("bad-level", "mcptest", -32603, "Internal error"),
  ]).values(
    [
      { code: -32000, message: "Internal error" },
      { code: -32603, message: "TypeError: x is not iterable" },
    ],
    { at: ["/response/error", "/response/error"] },
  ),
  given("a level that was set", [answered("set-level-debug", "logging/setLevel", {}, { level: "debug" })]).values([], {
    lookedAt: ["/response"],
  }),
  NOTHING,
]);
