import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, page, refused, unanswered } from "../small-captures.ts";

const PLAIN = { name: "t", inputSchema: { type: "object", required: ["city"] } };
const WITH_OUTPUT = { ...PLAIN, outputSchema: { type: "object" } };

const failed = (text: string): JsonObject => ({ isError: true, content: [{ type: "text", text }] });
const params = (given: Json) => ({ name: "t", arguments: given });
const valid = (result: Json) => answered("call-1", "tools/call", result, params({ city: "example" }));
const invalid = (result: Json, given: Json = {}) => answered("invalid-call", "tools/call", result, params(given));

const reading = (
  shows: string,
  tool: JsonObject,
  exchanges: ReadingCase["capture"]["exchanges"],
  taken: string,
  open: string | null = null,
): ReadingCase =>
  given(shows, [page("tools/list", [tool]), ...exchanges]).partly([{ taken_as: taken }], {
    open: [open],
    names: ["t"],
  });

const OPEN = "prerequisite-missing";

readingTable("refused_arguments", [
  reading("a tool that serves them", PLAIN, [valid({ content: [] }), invalid({ content: [] })], "served"),
  reading("a refusal, whatever its words", PLAIN, [valid({ content: [] }), invalid(failed("没有"))], "refused"),
  reading(
    "an error",
    PLAIN,
    [valid({ content: [] }), refused("invalid-call", "tools/call", -32602, params({}))],
    "refused",
  ),
  reading(
    "the same refusal of valid arguments, which proves nothing",
    PLAIN,
    [valid(failed("no network")), invalid(failed("no network"))],
    "refused",
    OPEN,
  ),
  reading(
    "another refusal of valid arguments",
    PLAIN,
    [valid(failed("no network")), invalid(failed("no city"))],
    "refused",
  ),
  reading(
    "a tool with an outputSchema: it may be the output that is refused",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failed("the capacity is missing"))],
    "refused",
    OPEN,
  ),
  reading(
    "a tool with an outputSchema: what is missing is named",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failed("fehlt: city"))],
    "refused",
  ),
  reading(
    "a tool with an outputSchema: what is wrong is named, in quotes because it is short",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failed("a value, and 'a'"), { city: "x", a: { mcptest: "wrong type" } })],
    "refused",
  ),
  reading(
    "a tool with an outputSchema: a short name that is a word",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failed("not a value"), { city: "x", a: ["wrong type"] })],
    "refused",
    OPEN,
  ),
  reading("a question first", PLAIN, [invalid({ resultType: "input_required" })], "unsettled", OPEN),
  reading("a task first", PLAIN, [invalid({ task: {} })], "unsettled", OPEN),
  reading("no answer", PLAIN, [unanswered("invalid-call", "tools/call", params({}))], "other", "timed-out"),
  NOTHING,
]);
