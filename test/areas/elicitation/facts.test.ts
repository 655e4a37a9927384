import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenStateless, NOTHING, type ReadingCase, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  message,
  refused,
  statelessMeta,
  unasked,
  within,
} from "../small-captures.ts";

const ELICIT = "elicitation/create";

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const call = (...questions: JsonObject[]): Exchange =>
  hearing(
    answered("call", "tools/call", {}, { name: "t" }),
    questions.map((params, index) => arrived(message(ELICIT, params, index))),
  );
const form = (properties: JsonObject, more: JsonObject = {}) => ({
  message: "Please fill in",
  requestedSchema: { type: "object", properties },
  ...more,
});
const text: JsonObject = { type: "string" };

/** Every field by itself, with the names of those that are said to be sensitive. */
const sensitive = (shows: string, fields: readonly (readonly [string, JsonObject])[], found: boolean): ReadingCase =>
  given(shows, [call(...fields.map(([name, field]) => form({ [name]: field })))]).partly(
    fields.map(([name]) => ({ sensitive: found ? [name] : [] })),
  );

/** Every address by itself, with what is said of it. */
const addresses = (shows: string, found: Readonly<Record<string, JsonObject>>): ReadingCase =>
  given(shows, [call(...Object.keys(found).map((url) => ({ mode: "url", url })))]).partly(
    Object.values(found).map((address) => ({ mode: "url", address })),
  );
const absolute = (scheme: string, host: string, ...carries: string[]) => ({ form: "absolute", scheme, host, carries });

