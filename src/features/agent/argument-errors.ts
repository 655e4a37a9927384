import { type OutputUnit, Validator } from "@cfworker/json-schema";
import type { JsonSchemaType, jsonSchemaValidator } from "@modelcontextprotocol/server";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import { readPointer } from "../../base/pointer.ts";

const MAX_ERRORS = 3;

/**
 * Validates the arguments of a call by the input schema of the tool. The SDK's validator does not say which values are
 * allowed, and a model that is not told guesses again.
 */
export const argumentValidator: jsonSchemaValidator = {
  getValidator: <T>(schema: JsonSchemaType) => {
    const validator = new Validator(schema as object, "2020-12", false);
    return (input) => {
      const { valid, errors } = validator.validate(input);
      const said = valid ? [] : describe(errors, schema as Json);
      return said.length === 0
        ? { valid: true, data: input as T, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: said.slice(0, MAX_ERRORS).join("; ") };
    };
  },
};

const describe = (errors: readonly OutputUnit[], schema: Json): string[] => [
  ...new Set(errors.flatMap((error) => sentence(error, schema) ?? [])),
];

/** Undefined: another error, or the tool itself, says it better. */
const sentence = ({ keyword, keywordLocation, instanceLocation, error }: OutputUnit, schema: Json) => {
  const name = instanceLocation.replace(/^#\/?/, "").replaceAll("/", ".");
  const within = resolve(schema, keywordLocation);
  switch (keyword) {
    case "properties":
    case "items":
    case "format":
    case "false":
      return undefined;
    case "enum":
      return `${name} must be one of ${Array.isArray(within) ? within.map(String).join(", ") : "those allowed"}`;
    case "type":
      return `${name === "" ? "the arguments" : name} must be ${[within].flat().map(String).join(" or ")}`;
    case "minItems":
      return `${name} must not be empty`;
    case "required":
      return `${quotedName(error)} is missing${name === "" ? "" : ` in ${name}`}`;
    case "additionalProperties":
      return unknownName(quotedName(error), name, resolve(schema, keywordLocation.replace(/\/[^/]*$/, "")));
    default:
      return `${name}: ${error}`;
  }
};

/** The validator names a property in double quotes. */
const quotedName = (error: string): string => /"([^"]*)"/.exec(error)?.[1]?.slice(0, 60) ?? "a property";

const unknownName = (typed: string, name: string, schema: Json | undefined): string => {
  const properties = member(schema, "properties");
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const near = nearestNames(typed, known, 1);
  const hint = near.length > 0 ? `did you mean ${near.join()}?` : `use one of ${known.join(", ")}`;
  return `${name === "" ? "" : `${name}: `}there is no argument ${JSON.stringify(typed)}; ${hint}`;
};

const resolve = (schema: Json, location: string): Json | undefined => readPointer(schema, location.replace(/^#/, ""));
