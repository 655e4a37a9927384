import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editEntries } from "./edits.ts";

const STATELESS = ["http/2026-07-28"] as const;

/** Changes the properties of the tool whose arguments are mirrored. */
const editProperties = (edit: (properties: Record<string, JsonObject>) => JsonObject): Hooks =>
  editEntries("tools/list", "tools", (tool) => {
    if (tool.name !== "route_request" || !isObject(tool.inputSchema)) return tool;
    const properties = tool.inputSchema.properties as Record<string, JsonObject>;
    return { ...tool, inputSchema: { ...tool.inputSchema, properties: { ...properties, ...edit(properties) } } };
  });

export const HEADER_SCHEMA_MUTANTS: readonly Mutant[] = [
  {
    id: "x-mcp-header-empty",
    vice: "Leaves an x-mcp-header empty.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": "" } })),
    fails: ["HEADER-030"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-true",
    vice: "Sets x-mcp-header to true where it wants the argument's own name.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": true } })),
    fails: ["HEADER-030"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-with-blank",
    vice: "Has a blank in an x-mcp-header.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": "Dry Run" } })),
    fails: ["HEADER-031"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-twice",
    vice: "Uses the same x-mcp-header twice in one schema, in another case.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": "REGION" } })),
    fails: ["HEADER-032"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-on-number",
    vice: "Mirrors a number that need not be an integer.",
    hooks: editProperties(({ weight }) => ({ weight: { ...weight, type: "number" } })),
    fails: ["HEADER-033"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-on-union",
    vice: "Mirrors an argument that may be a number with a fraction.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, type: ["boolean", "number"] } })),
    fails: ["HEADER-033"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-in-items",
    vice: "Mirrors the entries of an array.",
    hooks: editProperties(() => ({
      stops: { type: "array", maxItems: 3, items: { type: "string", "x-mcp-header": "Stop" } },
    })),
    fails: ["HEADER-034"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-in-choice",
    vice: "Mirrors a property of one of several alternatives.",
    hooks: editProperties(() => ({
      via: { anyOf: [{ type: "string", "x-mcp-header": "Via" }, { type: "integer" }] },
    })),
    fails: ["HEADER-034"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-unsafe-integer",
    vice: "Lets a mirrored integer grow to 2^60.",
    hooks: editProperties(({ weight }) => ({ weight: { ...weight, maximum: 2 ** 60 } })),
    fails: ["HEADER-035"],
    in: STATELESS,
  },
  {
    id: "x-mcp-header-on-secret",
    vice: "Mirrors an API key into a header.",
    hooks: editProperties(() => ({ apiKey: { type: "string", "x-mcp-header": "Key" } })),
    fails: ["HEADER-036"],
    in: STATELESS,
  },
];