readingTable("elicitation_requests", [
  given("a plain form, and the modes that the client had declared", [
    initialize({ elicitation: { form: {}, url: {} } }),
    call(form({ name: text })),
  ]).values(
    [
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
    {
      at: ["/meanwhile/0/message"],
      names: ["t"],
      parts: [{ params: "/meanwhile/0/message/params", mode: "/meanwhile/0/message/params" }],
    },
  ),
  given("a capability that names no mode, none at all, and a handshake nobody knows", [
    initialize({ elicitation: {} }),
    call({ a: 1 }),
    within("second", initialize({})),
    within("second", call({ a: 2 })),
    within("third", call({ a: 3 })),
  ]).values([
    { mode: "form", declared: ["form"], sensitive: [], personal: [], links: [], stray_defaults: [], params: { a: 1 } },
    { mode: "form", declared: [], sensitive: [], personal: [], links: [], stray_defaults: [], params: { a: 2 } },
    { mode: "form", sensitive: [], personal: [], links: [], stray_defaults: [], params: { a: 3 } },
  ]),
  given("modes: a form by name, a url without an address, and another one", [
    call({ mode: "form" }, { mode: "url" }, { mode: "voice", url: "https://a.example" }),
  ]).values([
    { mode: "form", sensitive: [], personal: [], links: [], stray_defaults: [], params: { mode: "form" } },
    { mode: "url", params: { mode: "url" } },
    { mode: "other", params: { mode: "voice", url: "https://a.example" } },
  ]),
  given("links in the message, a title and a description, and not in an option", [
    call(
      form(
        {
          a: { ...text, title: "see http://b.example/x)", description: "or (https://c.example)" },
          b: { ...text, enum: ["https://d.example"] },
        },
        { message: 'Go to "https://a.example/y" now' },
      ),
    ),
  ]).partly([{ links: ["https://a.example/y", "http://b.example/x", "https://c.example"] }]),
  given("no links that are examples of what to fill in", [
    call(
      form(
        {
          a: { ...text, title: "Your page, such as https://acme.io", description: "(e.g. https://acme.io/me)" },
          b: { ...text, format: "uri", description: "https://acme.io/you" },
        },
        { message: "Like this, for example: https://acme.io/a, or there: https://acme.io/b" },
      ),
    ),
  ]).partly([{ links: ["https://acme.io/b"] }]),
  given("defaults that are no option, in each way to write options", [
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
  ]).partly([{ stray_defaults: ["plain", "titled", "either", "several"] }, { stray_defaults: [] }]),
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
  given("a number that names a person, and opens nothing", [
    call(form({ ssn: { type: "integer" } }), form({ id: { ...text, title: "Your SSN" } })),
  ]).partly([
    { sensitive: [], personal: ["ssn"] },
    { sensitive: [], personal: ["id"] },
  ]),
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
  givenStateless("stateless: in a result, with what this very request declared", [
    answered(
      "call",
      "tools/call",
      { inputRequests: { q: { method: ELICIT, params: {} } } },
      { name: "t", _meta: statelessMeta({ elicitation: { url: {} } }) },
    ),
  ]).partly([{ mode: "form", declared: ["url"] }], { at: ["/response/result/inputRequests/q"], names: ["t"] }),
  given("none", [initialize({})]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

readingTable("elicited_calls", [
  given("the call during which something was asked, once", [
    initialize({ elicitation: {} }),
    call({ a: 1 }, { a: 2 }),
    hearing(refused("call", "tools/call", -32603), [arrived(message("roots/list", {}, 1))]),
  ]).partly([{ outcome: "result" }], { at: [""], exchanges: ["main/2"] }),
  given("asked without a known handshake, outside any request, and on a stream that was fetched", [
    within("second", call({ a: 1 })),
    initialize({ elicitation: {} }),
    { http: { method: "GET", request_headers: [] }, meanwhile: [arrived(message(ELICIT, {}, 1))] },
    unasked(arrived(message(ELICIT, {}, 1))),
  ]).inapplicable("precondition-absent"),
  givenStateless("stateless: the retries that answer the question, and not the call that asked", [
    answered("call", "tools/call", { inputRequests: { q: { method: ELICIT } } }, { _meta: statelessMeta() }),
    answered("call", "tools/call", { done: true }, { inputResponses: { q: { action: "accept" } } }),
    answered("call", "tools/call", {}, { inputResponses: { r: {} } }),
    deliberate(answered("call", "tools/call", {}, { inputResponses: { q: 7 } })),
    answered("call", "tools/call", {}, { inputResponses: "q" as Json }),
  ]).partly([{ outcome: "result", result: { done: true } }], { exchanges: ["main/2"] }),
  NOTHING,
]);

const link = (elicitationId: string, url: string, text = "Please read"): JsonObject => ({
  mode: "url",
  message: text,
  url,
  elicitationId,
});
const A = "https://a.example/one";
const B = "https://a.example/two";

readingTable("elicitation_ids", [
  NOTHING,
  given("ids of their own, and no forms", [
    call(link("1", A), link("2", A), { message: "Your name?", elicitationId: "1" }),
  ]).values(
    [
      { elicitationId: "1", times: 1, asked_for: [{ message: "Please read", url: A }] },
      { elicitationId: "2", times: 1, asked_for: [{ message: "Please read", url: A }] },
    ],
    { at: ["/meanwhile/0/message/params", "/meanwhile/1/message/params"] },
  ),
  given("the same page again, with another code or another text, is no other elicitation", [
    call(link("1", A), link("1", `${A}?code=2`), link("1", A, "Please do read")),
  ]).values([{ elicitationId: "1", times: 3, asked_for: [{ message: "Please read", url: A }] }]),
  given("another page, or another text and another query, is", [
    call(link("1", A), link("1", B), link("1", `${A}?for=slack`, "Please connect")),
  ]).values(
    [
      {
        elicitationId: "1",
        times: 3,
        asked_for: [
          { message: "Please read", url: A },
          { message: "Please read", url: B },
          { message: "Please connect", url: `${A}?for=slack` },
        ],
      },
    ],
    { at: ["/meanwhile/2/message/params"] },
  ),
  ...(["stdio", "streamable-http"] as const).map((transport) =>
    given(`each process counts for itself, all sessions of an endpoint together (${transport})`, {
      transport,
      exchanges: [within("main", call(link("1", A))), within("second", call(link("1", B)))],
    }).partly(
      transport === "stdio"
        ? [{ asked_for: [{ url: A }] }, { asked_for: [{ url: B }] }]
        : [{ asked_for: [{ url: A }, { url: B }] }],
    ),
  ),
  given("what -32042 lists", [
    {
      ...answered("call", "tools/call", {}),
      response: {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32042, message: "first", data: { elicitations: [link("1", A), link("1", B)] } },
      },
    },
  ]).partly([{ elicitationId: "1", times: 2 }], { at: ["/response/error/data/elicitations/1"] }),
]);
