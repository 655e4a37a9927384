import { type JsonObject, stringMember } from "../../../base/json.ts";
import { promptArguments } from "../../../probe/arguments/prompt-arguments.ts";
import { toHeaderValue } from "../../../probe/dialect/header-value.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { dropHeader, type EditHeaders, setHeader } from "../../../probe/plan/edit-headers.ts";
import { type Known, names, skipUnless } from "../../../probe/plan/known.ts";
import type { AskOptions, ConversationPlan, Step } from "../../../probe/plan/step.ts";
import { calledTools, toolCall } from "../../../probe/plan/tool-call.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { HEADER } from "../../../protocol/headers.ts";
import type { QuestionName } from "../../../protocol/question.ts";

interface Named {
  readonly as: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly value: string;
  readonly options: AskOptions;
}

/** One request of each kind that Mcp-Name belongs to, for something that exists: else that is reason enough to refuse it. */
const named = (known: Known): Named[] => {
  const [uri] = names(known.resources, "uri");
  const prompt = known.prompts.find((entry) => stringMember(entry, "name") !== undefined);
  const name = stringMember(prompt, "name");
  const [choice] = calledTools(known);
  const request = (as: string, method: string, value: string | undefined, params: JsonObject): Named[] =>
    value === undefined ? [] : [{ as, method, params, value, options: {} }];
  return [
    ...request("read", "resources/read", uri, { uri: uri ?? "" }),
    ...request("get", "prompts/get", name, { name: name ?? "", arguments: promptArguments(prompt) }),
    ...(choice ? [callOf(choice)] : []),
  ];
};

const callOf = (choice: ToolChoice): Named => {
  const [method, params, options] = toolCall(choice, {});
  return { as: "call", method, params, value: choice.name, options };
};

const nameStep = (
  question: QuestionName,
  edit: (value: string) => EditHeaders,
  fits: (request: Named) => boolean = () => true,
): Step => ({
  question,
  skip: (known) => skipUnless(named(known).length > 0, "the server lists nothing that Mcp-Name can name"),
  run: (io) =>
    Promise.all(
      named(io.known)
        .filter(fits)
        .map(({ as, method, params, value, options }) =>
          io.ask(method, params, { ...options, as, editHeaders: edit(value) }),
        ),
    ),
});

/** The questions about a right Mcp-Name are put to reads and gets; the ordinary calls have one, too. */
const isNoCall = ({ as }: Named): boolean => as !== "call";

/** What a client sends as it is: the rest stands in the wrapper, also what looks like it. */
const isPlain = (value: string): boolean => /^[\x21-\x7e]+$/.test(value) && toHeaderValue(value) === value;

const wrap = (value: string): string => `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;

const steps: readonly Step[] = [
  { ...nameStep("no-name-header", () => dropHeader(HEADER.name)), deliberate: true },
  { ...nameStep("other-name-header", () => setHeader(HEADER.name, "mcptest-something-else")), deliberate: true },
  nameStep("wrapped-name-header", (value) => setHeader(HEADER.name, wrap(value)), isNoCall),
  nameStep(
    "padded-name-header",
    (value) => setHeader(HEADER.name, ` ${value} `),
    (request) => isNoCall(request) && isPlain(request.value),
  ),
];

export const nameHeadersConversation: ConversationPlan<StatelessTalk> = {
  name: "name-headers",
  purpose: "Mcp-Name missing, wrong, wrapped and padded",
  transport: "http",
  needsLists: true,
  groups: [steps],
};
