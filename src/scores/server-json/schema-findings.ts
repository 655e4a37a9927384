import { type OutputUnit, Validator } from "@cfworker/json-schema";
import type { Json, JsonObject } from "../../base/json.ts";
import { error, type ServerJsonPath } from "./place.ts";
import type { EntryFinding } from "./registry-entry.ts";

/** Where the published schema says no. The schema is data of ours, so it is interpreted without a budget. */
export const schemaFindings = (entry: Json, schema: JsonObject): readonly EntryFinding[] => {
  const { errors } = new Validator(schema, "7", false).validate(entry);
  const found = settle(errors, "").map(({ path, says }) => error("schema", path, says));
  return found.filter(
    ({ pointer, message }, index) =>
      found.findIndex((other) => other.pointer === pointer && other.message === message) === index,
  );
};

interface Problem {
  readonly path: ServerJsonPath;
  readonly says: string;
}

/** Keywords that only lead to the one that says no. */
const LEADS = new Set(["$ref", "properties", "items", "allOf", "anyOf", "additionalProperties"]);

/**
 * Of alternatives the validator tells what each says no to. What a person wrote is meant as one of them, so only that one is
 * told: a transport with `type: sse` is never said not to be stdio.
 */
const settle = (units: readonly OutputUnit[], base: string): readonly Problem[] => {
  const choices = units.filter(
    ({ keyword, keywordLocation }) => keyword === "anyOf" && !/\/anyOf\//.test(keywordLocation.slice(base.length)),
  );
  const isInside = (unit: OutputUnit, choice: OutputUnit): boolean =>
    unit.keywordLocation.startsWith(`${choice.keywordLocation}/`) &&
    `${unit.instanceLocation}/`.startsWith(`${choice.instanceLocation}/`);
  const outside = units
    .filter(({ keyword }) => !LEADS.has(keyword))
    .filter((unit) => !choices.some((choice) => isInside(unit, choice)));
  return [
    ...outside.map(describe),
    ...choices.flatMap((choice) =>
      settleChoice(
        choice,
        units.filter((unit) => isInside(unit, choice)),
      ),
    ),
  ];
};

const settleChoice = (choice: OutputUnit, units: readonly OutputUnit[]): readonly Problem[] => {
  const branches = new Map<string, OutputUnit[]>();
  for (const unit of units) {
    const branch = /^\/\d+/.exec(unit.keywordLocation.slice(choice.keywordLocation.length))?.[0] ?? "";
    branches.set(branch, [...(branches.get(branch) ?? []), unit]);
  }
  const saysOfType = (unit: OutputUnit): boolean =>
    unit.keyword === "enum" && unit.instanceLocation === `${choice.instanceLocation}/type`;
  const meant = [...branches].filter(([, inside]) => !inside.some(saysOfType));
  const path = pathOf(choice.instanceLocation);
  if (meant.length === 0 && branches.size > 0) {
    const types = units
      .filter(saysOfType)
      .flatMap(({ error: text }) => [...text.matchAll(/"([^"]+)"/g)].map(([, type]) => type));
    return [{ path: [...path, "type"], says: `is not one of ${[...new Set(types)].join(", ")}` }];
  }
  const told = meant.map(([branch, inside]) => settle(inside, `${choice.keywordLocation}${branch}`));
  const [first = [], ...others] = told;
  if (others.length === 0) return first;
  // Nothing tells which was meant, so only what they all ask for can be said, or that one of them is missing.
  const shared = first.filter(({ path: at, says }) =>
    others.every((other) => other.some((one) => one.says === says && one.path.join("/") === at.join("/"))),
  );
  if (shared.length > 0) return shared;
  const names = told.flatMap((problems) => problems.map(({ path: at }) => String(at.at(-1) ?? "")));
  return [{ path, says: `lacks one of ${[...new Set(names)].join(", ")}` }];
};

/** `#/packages/0/transport`: a step that is all digits is taken for an index, which every such step of a server.json is. */
const pathOf = (location: string): ServerJsonPath =>
  location
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const describe = ({ keyword, instanceLocation, error: text }: OutputUnit): Problem => {
  const path = pathOf(instanceLocation);
  const word = /"([^"]*)"/.exec(text)?.[1] ?? "";
  switch (keyword) {
    case "required":
      return { path: [...path, word], says: "is missing" };
    case "type":
      return { path, says: `is not ${article(/Expected "([^"]*)"/.exec(text)?.[1] ?? "of the right type")}` };
    case "enum":
      return { path, says: `is not one of ${[...text.matchAll(/"([^"]+)"/g)].map(([, one]) => one).join(", ")}` };
    case "minLength":
      return { path, says: "is too short" };
    case "maxLength":
      return { path, says: `has more characters than the ${/> (\d+)/.exec(text)?.[1] ?? ""} that are taken` };
    case "pattern":
      return { path, says: "does not have the form that the schema asks for" };
    case "format":
      return { path, says: `is no ${/"([^"]*)"\.?$/.exec(text)?.[1] ?? "value of its format"}` };
    case "not":
      return { path, says: "is a value that the schema rules out" };
    default:
      return { path, says: `does not meet the schema (${keyword})` };
  }
};

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
