import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  refused,
  statelessMeta,
  unanswered,
} from "../small-captures.ts";

const CALL = "tools/call";
const FORM = "elicitation/create";

const asked = (exchange: Exchange, ...methods: string[]): Exchange =>
  deliberate(
    hearing(
      exchange,
      methods.map((method, index) => arrived(message(method, {}, index))),
    ),
  );

const said = (text: string, more: JsonObject = {}): JsonObject => ({ content: [{ type: "text", text }], ...more });

const step = (manner: string): string => `contrary-1-${manner}`;

const quiet = given("tools that ask for nothing", [answered("call-1", CALL, {})]).inapplicable("precondition-absent");

readingTable("refused_questions", [
  given("what was asked for in a call, and what became of it", [
    advertises({}),
    asked(answered(step("refusing"), CALL, {}), "roots/list", "roots/list"),
    asked(unanswered("contrary-2-refusing", CALL), "sampling/createMessage"),
    asked(refused("contrary-3-refusing", CALL, -32603)),
    asked(answered(step("careless"), CALL, {}), "roots/list"),
  ]).partly(
    [
      { outcome: "result", asked_for: ["roots/list"] },
      { outcome: "silence", asked_for: ["sampling/createMessage"] },
      { outcome: "error", asked_for: [] },
    ],
    { except: [[], ["outcome", "asked", "trouble", "asked_for"], []] },
  ),
  quiet,
  given("calls that the plan left out", [leftOut("contrary", "unsafe-to-probe")]).leftOut(),
  NOTHING,
]);

const ask = (key: string): JsonObject => ({
  resultType: "input_required",
  inputRequests: { [key]: { method: FORM, params: {} } },
});

const retry = (result: Json, key: string): Exchange =>
  deliberate(
    answered("input-1-careless-response", CALL, result, {
      _meta: statelessMeta(),
      inputResponses: { [key]: { action: "accept", content: {} } },
    }),
  );

readingTable("careless_answers", [
  given("used, refused, asked for again, left without an answer, and taken for none", [
    advertises({}),
    asked(answered(step("careless"), CALL, said("Hello, [object Object]!")), FORM),
    asked(answered(step("careless"), CALL, said("no misfit", { isError: true })), FORM),
    asked(answered(step("careless"), CALL, said("misfit")), FORM, FORM),
    asked(refused(step("careless"), CALL, -32603), FORM),
    asked(unanswered(step("careless"), CALL), FORM),
    asked(answered(step("careless"), CALL, said("Nobody was greeted.")), FORM),
  ]).partly([
    { taken_as: "used", asked_for: [FORM] },
    { taken_as: "tool error" },
    { taken_as: "asked again", asked_for: [FORM] },
    { taken_as: "error" },
    { taken_as: "silence" },
    { taken_as: "result" },
  ]),
  givenStateless("retries, beside what they answer", [
    answered("input-1-careless-response-question", CALL, ask("a/b"), { _meta: statelessMeta() }),
    retry(said("{mcptest: misfit}"), "a/b"),
    retry(ask("a/b"), "a/b"),
    retry(said("fine"), "other"),
  ]).partly([
    { taken_as: "used", asked_for: [FORM] },
    { taken_as: "asked again", asked_for: [FORM] },
    { taken_as: "result", asked_for: [] },
  ]),
  quiet,
  NOTHING,
]);
