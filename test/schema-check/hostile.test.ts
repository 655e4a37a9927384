// What a hostile server may publish as a schema ends as a finding: never a hang, never a fetch, never a crash.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { checkSchemas } from "../../src/judge/preparation/schemas/check-schemas.ts";
import { ensureBuilt } from "../e2e/cli.ts";
import { call, captureOf, evaluateOne, listing, outputCapture, readOne } from "./captures.ts";

beforeAll(ensureBuilt);

/** Threads of this process beside the main one; a worker is a MessagePort to whoever started it. */
const threads = (): number =>
  process.getActiveResourcesInfo().filter((name) => /worker|MessagePort/i.test(name)).length;

const nested = (depth: number, wrap: (inner: Json) => Json): Json => {
  let schema: Json = { type: "string" };
  for (let level = 0; level < depth; level += 1) schema = wrap(schema);
  return schema;
};

describe("Schemas are data: time", () => {
  const evil = { type: "string", pattern: "^(a+)+$" };

  test("a catastrophic pattern is killed", async () => {
    const evaluation = await evaluateOne(evil, `${"a".repeat(60)}!`, { evaluationMs: 200 });
    expect(evaluation).toEqual({ not_evaluated: "time limit" });
  });

  test("so is one among the names of patternProperties, in propertyNames, and behind a reference", async () => {
    const name = `${"a".repeat(60)}!`;
    const schemas: Json[] = [
      { patternProperties: { "^(a+)+$": true } },
      { propertyNames: evil },
      { additionalProperties: { $ref: "#/$defs/evil" }, $defs: { evil } },
    ];
    for (const schema of schemas)
      expect(await evaluateOne(schema, { [name]: name }, { evaluationMs: 200 })).toEqual({
        not_evaluated: "time limit",
      });
  });

  test("the next value is evaluated all the same, by a new thread", async () => {
    const findings = await checkSchemas(
      captureOf([
        listing([{ name: "t", outputSchema: evil }]),
        call("t", {}, { structuredContent: `${"a".repeat(60)}!` }),
        call("t", {}, { structuredContent: "aaa" }),
        call("t", {}, { structuredContent: "b" }),
      ]),
      { limits: { evaluationMs: 200 } },
    );
    expect(findings.pairs.map(({ evaluation }) => findings.evaluations[evaluation])).toEqual([
      { not_evaluated: "time limit" },
      { valid: true },
      { valid: false, errors: [{ pointer: "", keyword: "pattern", message: "String does not match pattern." }] },
    ]);
  });

  test("many of them share one budget", async () => {
    const calls = Array.from({ length: 50 }, (_, index) =>
      call("t", {}, { structuredContent: `${"a".repeat(60 + index)}!` }),
    );
    const capture = captureOf([listing([{ name: "t", outputSchema: evil }]), ...calls]);
    const findings = await checkSchemas(capture, { limits: { evaluationMs: 100, totalMs: 250 } });
    expect(Object.values(findings.evaluations)).toEqual(Array(50).fill({ not_evaluated: "time limit" }));
  });

  test("no thread is left behind, whatever happened", async () => {
    const before = threads();
    let most = before;
    const killed = evaluateOne(evil, `${"a".repeat(60)}!`, { evaluationMs: 100 });
    const watch = setInterval(() => {
      most = Math.max(most, threads());
    }, 5);
    await killed;
    clearInterval(watch);
    expect(most).toBeGreaterThan(before);
    expect(threads()).toBe(before);
    await evaluateOne(evil, "aaa");
    expect(threads()).toBe(before);
  });

  test("nothing is started where nothing needs it", async () => {
    const before = threads();
    const evaluations = [readOne(evil), evaluateOne({ type: "object", format: "email" }, {})];
    expect(threads()).toBe(before);
    await Promise.all(evaluations);
    expect(threads()).toBe(before);
  });

  test("uniqueItems over many objects runs where it can be killed, and is bounded", async () => {
    const items = Array.from({ length: 30_000 }, (_, index) => ({ a: { b: [index] } }));
    const evaluation = await evaluateOne({ uniqueItems: true }, items, { evaluationMs: 100 });
    expect(evaluation).toEqual({ not_evaluated: "time limit" });
  });
});

