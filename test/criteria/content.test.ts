import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { auditOf, criterion, error, passes, READ_ONLY, result, SUNNY } from "./session.ts";

const text = (value: string, more: JsonObject = {}): ReturnType<typeof result> =>
  result({ content: [{ type: "text", text: value }], ...more });

const brings = (call: ReturnType<typeof result>, args: JsonObject = {}): boolean =>
  passes("C7", { calls: [{ ...call, arguments: args }] });

const LONG = "abcdefghijklmnopqrstuvwxy";

test("more than 24 characters without white space and the punctuation of JSON", () => {
  expect(LONG).toHaveLength(25);
  expect(brings(text(LONG))).toBe(true);
  expect(brings(text(LONG.slice(1)))).toBe(false);
  expect(brings(text(`{ "${LONG.slice(1)}": [ , ] }\n`))).toBe(false);
  expect(brings(text(""))).toBe(false);
  expect(brings(result({ content: [] }))).toBe(false);
  expect(brings(result({}))).toBe(false);
});

test.each<[string, Json]>([
  ["a picture", { type: "image", data: "A".repeat(40), mimeType: "image/png" }],
  ["a resource", { type: "resource", resource: { uri: "x:y", text: LONG } }],
  ["a link", { type: "resource_link", uri: "https://example.com/forecast", name: "forecast" }],
])("%s is content", (_what, block) => {
  expect(brings(result({ content: [block] }))).toBe(true);
});

test("structured content counts where the text is short", () => {
  expect(brings(text("ok", { structuredContent: { forecast: LONG } }))).toBe(true);
  expect(brings(text("ok", { structuredContent: {} }))).toBe(false);
});

test("errors are no content, marked or not", () => {
  expect(brings(text(LONG, { isError: true }))).toBe(false);
  expect(brings(error(-32603, "a long enough message of an error"))).toBe(false);
  expect(brings(text("Error fetching the forecast: TypeError: fetch failed"))).toBe(false);
  expect(brings(text(`Errors in the last week, by service: ${"a: 1, ".repeat(10)}`))).toBe(true);
});

test("an echo is no content, however it is dressed", () => {
  const said = "a question of more than twenty-four characters";
  expect(brings(text(said), { question: said })).toBe(false);
  expect(brings(text(`You said: ${said}`), { question: said })).toBe(false);
  expect(brings(text(JSON.stringify({ question: said })), { question: said })).toBe(false);
  expect(brings(text(JSON.stringify({ got: { question: said } }, null, 2)), { question: said })).toBe(false);
  expect(brings(text(`${said}: ${LONG}, as far as anybody knows`), { question: said })).toBe(true);
});

test("a placeholder is no content", () => {
  expect(brings(text("Lorem ipsum dolor sit amet, consectetur adipiscing elit"))).toBe(false);
  expect(brings(text("This tool is not implemented yet, sorry about that"))).toBe(false);
  expect(brings(text("TODO: return the forecast of the city here"))).toBe(false);
  expect(brings(text(String(READ_ONLY["description"])))).toBe(false);
  // A list of things to do is content.
  expect(brings(text("Open items: TODO buy umbrellas; TODO call the harbour"))).toBe(true);
});

test("a price is never a pass", () => {
  const http = { method: "POST", request_headers: [], status: 402, response_headers: [] };
  const offer = { x402Version: 1, accepts: [{ scheme: "exact" }], error: "payment needed to go on with this" };
  const priced = [
    { ...text(LONG), http },
    { http },
    text(JSON.stringify(offer)),
    text("see the structured part for what it costs", { structuredContent: offer }),
    text("Payment required to call this tool", { isError: true }),
    error(402, "pay first"),
    error(-32000, "no", offer),
  ];
  for (const call of priced) {
    const { discoverability } = auditOf({ calls: [call] });
    expect(discoverability.delivery).toMatchObject({ state: "unverified-priced" });
    expect(discoverability.delivery.text).toContain("delivery UNVERIFIED");
    expect(discoverability).toMatchObject({ grade: "B", passes: 9 });
    expect(discoverability.honesty_cap).not.toBeNull();
  }
});

test("a page about payments is no price", () => {
  const { discoverability } = auditOf({ calls: [text("HTTP 402 means payment required; x402 builds on it.")] });
  expect(discoverability.delivery.state).toBe("verified");
});

test("one tool that delivers is enough, and the first three that only read are looked at", () => {
  const tool = (name: string): JsonObject => ({ ...READ_ONLY, name });
  const tools = ["a", "b", "c", "d"].map(tool);
  const answering = (name: string): boolean =>
    passes("C7", {
      tools,
      calls: ["a", "b", "c", "d"].map((one) => ({ ...(one === name ? result(SUNNY) : text("no")), name: one })),
    });
  expect(["a", "b", "c", "d"].map(answering)).toEqual([true, true, true, false]);
});

test("a call of a tool that does not say it only reads counts only where none says so", () => {
  const silent: JsonObject = { ...READ_ONLY, name: "silent", annotations: {} };
  expect(passes("C7", { tools: [READ_ONLY, silent], calls: [{ ...result(SUNNY), name: "silent" }] })).toBe(false);
  expect(passes("C7", { tools: [silent], calls: [{ ...result(SUNNY), name: "silent" }] })).toBe(true);
});

test("tools that may not be called leave it unobserved, each with the reason", () => {
  const destroys: JsonObject = { ...READ_ONLY, name: "wipe", annotations: { destructiveHint: true } };
  const says: JsonObject = { ...READ_ONLY, name: "delete_all", annotations: {} };
  const seven = criterion(auditOf({ tools: [destroys, says], calls: [] }), "C7");
  expect(seven).toMatchObject({ pass: false, unobserved: "unsafe-to-probe" });
  expect(seven.faults.map(({ fault }) => fault)).toEqual([
    "declares that it changes things",
    "declares nothing, and its name or description says delete",
  ]);
});

test("a call that is wrong on purpose for another reason is no delivery", () => {
  const call = { ...result(SUNNY), deliberate: true, step: "invalid-call" } as const;
  expect(passes("C7", { calls: [call] })).toBe(false);
  expect(passes("C7", { calls: [{ ...call, step: "deliver-1" }] })).toBe(true);
});

test("a tool's name cannot put anything into the signed sentence", () => {
  const name = "x'\u001b[31m\n\u202e";
  const { delivery } = auditOf({
    tools: [{ ...READ_ONLY, name }],
    calls: [{ ...result(SUNNY), name }],
  }).discoverability;
  expect(delivery.text).toMatch(/^[ -~]+$/);
});
