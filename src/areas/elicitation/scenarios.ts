import type { JsonObject } from "../../base/json.ts";
import {
  askName,
  asksInput,
  CLOSE,
  CONNECT,
  call,
  elicit,
  form,
  LIST_TOOLS,
  onCall,
  sampling,
  tool,
  withTools,
} from "../../probe/scenario/parts.ts";
import type { Action, Operation, Scenario } from "../../probe/scenario/scenario.ts";

const ask = (id: string, params: JsonObject, declares = "elicitation", lacks?: string): Action => ({
  ...{ do: "ask", id, method: "elicitation/create", params, waitMs: 1000 },
  only: { declares, ...(lacks === undefined ? {} : { lacks }) },
});

const CONTACT = form(
  "How can we reach you?",
  {
    name: { type: "string", minLength: 2 },
    mail: { type: "string", format: "email" },
    age: { type: "integer", minimum: 18 },
    colour: { type: "string", enum: ["red", "green", "blue"] },
    agreed: { type: "boolean" },
  },
  ["name", "mail", "age", "colour"],
);

const CHOICES = form(
  "What would you like?",
  {
    plain: { type: "string", enum: ["tea", "milk"] },
    titled: {
      type: "string",
      oneOf: [
        { const: "t1", title: "Tea" },
        { const: "t2", title: "Milk" },
      ],
    },
    several: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", enum: ["tea", "milk", "juice"] } },
    severalTitled: {
      type: "array",
      items: {
        anyOf: [
          { const: "s1", title: "Sugar" },
          { const: "s2", title: "Lemon" },
        ],
      },
    },
    named: { type: "string", enum: ["n1", "n2"], enumNames: ["Hot", "Cold"] },
  },
  ["plain", "titled", "several", "severalTitled", "named"],
);

