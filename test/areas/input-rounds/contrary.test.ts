import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, leftOut, readingTable, refused, unanswered } from "../reading-table.ts";
import { advertises, arrived, deliberate, message, NOTHING, statelessMeta } from "../small-captures.ts";

const CALL = "tools/call";
const FORM = "elicitation/create";

const asked = (exchange: Exchange, ...methods: string[]): Exchange =>
  deliberate({ ...exchange, meanwhile: methods.map((method, index) => arrived(message(method, {}, index))) });

const said = (text: string, more: JsonObject = {}): JsonObject => ({ content: [{ type: "text", text }], ...more });

const step = (manner: string): string => `contrary-1-${manner}`;

const quiet = {
  shows: "tools that ask for nothing",
  capture: { exchanges: [answered("call-1", CALL, {})] },
  reads: { inapplicable: "precondition-absent" },
} as const;

readingTable("refused_questions", [
  {
    shows: "what was asked for in a call, and what became of it",
    capture: {
      exchanges: [
        advertises({}),
        asked(answered(step("refusing"), CALL, {}), "roots/list", "roots/list"),
        asked(unanswered("contrary-2-refusing", CALL), "sampling/createMessage"),
        asked(refused("contrary-3-refusing", CALL, -32603)),
        asked(answered(step("careless"), CALL, {}), "roots/list"),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", asked_for: ["roots/list"] },
        { outcome: "silence", asked_for: ["sampling/createMessage"] },
        { outcome: "error", asked_for: [] },
      ],
      except: [[], ["outcome", "asked", "trouble", "asked_for"], []],
    },
  },
  quiet,
  {
    shows: "calls that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut("contrary", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
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
  {
    shows: "used, refused, asked for again, left without an answer, and taken for none",
    capture: {
      exchanges: [
        advertises({}),
        asked(answered(step("careless"), CALL, said("Hello, [object Object]!")), FORM),
        asked(answered(step("careless"), CALL, said("no misfit", { isError: true })), FORM),
        asked(answered(step("careless"), CALL, said("misfit")), FORM, FORM),
        asked(refused(step("careless"), CALL, -32603), FORM),
        asked(unanswered(step("careless"), CALL), FORM),
        asked(answered(step("careless"), CALL, said("Nobody was greeted.")), FORM),
      ],
    },
    reads: {
      partly: [
        { taken_as: "used", asked_for: [FORM] },
        { taken_as: "tool error" },
        { taken_as: "asked again", asked_for: [FORM] },
        { taken_as: "error" },
        { taken_as: "silence" },
        { taken_as: "result" },
      ],
    },
  },
  {
    shows: "retries, beside what they answer",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        answered("input-1-careless-response-question", CALL, ask("a/b"), { _meta: statelessMeta() }),
        retry(said("{mcptest: misfit}"), "a/b"),
        retry(ask("a/b"), "a/b"),
        retry(said("fine"), "other"),
      ],
    },
    reads: {
      partly: [
        { taken_as: "used", asked_for: [FORM] },
        { taken_as: "asked again", asked_for: [FORM] },
        { taken_as: "result", asked_for: [] },
      ],
    },
  },
  quiet,
  NOTHING,
]);