describe("Schemas are data: references", () => {
  const twice = (name: string): Json => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });

  test.each<[string, JsonObject, string]>([
    ["to itself", { $ref: "#" }, ""],
    ["to each other", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }, "/$defs/a"],
    ["through anyOf", { anyOf: [{ type: "string" }, { not: { $ref: "#" } }] }, ""],
    ["by $dynamicRef", { $dynamicAnchor: "x", $dynamicRef: "#x" }, ""],
  ])("%s, without end", async (_what, schema, where) => {
    expect(await readOne(schema)).toMatchObject({ valid: true, endless_ref: where });
    expect(await evaluateOne(schema, {})).toEqual({ not_evaluated: "endless $ref" });
  });

  test("doubling again and again runs out of steps", async () => {
    const $defs: JsonObject = { d0: { type: "object" } };
    for (let level = 1; level <= 40; level += 1) $defs[`d${level}`] = twice(`d${level - 1}`);
    const schema = { $ref: "#/$defs/d40", $defs };
    expect(await readOne(schema)).toMatchObject({ valid: true, endless_ref: null, references: 81 });
    expect(await evaluateOne(schema, {})).toEqual({ not_evaluated: "step limit" });
  });

  test("all schemas share one budget of steps", async () => {
    const calls = Array.from({ length: 10 }, (_, index) => call("t", {}, { structuredContent: [index] }));
    const schema = { items: { type: "integer" } };
    const capture = captureOf([listing([{ name: "t", outputSchema: schema }]), ...calls]);
    const findings = await checkSchemas(capture, { limits: { totalSteps: 10 } });
    const ended = findings.pairs.map(({ evaluation }) => findings.evaluations[evaluation]);
    expect(ended.slice(0, 5)).toEqual(Array(5).fill({ valid: true }));
    expect(ended.slice(5)).toEqual(Array(5).fill({ not_evaluated: "step limit" }));
  });

  test("results that belong to every tool of a sampling request", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `t${index}`);
    const params = {
      tools: names.map((name) => ({ name, outputSchema: { type: "integer" } })),
      messages: [
        { role: "assistant", content: names.map((name) => ({ type: "tool_use", id: "a", name, input: {} })) },
        { role: "user", content: names.map(() => ({ type: "tool_result", toolUseId: "a", structuredContent: 1 })) },
      ],
    };
    const message = { jsonrpc: "2.0", id: 2, method: "sampling/createMessage", params };
    const capture = captureOf([{ id: "call-1", request: 7, meanwhile: [{ seq: 1, at_ms: 1, message }] }]);
    const { pairs, evaluations } = await checkSchemas(capture, { limits: { pairs: 100 } });
    const ended = pairs.map(({ evaluation }) => evaluations[evaluation]);
    // Those of three tools fit; each of the others is left open once.
    expect(ended.slice(0, 90)).toEqual(Array(90).fill({ valid: true }));
    expect(ended.slice(90)).toEqual(Array(27).fill({ not_evaluated: "step limit" }));
  });

  test("recursion that goes into the value is no trouble", async () => {
    const tree = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false };
    expect(await evaluateOne(tree, { next: { next: {} } })).toEqual({ valid: true });
    expect(await evaluateOne(tree, { next: { next: { no: 1 } } })).toMatchObject({
      valid: false,
      errors: [{ pointer: "/next/next/no", keyword: "additionalProperties" }],
    });
  });

  test("a web of them is not followed to its end", async () => {
    const allOf = Array.from({ length: 2_001 }, () => ({ $ref: "#/$defs/a" }));
    expect(await readOne({ allOf, $defs: { a: {} } })).toMatchObject({ valid: null, limits_exceeded: ["references"] });
  });

  test("the network is never touched", async () => {
    let contacts = 0;
    const server = createServer((_request, response) => {
      contacts += 1;
      response.end('{"type":"string"}');
    });
    server.on("connection", () => {
      contacts += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/schema.json`;
    for (const schema of [
      { $ref: address },
      { $id: address, properties: { a: { $ref: "other.json" } } },
      { $schema: address },
      { $dynamicRef: `${address}#x` },
      { pattern: "a", allOf: [{ $ref: `${address}#/a` }] },
    ] as Json[]) {
      const evaluation = await evaluateOne(schema, {});
      expect(Object.keys(evaluation)).toEqual(["not_evaluated"]);
    }
    expect(contacts).toBe(0);
    const { network_refs } = await readOne({ properties: { "a/b": { $ref: address } } });
    expect(network_refs).toEqual([{ pointer: "/properties/a~1b/$ref", ref: address }]);
    expect(await evaluateOne({ $ref: address }, {})).toEqual({ not_evaluated: "network $ref refused" });
    expect(contacts).toBe(0);
  });

  test.each(["file:///etc/passwd", "//169.254.169.254/", "other.json", "urn:x:y", "http://["])(
    "%j leads elsewhere",
    async ($ref) => {
      expect((await readOne({ $ref })).network_refs).toHaveLength(1);
    },
  );

  test.each(["#/nowhere", "#name", "#/$defs/a/type", "#/%", "#/$defs/constructor", "#/__proto__"])(
    "%j leads nowhere, which is not permissive",
    async ($ref) => {
      const schema = { $ref, $defs: { a: { type: "string" } } };
      expect((await readOne(schema)).unresolved_refs).toEqual([{ pointer: "/$ref", ref: $ref }]);
      expect(await evaluateOne(schema, {})).toEqual({ not_evaluated: "unresolved $ref" });
    },
  );
});

