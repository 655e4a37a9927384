import { isJsonObject, type Json, member } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import { looksSecret } from "../../capture/secret-names.ts";
import type { Problem, SuitePath } from "../problem.ts";
import { savedNames } from "../saved-names.ts";

export interface FilledIn {
  readonly value: Json;
  readonly problems: readonly Problem[];
  /** Whether the value came from the environment; such values are not repeated in messages. */
  isFromEnvironment(path: SuitePath): boolean;
  /** Values from variables of the environment whose names speak of secrets. */
  readonly secrets: readonly string[];
}

interface Variable {
  readonly text: string;
  /** As it is written, where it does not come from the environment. */
  readonly value?: Json;
  readonly fromEnv: boolean;
  readonly isSecret?: boolean;
}

/**
 * Replaces `${name}` by the value from `variables:`, in every part of the suite but `variables:` itself. In functional tests a
 * variable alone keeps its type, and what a step saves is left for the run.
 */
export const fillInVariables = (
  suite: Json,
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): FilledIn => {
  const problems: Problem[] = [];
  const touched = new Set<string>();
  const known = readVariables(member(suite, "variables"), env, problems);
  known.set("CONFIG_DIR", { text: folder, fromEnv: false });
  const savedAt = savedNames(suite);
  const fill = (value: Json, path: SuitePath): Json => {
    if (typeof value === "string" && !value.includes("${")) return value;
    if (typeof value === "string")
      return isTest(path) ? (alone(value, path) ?? fillText(value, path)) : fillText(value, path);
    if (Array.isArray(value)) return value.map((entry, index) => fill(entry, [...path, index]));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fill(entry, [...path, key])]));
  };
  const alone = (text: string, path: SuitePath): Json | undefined => {
    const name = /^\$\{([^}]*)\}$/.exec(text)?.[1] ?? "";
    return savedAt(path).has(name) ? undefined : known.get(name)?.value;
  };
  const fillText = (text: string, path: SuitePath): string =>
    text.replace(/\$?\$\{([^}]*)\}/g, (whole, name: string) => {
      // The run fills in the rest, and takes the second dollar away.
      if (isTest(path) && (whole.startsWith("$$") || savedAt(path).has(name))) return whole;
      if (whole.startsWith("$$")) return whole.slice(1);
      const found = known.get(name);
      if (!found) {
        problems.push({ path, message: unknownVariable(name, [...known.keys()]) });
        return whole;
      }
      if (found.fromEnv) touched.add(keyOf(path));
      return found.text;
    });
  const value = isJsonObject(suite)
    ? Object.fromEntries(
        Object.entries(suite).map(([key, entry]) => [key, key === "variables" ? entry : fill(entry, [key])]),
      )
    : suite;
  return {
    value,
    problems,
    isFromEnvironment: (path) => touched.has(keyOf(path)),
    secrets: [...known.values()].flatMap(({ text, isSecret }) => (isSecret ? [text] : [])),
  };
};

const isTest = (path: SuitePath): boolean => path[0] === "tests";

const keyOf = (path: SuitePath): string => JSON.stringify(path);

const readVariables = (
  variables: Json | undefined,
  env: Readonly<Record<string, string | undefined>>,
  problems: Problem[],
): Map<string, Variable> => {
  const known = new Map<string, Variable>();
  // The schema reports a wrong shape.
  for (const [name, written] of isJsonObject(variables) ? Object.entries(variables) : []) {
    const source = member(written, "from_env");
    const path = ["variables", name];
    if (typeof source === "string") {
      const found = Object.hasOwn(env, source) ? env[source] : undefined;
      const fallback = member(written, "default");
      if (found === undefined && fallback === undefined)
        problems.push({
          path,
          message: `the environment variable ${JSON.stringify(source.slice(0, 40))} is not set; set it, or add a default`,
        });
      const isSecret = found !== undefined && looksSecret(source);
      known.set(name, { text: found ?? String(fallback ?? ""), fromEnv: found !== undefined, isSecret });
    } else if (typeof written !== "object") known.set(name, { text: String(written), value: written, fromEnv: false });
    else known.set(name, { text: "", fromEnv: false });
  }
  return known;
};

const unknownVariable = (name: string, known: readonly string[]): string => {
  const [near] = nearestNames(name, known, 1);
  const hint = near === undefined ? `known: ${known.join(", ")}` : `did you mean \${${near}}?`;
  return `unknown variable \${${name.slice(0, 40)}}; ${hint} (for a literal \${ write $\${)`;
};
