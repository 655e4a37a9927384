import { type JsonObject, listMember, member, stringMember } from "../../../src/base/json.ts";
import { onParams } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, type MutantClient, mutant } from "../../clients/mutant-client.ts";

const OUTPUT = { contexts: EVERYWHERE, scenario: "output-schemas" } as const;
const RICH = { contexts: EVERYWHERE, scenario: "rich-content" } as const;

const withoutSound = (result: JsonObject): JsonObject =>
  "content" in result
    ? { ...result, content: listMember(result, "content").filter((block) => member(block, "type") !== "audio") }
    : result;

export const MUTANTS: readonly MutantClient[] = [
  mutant("validates-nothing", ["C-TOOL-008"], OUTPUT).does({ checks: "nothing" }),
  mutant("objects-alone", ["C-TOOL-009"], MODERN, "typed-results").does({ checks: "objects-only" }),
  mutant("null-arguments", ["C-TOOL-001", "C-TOOL-002"], EVERYWHERE).does(
    onParams("tools/call", (params) => ({ ...params, arguments: null })),
  ),
  mutant("numbers-as-texts", ["C-TOOL-002"], EVERYWHERE).does(
    onParams("tools/call", (params) => ({ ...params, arguments: { a: "2", b: "3" } })),
  ),
  mutant("loses-sound", ["C-TOOL-006"], RICH).does({ understands: withoutSound }),
  mutant("loses-the-reason", ["C-TOOL-010"], RICH).does({
    understands: (result) => (result["isError"] === true ? { isError: true } : result),
  }),
  mutant("ends-at-unknown-content", ["C-TOOL-007"], EVERYWHERE, ["neutral", "odd-results"]).does({
    stopsOn: (message) => JSON.stringify(message).includes('"type":"x-hologram"'),
  }),
  mutant("ends-at-errors", ["C-TOOL-011"], EVERYWHERE, ["neutral", "odd-results"]).does({ endsOnErrors: true }),
  mutant("a-list-for-every-notice", ["C-TOOL-005"], EVERYWHERE, "unasked-notices").does(
    {
      onNotice: (notification, core) => {
        if (stringMember(notification, "method")?.endsWith("list_changed")) void core.request("tools/list", undefined);
      },
    },
    { timed: true },
  ),
  mutant("prefixes-names", ["C-TOOL-003"], EVERYWHERE, "odd-tool-names").does(
    onParams("tools/call", (params) =>
      params["name"] === "report" ? params : { ...params, name: `server__${String(params["name"])}` },
    ),
  ),
  mutant("calls-by-title", ["C-TOOL-003"], EVERYWHERE, "odd-tool-names").does(
    onParams("tools/call", (params) =>
      params["name"] === "admin.tools-list_v2" ? { ...params, name: "List" } : params,
    ),
  ),
];
