import { given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { advertises, answered, refused, unnamed } from "../small-captures.ts";

readingTable("advertised_lists", [
  given("lists that are advertised, one of them unknown, and one that is not advertised", [
    advertises({ tools: {}, prompts: {} }),
    answered("tools/list", "tools/list", { tools: [] }),
    refused("prompts/list", "prompts/list", -32601),
    refused("resources/list", "resources/list", -32601),
  ]).partly([{ outcome: "result" }, { outcome: "error", error: { code: -32601 } }], {
    names: ["tools/list", "prompts/list"],
  }),
  given("a capture without names of steps, other lists and later pages", [
    advertises({ resources: {} }),
    unnamed(answered("resources/list", "resources/list", { resources: [] })),
    unnamed(refused("resources/templates/list", "resources/templates/list", -32601)),
    unnamed(refused("resources/list", "resources/list", -32602, { cursor: "x" })),
  ]).partly([{ outcome: "result" }], { names: ["resources/list"] }),
  given("nothing that is advertised", [advertises({}), refused("tools/list", "tools/list", -32601)]).unseen(
    "not-probed",
  ),
]);
