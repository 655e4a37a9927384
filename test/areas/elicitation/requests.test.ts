import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, type ReadingCase, readingTable, refused } from "../reading-table.ts";
import { arrived, conversations, deliberate, message, NOTHING, statelessMeta, within } from "../small-captures.ts";

const ELICIT = "elicitation/create";

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const call = (...questions: JsonObject[]): Exchange => ({
  ...answered("call", "tools/call", {}, { name: "t" }),
  meanwhile: questions.map((params, index) => arrived(message(ELICIT, params, index))),
});
const form = (properties: JsonObject, more: JsonObject = {}) => ({
  message: "Please fill in",
  requestedSchema: { type: "object", properties },
  ...more,
});
const text: JsonObject = { type: "string" };

/** Every field by itself, with the names of those that are said to be sensitive. */
const sensitive = (shows: string, fields: readonly (readonly [string, JsonObject])[], found: boolean): ReadingCase => ({
  shows,
  capture: { exchanges: [call(...fields.map(([name, field]) => form({ [name]: field })))] },
  reads: { partly: fields.map(([name]) => ({ sensitive: found ? [name] : [] })) },
});

/** Every address by itself, with what is said of it. */
const addresses = (shows: string, found: Readonly<Record<string, JsonObject>>): ReadingCase => ({
  shows,
  capture: { exchanges: [call(...Object.keys(found).map((url) => ({ mode: "url", url })))] },
  reads: { partly: Object.values(found).map((address) => ({ mode: "url", address })) },
});
const absolute = (scheme: string, host: string, ...carries: string[]) => ({ form: "absolute", scheme, host, carries });

