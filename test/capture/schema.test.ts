import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/base/json.ts";
import { CaptureError } from "../../src/capture/capture-error.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { LIMIT_TABLE } from "../../src/wire/limits.ts";
import { captures } from "./arbitrary.ts";
import { FULL, MINIMAL, STDIO } from "./captures.ts";
import { changes, mutate, placesIn } from "./mutate.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/capture.schema.json", import.meta.url), "utf8"),
) as JsonObject & { $id: string; $defs: Record<string, JsonObject> };

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
ajv.addKeyword({ keyword: "x-volatile", schemaType: "boolean" });
ajv.addSchema(schema);
const byRef = (ref: string): ValidateFunction => ajv.getSchema(`${schema.$id}${ref}`) as ValidateFunction;
const isCapture = byRef("");
const isLine = byRef("#/$defs/line");

const accepts = (text: string): boolean => {
  try {
    readCaptures(text, "file.json");
    return true;
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return false;
  }
};

/** Indented, so that no capture with a member "type" is taken for JSON Lines. */
const written = (value: unknown): string => JSON.stringify(value, null, 1);

/** Compared by hand: an assertion per run that is handed the whole text takes most of the time. */
const sameVerdict = (bySchema: boolean, text: string): void => {
  if (bySchema !== accepts(text)) expect.fail(`the schema says ${bySchema}, the reader does not: ${text}`);
};

const agree = (value: unknown): void => {
  const text = written(value);
  sameVerdict(isCapture(JSON.parse(text)), text);
};

const handMade = fc.constantFrom<unknown>(FULL, STDIO, JSON.parse(MINIMAL), [FULL, STDIO], [JSON.parse(MINIMAL)]);

describe("the schema and the reader agree", () => {
  it("on the captures made by hand", () => {
    for (const value of [FULL, STDIO, JSON.parse(MINIMAL), [FULL, STDIO]]) {
      expect(isCapture(JSON.parse(written(value)))).toBe(true);
      agree(value);
    }
  });

  it.each([[null], [1], ["x"], [[]], [{}], [[[]]], [{ server_label: "x" }], [[{}]]])("on %j", (value) => {
    expect(accepts(written(value))).toBe(isCapture(value));
  });

  it("on every generated capture: both accept it", () => {
    fc.assert(
      fc.property(captures(), (capture) => {
        expect(isCapture(JSON.parse(written(capture)))).toBe(true);
        agree(capture);
      }),
      { numRuns: 300 },
    );
  });

  it("on any capture that was changed at random", () => {
    const either = fc.oneof(handMade, captures(), fc.array(captures(), { minLength: 1, maxLength: 2 }));
    fc.assert(
      fc.property(either, changes, (capture, list) => agree(list.reduce<unknown>(mutate, capture))),
      { numRuns: 1_000 },
    );
  });

  it("on every member of a full capture, deleted or replaced by each kind of value", () => {
    expect(placesIn(FULL)).toBeGreaterThan(100);
    for (let place = 0; place < placesIn(FULL); place += 1) {
      agree(mutate(FULL, { place, kind: "delete", value: null }));
      for (const value of [null, true, false, -1, 1.5, 7, "?", [], {}]) {
        agree(mutate(FULL, { place, kind: "replace", value }));
      }
    }
  });

  it("on the lines of a recording that were changed at random", () => {
    const { conversations, exchanges, unsolicited, outcome, closed: _closed, ...head } = FULL;
    const lines = fc.constantFrom<object>(
      { type: "session", ...head },
      { type: "session", transport: "stdio" },
      ...(conversations ?? []).map((entry) => ({ type: "conversation", ...entry })),
      ...exchanges.map((entry) => ({ type: "exchange", ...entry })),
      ...(unsolicited ?? []).map((entry) => ({ type: "unsolicited", ...entry })),
      ...exchanges.map(({ id: _id, ...entry }) => ({ type: "update", exchange: "seen", ...entry })),
      { type: "footer", outcome },
    );
    const header = '{"type":"header","server_label":"x"}\n{"type":"exchange","id":"seen","request":1}\n';
    fc.assert(
      fc.property(lines, changes, (line, list) => {
        const changed = JSON.parse(JSON.stringify(list.reduce<unknown>(mutate, line))) as unknown;
        fc.pre(!dependsOnOthers(changed));
        const text = `${header}${JSON.stringify(changed)}\n`;
        sameVerdict(isLine(changed), text);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.constant({ type: "header", ...head }), changes, (line, list) => {
        const changed = JSON.parse(JSON.stringify(list.reduce<unknown>(mutate, line))) as unknown;
        fc.pre(isJsonObject(changed) && changed["type"] === "header");
        const text = `${JSON.stringify(changed)}\n`;
        sameVerdict(isLine(changed), text);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** That there is one header, how many exchanges there are and which, is a matter of the whole file. */
const dependsOnOthers = (line: unknown): boolean => {
  if (!isJsonObject(line)) return false;
  const { type, exchange, exchanges } = line;
  return type === "header" || exchanges !== undefined || (typeof exchange === "string" && exchange !== "seen");
};

describe("the schema", () => {
  const eachSchema = function* (value: unknown, path: string): Generator<[string, JsonObject]> {
    if (!isJsonObject(value)) return;
    yield [path, value];
    for (const [name, entry] of Object.entries(value)) {
      if (name === "properties" || name === "$defs") {
        for (const [key, inner] of Object.entries(entry as JsonObject)) {
          yield* eachSchema(inner, `${path}/${name}/${key}`);
        }
      } else if (name === "items") {
        yield* eachSchema(entry, `${path}/items`);
      }
    }
  };

  it("is a JSON Schema of 2020-12 with a name that is no address", () => {
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(schema.$id).toBe("urn:mcptest:capture:1");
  });

  it("describes every member in one sentence", () => {
    for (const [path, node] of eachSchema(schema, "")) {
      if (path.endsWith("/items") || node["$ref"] !== undefined) continue;
      expect([path, typeof node["description"]]).toEqual([path, "string"]);
      const text = String(node["description"]);
      expect([path, text.endsWith("."), /[\n<>]/.test(text)]).toEqual([path, true, false]);
    }
  });

  it("marks every time, session id and server-made id as volatile", () => {
    const volatile = new Set(
      [...eachSchema(schema, "")].filter(([, node]) => node["x-volatile"] === true).map(([path]) => path),
    );
    const times = [...eachSchema(schema, "")]
      .filter(([path, node]) => /_(ms|at)$/.test(path) && node["$ref"] === undefined)
      .map(([path]) => path);
    for (const path of times.filter((one) => !one.endsWith("retry_ms"))) expect([...volatile]).toContain(path);
    expect([...volatile]).toContain("/$defs/conversation/properties/session_id");
    expect([...volatile]).toContain("/$defs/sse_fields/properties/id");
    expect([...volatile]).toContain("/$defs/session/properties/redaction/properties/replaced");
  });

  it("names every limit", () => {
    const limits = byRef("#/$defs/session/properties/limits").schema as unknown as { properties: object };
    expect(Object.keys(limits.properties)).toEqual(Object.keys(LIMIT_TABLE));
  });

  it("lets members through that it does not know", () => {
    expect(isCapture({ server_label: "x", exchanges: [{ request: 1, later: 1 }], later: 2 })).toBe(true);
  });
});