const DEFAULTS = form("Accept this with its defaults.", {
  name: { type: "string", description: "Your name", default: "John Doe" },
  age: { type: "integer", description: "Your age", default: 30 },
  score: { type: "number", description: "Your score", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", description: "Whether you are verified", default: true },
});

const visit = (id: string, path: string): JsonObject => ({
  ...{ mode: "url", message: "Sign in on a page of ours.", url: `$origin/${path}`, elicitationId: id },
});

// Who parses it comes upon everything that ids do not have.
const ODD_ID = `ä/{} ${"0123456789".repeat(30)}`;

const DECLINE: Operation = { op: "answers", elicitation: "decline" };
const ACCEPT: Operation = { op: "answers" };

const DEFAULTS_TOOL = tool("test_client_elicitation_defaults", "Asks for a form with defaults.");

/** How long nothing may be fetched: it is counted from the question, so that a busy machine only makes it longer. */
const WINDOW_MS = 700;

/** What a server asks of the client's user. */
export const ELICITATION: readonly Scenario[] = [
  {
    name: "elicitation-forms",
    face: "stateful",
    needs: "elicitation",
    revisions: ["2025-06-18", "2025-11-25"],
    offers: { tools: withTools(tool("ask_user", "Asks how you can be reached.")) },
    reactions: [onCall("ask_user", ask("srv-contact", CONTACT), { do: "answer" })],
    plan: [CONNECT, LIST_TOOLS, call("ask_user"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool ask_user.", "Try to send an age of 17, then fill the form in properly."],
  },
  {
    name: "elicitation-choices",
    face: "stateful",
    needs: "elicitation",
    revisions: ["2025-11-25"],
    offers: { tools: withTools(tool("ask_user", "Asks what you would like.")) },
    reactions: [
      onCall(
        "ask_user",
        ask("srv-choices", { mode: "form", ...CHOICES }),
        ask("srv-no-mode", askName()),
        ask("srv-mode", { mode: "form", ...askName() }),
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, call("ask_user"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool ask_user and choose the second entry everywhere."],
  },
  {
    name: "elicitation-defaults",
    face: "stateful",
    needs: "elicitation",
    revisions: ["2025-11-25"],
    official: "elicitation-sep1034-client-defaults",
    offers: { tools: [DEFAULTS_TOOL] },
    reactions: [onCall("test_client_elicitation_defaults", ask("srv-defaults", DEFAULTS), { do: "answer" })],
    plan: [CONNECT, LIST_TOOLS, call("test_client_elicitation_defaults"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool and accept the form without a change."],
  },
  {
    // A mode that the client did not declare.
    name: "elicitation-modes",
    face: "stateful",
    needs: "elicitation",
    revisions: ["2025-11-25"],
    deliberate: true,
    offers: { tools: withTools(tool("ask_user", "Asks in a mode that was not declared.")) },
    reactions: [
      onCall(
        "ask_user",
        ask(
          "srv-url",
          { ...visit("modes-1", "elicit/modes"), url: "https://example.invalid/x" },
          "elicitation",
          "elicitation.url",
        ),
        ask("srv-form", { mode: "form", ...askName() }, "elicitation.url", "elicitation.form"),
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, call("ask_user"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool ask_user."],
  },
  {
    name: "elicitation-urls",
    face: "stateful",
    needs: "elicitation.url",
    revisions: ["2025-11-25"],
    // The page is served where the server is.
    transport: "http",
    offers: {
      tools: withTools(tool("visit_first", "Asks to open a page."), tool("visit_second", "Asks to open another page.")),
    },
    reactions: [
      onCall(
        "visit_first",
        ask("srv-first", visit("first", "elicit/first"), "elicitation.url"),
        { do: "wait", ms: WINDOW_MS },
        { do: "answer" },
      ),
      onCall(
        "visit_second",
        ask("srv-second", visit(ODD_ID, "elicit/second"), "elicitation.url"),
        { do: "wait", ms: WINDOW_MS },
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, DECLINE, call("visit_first"), ACCEPT, call("visit_second"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool visit_first and decline.", "Call the tool visit_second and accept."],
  },
  {
    name: "url-login",
    face: "stateful",
    needs: "elicitation.url",
    revisions: ["2025-11-25"],
    offers: { tools: withTools(tool("needs_login", "Works once you have signed in.")) },
    reactions: [
      {
        on: { method: "tools/call", name: "needs_login", declares: "elicitation.url" },
        actions: [
          {
            do: "error",
            error: {
              code: -32042,
              message: "Sign in first.",
              data: {
                elicitations: [
                  { mode: "url", elicitationId: "login-1", url: "https://example.invalid/login", message: "Sign in." },
                ],
              },
            },
          },
        ],
      },
      {
        on: { method: "resources/list" },
        actions: [
          { do: "notify", method: "notifications/elicitation/complete", params: { elicitationId: "nobody-knows" } },
          { do: "wait", ms: WINDOW_MS },
          { do: "notify", method: "notifications/elicitation/complete", params: { elicitationId: "login-1" } },
          { do: "wait", ms: 100 },
          { do: "answer" },
        ],
      },
    ],
    plan: [CONNECT, LIST_TOOLS, call("needs_login"), { op: "list", what: "resources" }, CLOSE],
    instructions: ["Call the tool needs_login.", "Look at the list of resources."],
  },
  {
    name: "elicitation-rounds",
    face: "stateless",
    needs: "elicitation",
    offers: {
      tools: withTools(
        tool("ask_contact", "Asks how you can be reached."),
        tool("ask_choices", "Asks what you would like."),
        tool("ask_page", "Asks to open a page."),
        tool("ask_page_again", "Asks to open another page."),
        DEFAULTS_TOOL,
      ),
    },
    reactions: [
      asksInput(
        { method: "tools/call", name: "ask_contact", declares: "elicitation", repeats: false },
        { contact: elicit(CONTACT), mode: elicit({ mode: "form", ...askName() }) },
      ),
      asksInput(
        { method: "tools/call", name: "ask_choices", declares: "elicitation", repeats: false },
        { choices: elicit({ mode: "form", ...CHOICES }) },
      ),
      asksInput(
        { method: "tools/call", name: "test_client_elicitation_defaults", declares: "elicitation", repeats: false },
        { defaults: elicit(DEFAULTS) },
      ),
      ...["ask_page", "ask_page_again"].map((name) =>
        asksInput(
          { method: "tools/call", name, declares: "elicitation.url", repeats: false },
          { page: elicit({ mode: "url", message: "Sign in on a page of ours.", url: `$origin/elicit/${name}` }) },
        ),
      ),
    ],
    plan: [
      CONNECT,
      LIST_TOOLS,
      ...["ask_contact", "ask_choices", "test_client_elicitation_defaults"].map((name) => call(name)),
      DECLINE,
      call("ask_page"),
      ACCEPT,
      call("ask_page_again"),
      { op: "wait", ms: WINDOW_MS },
      LIST_TOOLS,
      CLOSE,
    ],
    instructions: [
      "Call the tools one after the other.",
      "Decline what ask_page asks; accept everything else as it is.",
    ],
  },
  {
    name: "refused-requests",
    face: "stateful",
    offers: { tools: withTools(tool("ask_twice", "Asks for what you refuse.")) },
    reactions: [
      onCall(
        "ask_twice",
        {
          ...{
            do: "ask",
            id: "srv-refuse",
            method: "sampling/createMessage",
            params: sampling("Refuse this request."),
          },
          only: { declares: "sampling" },
        },
        ask("srv-decline", askName("Decline this request.")),
        { do: "answer" },
      ),
    ],
    plan: [
      CONNECT,
      LIST_TOOLS,
      { op: "answers", sampling: "refuse", elicitation: "decline" },
      call("ask_twice"),
      LIST_TOOLS,
      CLOSE,
    ],
    instructions: ["Call the tool ask_twice and refuse what you are asked."],
  },
];
