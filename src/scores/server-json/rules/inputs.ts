import { isJsonObject, type Json, listMember, member, stringMember } from "../../../base/json.ts";
import { error, quoted, type ServerJsonPath, warning } from "../place.ts";
import type { EntryFinding } from "../registry-entry.ts";
import { variablesIn } from "../template.ts";

/** One command-line argument. Its type and what it must have is the schema's business. */
export const argumentFindings = (argument: Json, at: ServerJsonPath): readonly EntryFinding[] => {
  const name = stringMember(argument, "name");
  if (stringMember(argument, "type") !== "named" || name === undefined) return inputFindings(argument, at);
  return [
    ...(name === ""
      ? [error("argument", [...at, "name"], "is empty; write the flag with its dashes, such as --port")]
      : []),
    ...(/[<>$ ]/.test(name)
      ? [
          error(
            "argument",
            [...at, "name"],
            `${quoted(name)} holds more than the flag; write the flag alone and its value as value or default`,
          ),
        ]
      : []),
    ...(["value", "default"] as const).flatMap((key) => {
      const text = stringMember(argument, key);
      return name !== "" && text?.startsWith(name) === true
        ? [
            error(
              "argument",
              [...at, key],
              `begins with the flag itself, which clients put before it; write only what follows ${quoted(name)}`,
            ),
          ]
        : [];
    }),
    ...inputFindings(argument, at),
  ];
};

/** Headers or environment variables: each by itself, and no name twice. `outer`: variables of what is around them. */
export const inputListFindings = (
  inputs: readonly Json[],
  at: ServerJsonPath,
  kind: "environment" | "header",
  outer: ReadonlySet<string> = new Set(),
): readonly EntryFinding[] => {
  const keys = inputs.map((input) => {
    const name = stringMember(input, "name");
    return kind === "header" ? name?.toLowerCase() : name;
  });
  return inputs.flatMap((input, index) => {
    const name = stringMember(input, "name");
    const place = [...at, index, "name"];
    return [
      ...(name !== undefined && !NAMES[kind].test(name)
        ? [
            warning(
              "input-name",
              place,
              `${quoted(name)} cannot be the name of ${kind === "header" ? "a header" : "an environment variable"}`,
            ),
          ]
        : []),
      ...(keys[index] !== undefined && keys.indexOf(keys[index]) < index
        ? [warning("input-name", place, `${quoted(name ?? "")} stands in the list twice; keep one of the two`)]
        : []),
      ...inputFindings(input, [...at, index], outer),
    ];
  });
};

const NAMES = {
  environment: /^[A-Za-z_][A-Za-z0-9_.]{0,500}$/,
  header: /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,500}$/,
} as const;

/** What a user or the file fills in. */
export const inputFindings = (
  input: Json,
  at: ServerJsonPath,
  outer: ReadonlySet<string> = new Set(),
): readonly EntryFinding[] => {
  const [value, preset, format] = ["value", "default", "format"].map((key) => stringMember(input, key));
  const choices = listMember(input, "choices");
  const variables = member(input, "variables");
  const declared = new Set([...outer, ...(isJsonObject(variables) ? Object.keys(variables) : [])]);
  const loose = variablesIn(value ?? "").filter((name) => /^[A-Za-z_]\w*$/.test(name) && !declared.has(name));
  return [
    ...loose.map((name) =>
      warning(
        "input-variable",
        [...at, "value"],
        `has {${name}}, which is not in its variables, so the braces are sent as they stand; declare it`,
      ),
    ),
    ...(member(input, "isSecret") === true ? secretFindings(value, preset, at) : []),
    ...(preset !== undefined && choices.length > 0 && !choices.includes(preset)
      ? [
          warning(
            "input",
            [...at, "default"],
            `${quoted(preset)} is not among its choices; add it, or take one of them`,
          ),
        ]
      : []),
    ...(preset !== undefined && !fits(preset, format)
      ? [warning("input", [...at, "default"], `${quoted(preset)} is not a ${format}, which its format says; write one`)]
      : []),
    ...(isJsonObject(variables)
      ? Object.entries(variables).flatMap(([name, inner]) => inputFindings(inner, [...at, "variables", name]))
      : []),
  ];
};

const fits = (preset: string, format: string | undefined): boolean => {
  if (format === "boolean") return preset === "true" || preset === "false";
  return format !== "number" || /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(preset);
};

/** What is published is no secret any more; a text with variables in it is only the form of one. */
const secretFindings = (
  value: string | undefined,
  preset: string | undefined,
  at: ServerJsonPath,
): readonly EntryFinding[] => {
  const [key, text] = value === undefined ? (["default", preset] as const) : (["value", value] as const);
  if (text === undefined || text === "" || variablesIn(text).length > 0) return [];
  return [
    warning(
      "secret-value",
      [...at, key],
      "is given and published, although isSecret is true; drop it, and let the user fill it in",
    ),
  ];
};
