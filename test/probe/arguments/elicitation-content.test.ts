import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { elicitationContent } from "../../../src/probe/arguments/elicitation-content.ts";
import { deepFreeze, findErrors } from "./schema-validation.ts";

const form = (properties: Record<string, Json>, required: string[] = []): Json => ({
  type: "object",
  properties,
  required,
});

describe("elicitation content", () => {
  it("fills in every kind of field", () => {
    const schema = form(
      {
        name: { type: "string", title: "Name", minLength: 2 },
        email: { type: "string", format: "email" },
        day: { type: "string", format: "date" },
        age: { type: "integer", minimum: 18, maximum: 99 },
        share: { type: "number", minimum: 0.5 },
        agree: { type: "boolean", default: true },
        tone: { type: "string", default: "calm" },
        plain: { type: "string", enum: ["one", "two"], enumNames: ["One", "Two"] },
        titled: {
          type: "string",
          oneOf: [
            { const: "#f00", title: "Red" },
            { const: "#0f0", title: "Green" },
          ],
        },
        several: { type: "array", items: { type: "string", enum: ["x", "y"] } },
        severalTitled: {
          type: "array",
          minItems: 2,
          items: {
            anyOf: [
              { const: "x", title: "X" },
              { const: "y", title: "Y" },
            ],
          },
        },
        chosen: { type: "array", items: { type: "string", enum: ["x", "y"] }, default: ["y"] },
        nothing: { type: "array", items: { type: "string", enum: ["x"] }, maxItems: 0 },
      },
      ["name"],
    );
    const content = elicitationContent(deepFreeze(schema));
    expect(content).toEqual({
      name: "example",
      email: "user@example.com",
      day: "2024-01-15",
      age: 18,
      share: 1,
      agree: true,
      tone: "calm",
      plain: "one",
      titled: "#f00",
      several: ["x"],
      severalTitled: ["x", "x"],
      chosen: ["y"],
      nothing: [],
    });
    expect(findErrors(schema, content)).toEqual([]);
  });

  it("leaves out what cannot be filled in, required or not", () => {
    const schema = form({ a: { type: "string" }, b: { type: "string", pattern: "(?=x)" } }, ["a", "b"]);
    expect(elicitationContent(schema)).toEqual({ a: "example" });
  });

  it("makes nothing of nothing", () => {
    expect(elicitationContent(undefined)).toEqual({});
    expect(elicitationContent({ type: "object" })).toEqual({});
    expect(elicitationContent(form({ a: 5 }))).toEqual({});
  });
});