readingTable("elicitation_requests", [
  {
    shows: "a plain form, and the modes that the client had declared",
    capture: { exchanges: [initialize({ elicitation: { form: {}, url: {} } }), call(form({ name: text }))] },
    reads: {
      values: [
        {
          mode: "form",
          declared: ["form", "url"],
          sensitive: [],
          personal: [],
          links: [],
          stray_defaults: [],
          params: form({ name: text }),
        },
      ],
      at: ["/meanwhile/0/message"],
      names: ["t"],
      parts: [{ params: "/meanwhile/0/message/params", mode: "/meanwhile/0/message/params" }],
    },
  },
  {
    shows: "a capability that names no mode, none at all, and a handshake nobody knows",
    capture: {
      conversations: conversations(["main", "second", "third"]),
      exchanges: [
        initialize({ elicitation: {} }),
        call({ a: 1 }),
        within("second", initialize({})),
        within("second", call({ a: 2 })),
        within("third", call({ a: 3 })),
      ],
    },
    reads: {
      values: [
        {
          mode: "form",
          declared: ["form"],
          sensitive: [],
          personal: [],
          links: [],
          stray_defaults: [],
          params: { a: 1 },
        },
        { mode: "form", declared: [], sensitive: [], personal: [], links: [], stray_defaults: [], params: { a: 2 } },
        { mode: "form", sensitive: [], personal: [], links: [], stray_defaults: [], params: { a: 3 } },
      ],
    },
  },
  {
    shows: "modes: a form by name, a url without an address, and another one",
    capture: { exchanges: [call({ mode: "form" }, { mode: "url" }, { mode: "voice", url: "https://a.example" })] },
    reads: {
      values: [
        { mode: "form", sensitive: [], personal: [], links: [], stray_defaults: [], params: { mode: "form" } },
        { mode: "url", params: { mode: "url" } },
        { mode: "other", params: { mode: "voice", url: "https://a.example" } },
      ],
    },
  },
  {
    shows: "links in the message, a title and a description, and not in an option",
    capture: {
      exchanges: [
        call(
          form(
            {
              a: { ...text, title: "see http://b.example/x)", description: "or (https://c.example)" },
              b: { ...text, enum: ["https://d.example"] },
            },
            { message: 'Go to "https://a.example/y" now' },
          ),
        ),
      ],
    },
    reads: { partly: [{ links: ["https://a.example/y", "http://b.example/x", "https://c.example"] }] },
  },
  {
    shows: "no links that are examples of what to fill in",
    capture: {
      exchanges: [
        call(
          form(
            {
              a: { ...text, title: "Your page, such as https://acme.io", description: "(e.g. https://acme.io/me)" },
              b: { ...text, format: "uri", description: "https://acme.io/you" },
            },
            { message: "Like this, for example: https://acme.io/a, or there: https://acme.io/b" },
          ),
        ),
      ],
    },
    reads: { partly: [{ links: ["https://acme.io/b"] }] },
  },
  {
    shows: "defaults that are no option, in each way to write options",
    capture: {
      exchanges: [
        call(
          form({
            plain: { enum: ["a"], default: "b" },
            titled: { oneOf: [{ const: "a" }], default: "b" },
            either: { anyOf: [{ const: "a" }], default: "b" },
            several: { type: "array", items: { enum: ["a"] }, default: ["a", "b"] },
          }),
          form({
            plain: { enum: ["a"], default: "a" },
            titled: { oneOf: [{ const: "a" }, {}], default: "a" },
            several: { type: "array", items: { anyOf: [{ const: "a" }] }, default: ["a"] },
            free: { type: "string", default: "x" },
            none: { enum: ["a"] },
          }),
        ),
      ],
    },
    reads: { partly: [{ stray_defaults: ["plain", "titled", "either", "several"] }, { stray_defaults: [] }] },
  },
  sensitive(
    "fields that ask for a secret, by name or title",
    [
      ["password", text],
      ["userPassword", text],
      ["api_key", {}],
      ["x", { ...text, title: "Access token" }],
      ["client-secret", text],
      ["password_confirmation", text],
      ["card_number", { type: "number" }],
    ],
    true,
  ),
  sensitive(
    "fields that only speak of one, offer a choice, or take no text",
    [
      ["password_length", text],
      ["x", { ...text, title: "Forgot password?!x" }],
      ["x", { ...text, description: "Your password" }],
      ["password", { type: "boolean" }],
      ["password", { type: "number" }],
      ["password", { ...text, enum: ["a"] }],
      ["api_key", { ...text, format: "date" }],
      ["token", text],
    ],
    false,
  ),
  {
    shows: "a number that names a person, and opens nothing",
    capture: { exchanges: [call(form({ ssn: { type: "integer" } }), form({ id: { ...text, title: "Your SSN" } }))] },
    reads: {
      partly: [
        { sensitive: [], personal: ["ssn"] },
        { sensitive: [], personal: ["id"] },
      ],
    },
  },
  addresses("addresses by their scheme and host", {
    "https://a.example/path": absolute("https", "public"),
    "http://localhost:1/": absolute("http", "local"),
    "http://app.test/": absolute("http", "local"),
    "http://192.168.0.1/": absolute("http", "local"),
    "http://172.16.0.1/": absolute("http", "local"),
    "http://172.32.0.1/": absolute("http", "public"),
    "/relative": { form: "other", carries: [] },
  }),
  addresses("addresses that carry something", {
    "https://user:pw@a.example/": absolute("https", "public", "credentials"),
    "https://a.example/?login_hint=me@mail.example": absolute("https", "public", "e-mail"),
    "https://a.example/users/me%40mail.example/connect": absolute("https", "public", "e-mail"),
    "https://a.example/?access_token=x": absolute("https", "public", "secret"),
    "https://a.example/#idToken=x": absolute("https", "public", "secret"),
    [`https://a.example/ghp_${"a".repeat(36)}`]: absolute("https", "public", "secret"),
    "https://a.example/?access_token=&token=x": absolute("https", "public"),
    "https://a.example/%?client_id=app@apps.example&api_key=x": absolute("https", "public"),
    "https://a.example/@me@mail.example?support=help@a.example": absolute("https", "public"),
  }),
  {
    shows: "stateless: in a result, with what this very request declared",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        answered(
          "call",
          "tools/call",
          { inputRequests: { q: { method: ELICIT, params: {} } } },
          { name: "t", _meta: statelessMeta({ elicitation: { url: {} } }) },
        ),
      ],
    },
    reads: {
      partly: [{ mode: "form", declared: ["url"] }],
      at: ["/response/result/inputRequests/q"],
      names: ["t"],
    },
  },
  { shows: "none", capture: { exchanges: [initialize({})] }, reads: { values: [], lookedAt: ["/response"] } },
  NOTHING,
]);

readingTable("elicited_calls", [
  {
    shows: "the call during which something was asked, once",
    capture: {
      exchanges: [
        initialize({ elicitation: {} }),
        call({ a: 1 }, { a: 2 }),
        { ...refused("call", "tools/call", -32603), meanwhile: [arrived(message("roots/list", {}, 1))] },
      ],
    },
    reads: { partly: [{ outcome: "result" }], at: [""], exchanges: ["main/2"] },
  },
  {
    shows: "asked without a known handshake, outside any request, and on a stream that was fetched",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        within("second", call({ a: 1 })),
        initialize({ elicitation: {} }),
        { http: { method: "GET", request_headers: [] }, meanwhile: [arrived(message(ELICIT, {}, 1))] },
      ],
      unsolicited: [{ conversation: "main", ...arrived(message(ELICIT, {}, 1)) }],
    },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "stateless: the retries that answer the question, and not the call that asked",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        answered("call", "tools/call", { inputRequests: { q: { method: ELICIT } } }, { _meta: statelessMeta() }),
        answered("call", "tools/call", { done: true }, { inputResponses: { q: { action: "accept" } } }),
        answered("call", "tools/call", {}, { inputResponses: { r: {} } }),
        deliberate(answered("call", "tools/call", {}, { inputResponses: { q: 7 } })),
        answered("call", "tools/call", {}, { inputResponses: "q" as Json }),
      ],
    },
    reads: { partly: [{ outcome: "result", result: { done: true } }], exchanges: ["main/2"] },
  },
  NOTHING,
]);
