import { type JsonObject, stringMember } from "../../../model/json.ts";
import { promptArguments } from "../../arguments/prompt-arguments.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { has, type Known, names } from "../known.ts";
import type { ConversationPlan, Step } from "../step.ts";
import { dropHeader, setHeader } from "./http-headers.ts";

interface Named {
  readonly as: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly value: string;
  readonly harmless: boolean;
}

/** One request of each kind that Mcp-Name belongs to. The tool does not exist, so nothing runs on a lax server. */
const named = (known: Known): Named[] => {
  const [uri] = names(known.resources, "uri");
  const prompt = known.prompts.find((entry) => stringMember(entry, "name") !== undefined);
  const promptName = stringMember(prompt, "name") ?? "";
  const tool = "mcptest_no_such_tool";
  return [
    ...(uri === undefined
      ? []
      : [{ as: "read", method: "resources/read", params: { uri }, value: uri, harmless: true }]),
    ...(prompt === undefined
      ? []
      : [
          {
            as: "get",
            method: "prompts/get",
            params: { name: promptName, arguments: promptArguments(prompt) },
            value: promptName,
            harmless: true,
          },
        ]),
    ...(has(known, "tools")
      ? [{ as: "call", method: "tools/call", params: { name: tool, arguments: {} }, value: tool, harmless: false }]
      : []),
  ];
};

const skip: NonNullable<Step["skip"]> = (known) =>
  named(known).length > 0
    ? undefined
    : { reason: "not-offered", detail: "the server has no method that takes Mcp-Name" };

const steps: readonly Step[] = [
  {
    name: "no-name-header",
    asks: "reads, gets and calls without Mcp-Name",
    serves: ["HEADER-010", "HEADER-014"],
    deliberate: true,
    skip,
    run: (io) =>
      Promise.all(
        named(io.known).map(({ as, method, params }) =>
          io.ask(method, params, { as, editHeaders: dropHeader("Mcp-Name") }),
        ),
      ),
  },
  {
    name: "other-name-header",
    asks: "reads, gets and calls whose Mcp-Name names something else",
    serves: ["HEADER-011", "HEADER-014"],
    deliberate: true,
    skip,
    run: (io) =>
      Promise.all(
        named(io.known).map(({ as, method, params }) =>
          io.ask(method, params, { as, editHeaders: setHeader("Mcp-Name", "mcptest-something-else") }),
        ),
      ),
  },
  {
    name: "wrapped-name-header",
    asks: "reads and gets whose Mcp-Name is in the base64 wrapper",
    serves: ["HEADER-013"],
    skip,
    run: (io) =>
      Promise.all(
        named(io.known)
          .filter(({ harmless }) => harmless)
          .map(({ as, method, params, value }) =>
            io.ask(method, params, {
              as,
              editHeaders: setHeader("Mcp-Name", `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`),
            }),
          ),
      ),
  },
  {
    name: "padded-name-header",
    asks: "reads and gets with spaces around Mcp-Name",
    serves: ["HEADER-015"],
    skip,
    run: (io) =>
      Promise.all(
        named(io.known)
          .filter(({ harmless, value }) => harmless && /^[\x21-\x7e]+$/.test(value))
          .map(({ as, method, params, value }) =>
            io.ask(method, params, { as, editHeaders: setHeader("Mcp-Name", ` ${value} `) }),
          ),
      ),
  },
];

export const nameHeadersConversation: ConversationPlan<StatelessTalk> = {
  name: "name-headers",
  purpose: "Mcp-Name missing, wrong, wrapped and padded",
  transport: "http",
  needsLists: true,
  groups: [steps],
};
