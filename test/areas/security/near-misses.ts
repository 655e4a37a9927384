import { currentCaller } from "../../servers/caller.ts";
import { TOKENS } from "../../servers/http/authorization.ts";
import { RpcError } from "../../servers/json-rpc.ts";
import { BESIDE, bearerOf, ifAnswer } from "../auth-edits.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editResult } from "../edits.ts";
import { ANY, is, meets, never, some } from "../stricter.ts";
import { words } from "../tool-edits.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const isSecond = (): boolean => currentCaller() === "second";

/** A code of the server's own. */
const NOT_YOURS = 4_030;

export const NEAR_MISSES: NearMissTable = {
  "said-by-the-assistant": sameAs("prompts", {
    "SEC-005": meets("a prompt has a message", "prompt_gets.result.messages", { minItems: 1 }),
  }),
  "refusals-as-pages": sameAs("authorization", {
    "SEC-017": meets("a request without a token is refused with JSON", 'anonymous_methods.headers["content-type"]', {
      const: "application/json",
    }),
  }),
  "foreign-session-forbidden": nearMiss(STATEFUL, BESIDE, {
    choice: "Answers the session of somebody else with 403, not as one that does not exist.",
    permittedBy:
      "2025-11-25 basic/security_best_practices#session-hijacking: session ids should be bound to the user; no sentence says how others are refused.",
    hooks: ifAnswer(
      ({ status, request }) => status === 404 && bearerOf(request) === TOKENS.second,
      (answer) => ({ ...answer, status: 403 }),
    ),
    "SEC-007": meets("somebody else's session is not found", "session_of_another.status", { const: 404 }),
  }),
  "strangers-told-so": nearMiss(STATELESS, STATEFUL, BESIDE, {
    choice: "Tells a user that a task or a state is somebody else's, with a code of its own.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#task-isolation-and-access-control: such requests must be rejected; no code is named.",
    error: (error, { request }) =>
      isSecond() && /^(?:tasks\/|tools\/call)/.test(request?.method ?? "")
        ? { ...error, code: NOT_YOURS, message: "This is not yours" }
        : undefined,
    "TASK-040": meets("somebody else's task is an unknown one", "task_of_another.error.code", { const: -32_602 }),
    "MRTR-015": meets("somebody else's state is invalid", "state_of_another.error.code", { const: -32_602 }),
    "ELICIT-025": meets("somebody else's question is invalid", "elicitation_of_another.error.code", { const: -32_602 }),
  }),
  "markup-refused": nearMiss({
    choice: "Refuses prompt arguments that hold markup.",
    permittedBy:
      "2025-11-25 server/prompts#security: prompt inputs are validated; -32602 is for arguments that are not valid.",
    hooks: editResult("prompts/get", (result, { request }) => {
      if (words(request.params ?? {}).includes("{{")) throw new RpcError(-32602, "Markup is not taken");
      return result;
    }),
    "SEC-005": never("any text is taken for an argument", { step: "prompt-markup", response: { error: ANY } }),
  }),
  "list-that-grows": nearMiss(STATELESS, {
    choice: "Lists one tool more each time it is asked.",
    permittedBy:
      "No sentence forbids it; a list may change at any time, and here neither the client nor its name decides.",
    options: { without: ["list-changed"] },
    hooks: () => {
      let count = 0;
      return editResult("tools/list", (result, { request }) => {
        if (request.params.cursor !== undefined || !Array.isArray(result.tools)) return result;
        count += 1;
        const added = Array.from({ length: count }, (_, index) => ({
          name: `report_${index}`,
          description: "Removes a report.",
          inputSchema: { type: "object" },
        }));
        return { ...result, tools: [...result.tools, ...added] };
      });
    },
    "SEC-015": never("no tool is new", {
      response: { result: { tools: some({ name: is({ pattern: "^report_" }) }) } },
    }),
  }),
};