describe("Schemas are data: size", () => {
  test("10 MB", async () => {
    const schema = { type: "object", description: "x".repeat(10_000_000) };
    expect(await readOne(schema)).toMatchObject({ valid: null, limits_exceeded: ["schemaBytes"], bytes: null });
    expect(await evaluateOne(schema, {})).toEqual({ not_evaluated: "too large" });
  });

  test("10 MB of small schemas", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 400_000 }, (_, index) => [`p${index}`, { minLength: 1 }]),
    );
    expect(await readOne({ properties })).toMatchObject({ valid: null, limits_exceeded: ["schemaBytes"] });
  });

  test("more schemas than are looked at", async () => {
    const anyOf = Array.from({ length: 300_000 }, () => 1);
    expect(await readOne({ anyOf })).toMatchObject({ valid: false, limits_exceeded: ["subschemas"] });
    expect(await readOne({ anyOf: Array.from({ length: 20_000 }, () => true) })).toMatchObject({
      valid: null,
      limits_exceeded: ["subschemas"],
    });
  });

  test.each([
    ["not", (inner: Json): Json => ({ not: inner })],
    ["items", (inner: Json): Json => ({ items: inner })],
    ["an unknown keyword", (inner: Json): Json => ({ x: inner })],
    ["enum", (inner: Json): Json => [inner]],
  ])("100,000 levels of %s", async (_what, wrap) => {
    const schema = { type: "object", enum: [nested(100_000, wrap)] };
    const finding = await readOne(schema);
    expect(finding).toMatchObject({ digest: null, valid: null, limits_exceeded: ["schemaJsonDepth"] });
    expect(await evaluateOne(schema, {})).toEqual({ not_evaluated: "too deep" });
  });

  test("schemas nested deeper than the limit", async () => {
    expect(await readOne(nested(70, (inner) => ({ not: inner })))).toMatchObject({
      valid: null,
      limits_exceeded: ["schemaDepth"],
    });
  });

  test("a value nested without end, or very large", async () => {
    const deep = nested(100_000, (inner) => [inner]);
    expect(await evaluateOne({ type: "array" }, deep)).toEqual({ not_evaluated: "too deep" });
    expect(await evaluateOne({ type: "string" }, "x".repeat(5_000_000))).toEqual({ not_evaluated: "too large" });
  });

  test("recursion as deep as the value allows", async () => {
    const schema = { items: { $ref: "#" }, allOf: [{ allOf: [{ allOf: [{ allOf: [{}] }] }] }] };
    expect(
      await evaluateOne(
        schema,
        nested(100, (inner) => [inner]),
      ),
    ).toEqual({ valid: true });
    const higher = { items: { $ref: "#" }, ...(nested(20, (inner) => ({ allOf: [inner] })) as JsonObject) };
    expect(
      await evaluateOne(
        higher,
        nested(100, (inner) => [inner]),
      ),
    ).toEqual({ not_evaluated: "too deep" });
  });

  test("a long enum compared again and again counts as the work it is", async () => {
    const schema = { items: { enum: Array.from({ length: 50_000 }, (_, index) => `v${index}`) } };
    const value = Array.from({ length: 900 }, () => "no");
    expect(await evaluateOne(schema, value)).toEqual({ not_evaluated: "step limit" });
  });

  test("a pattern of 100 KiB is not even parsed", async () => {
    expect(await readOne({ pattern: "(".repeat(100_000) })).toMatchObject({
      valid: null,
      limits_exceeded: ["patternChars"],
    });
  });

  test("a value that fills the memory of the thread", async () => {
    const schema = { pattern: "x", items: { enum: Array.from({ length: 300 }, (_, index) => `${index}`.repeat(20)) } };
    const value = Array.from({ length: 20_000 }, () => "no");
    const evaluation = await evaluateOne(schema, value, { workerMb: 16, steps: 10_000_000, totalSteps: 10_000_000 });
    expect(evaluation).toEqual({ not_evaluated: "too large" });
  });
});

