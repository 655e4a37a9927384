import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateArguments } from "../../../src/probe/arguments/generate-value.ts";
import { invalidArguments } from "../../../src/probe/arguments/invalid-arguments.ts";
import { satisfiableSchemas } from "./satisfiable-schemas.ts";
import { deepFreeze, findErrors } from "./schema-validation.ts";

describe("random satisfiable schemas", () => {
  it("are satisfiable", () => {
    fc.assert(
      fc.property(satisfiableSchemas, ({ schema, witness }) => {
        expect(findErrors(schema, witness)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("get arguments that Ajv accepts, or a reason", () => {
    fc.assert(
      fc.property(satisfiableSchemas, fc.constantFrom("none", "header", "all"), ({ schema }, optional) => {
        const generated = generateArguments(deepFreeze(schema), { optional });
        if (generated.ok) expect(findErrors(schema, generated.value)).toEqual([]);
        else expect(generated.reason).not.toBe("");
        expect(JSON.stringify(generateArguments(schema, { optional }))).toBe(JSON.stringify(generated));
      }),
      { numRuns: 300 },
    );
  });

  it("get a reason only rarely", () => {
    const schemas = fc.sample(satisfiableSchemas, { numRuns: 1_000, seed: 7 });
    const refused = schemas.filter(({ schema }) => !generateArguments(schema).ok);
    expect(refused.length / schemas.length).toBeLessThan(0.01);
  });

  it("get wrong arguments that Ajv rejects", () => {
    fc.assert(
      fc.property(satisfiableSchemas, ({ schema }) => {
        const invalid = invalidArguments(deepFreeze(schema));
        expect(invalid).toBeDefined();
        expect(findErrors(schema, invalid?.value)).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