describe("Schemas are data: names", () => {
  const parse = (text: string): Json => JSON.parse(text) as Json;

  test("__proto__ and constructor are names like any other", async () => {
    const schema = parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},' +
        '"required":["__proto__","toString"],"additionalProperties":false}',
    );
    expect(await readOne(schema)).toMatchObject({ valid: true, subschemas: 4 });
    expect(await evaluateOne(schema, parse('{"__proto__":"a","constructor":"b"}'))).toMatchObject({
      valid: false,
      errors: [{ keyword: "required", message: expect.stringContaining("toString") }],
    });
    const wrong = parse('{"__proto__":1,"constructor":2,"toString":3}');
    expect(await evaluateOne(schema, wrong)).toMatchObject({
      errors: [
        { pointer: "/__proto__", keyword: "type" },
        { pointer: "/constructor", keyword: "type" },
        { pointer: "/toString", keyword: "additionalProperties" },
      ],
    });
  });

  test("the same in the thread", async () => {
    const schema = parse('{"properties":{"__proto__":{"pattern":"^a$"}},"patternProperties":{"^__":{"minLength":1}}}');
    expect(await evaluateOne(schema, parse('{"__proto__":"a"}'))).toEqual({ valid: true });
    expect(await evaluateOne(schema, parse('{"__proto__":"b"}'))).toMatchObject({
      errors: [{ pointer: "/__proto__", keyword: "pattern" }],
    });
  });

  test("keywords, formats and definitions of such names find no prototype", async () => {
    const schema = parse(
      '{"__proto__":{"type":"string"},"constructor":1,"format":"__proto__","__absolute_ref__":"#/x","__cost__":1e9,' +
        '"$ref":"#/$defs/__proto__","$defs":{"__proto__":{"type":"object","format":"constructor"}}}',
    );
    expect(await readOne(schema)).toMatchObject({ valid: true, unresolved_refs: [] });
    expect(await evaluateOne(schema, {})).toEqual({ valid: true });
    expect(await evaluateOne(schema, "x")).toMatchObject({ valid: false });
  });

  test("half a surrogate pair has no digest and is read all the same", async () => {
    const schema = { properties: { "\ud800": { type: "string" } } };
    expect(await readOne(schema)).toMatchObject({
      digest: null,
      valid: true,
      key: expect.stringContaining("/tools/0"),
    });
    expect(Object.keys(await evaluateOne(schema, { "\ud800": "a" }))).toHaveLength(1);
  });
});

test.each<Json>(["(", "[a", "(?P<name>a)", "a{2,1}", "\\"])("%j is no regular expression", async (pattern) => {
  expect(await readOne({ properties: { a: { pattern } } })).toMatchObject({
    valid: false,
    problems: [{ pointer: "/properties/a/pattern", kind: "bad-regex" }],
  });
  expect(await evaluateOne({ pattern }, "a")).toEqual({ not_evaluated: "invalid schema" });
});

test("a pattern that is one only without the u flag is no blame, and not guessed at", async () => {
  expect(await readOne({ pattern: "^[\\w-.]+$" })).toMatchObject({ valid: true });
  expect(await evaluateOne({ pattern: "^[\\w-.]+$" }, "a")).toEqual({ not_evaluated: "unsupported pattern" });
});

test("two runs give the same bytes, and the capture is not written to", async () => {
  const capture = outputCapture(
    { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { pattern: "^a$" } }, $id: "http://x/y" },
    { a: "b" },
  );
  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  };
  const before = JSON.stringify(capture);
  freeze(capture);
  const [first, second] = [await checkSchemas(capture), await checkSchemas(capture)];
  expect(JSON.stringify(first)).toBe(JSON.stringify(second));
  expect(JSON.stringify(capture)).toBe(before);
  expect(JSON.parse(JSON.stringify(first))).toEqual(first);
});
