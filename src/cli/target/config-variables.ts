import { basename, sep } from "node:path";
import { quoted } from "../usage-error.ts";
import { readVariable, type System } from "./system.ts";

/** Where the placeholders of a configuration file get their values. */
export interface VariableScope {
  readonly system: System;
  readonly workspaceFolder: string;
  /** Answers to `${input:id}` given with --env, which win over `inputDefaults`. */
  readonly answers: ReadonlyMap<string, string>;
  readonly inputDefaults: ReadonlyMap<string, string>;
  /** Filled with the ids of the answers that were used. */
  readonly used: Set<string>;
}

/** The text that contains a placeholder. */
export interface PlaceholderPlace {
  /** `env GITHUB_TOKEN`, `args`, … */
  readonly member: string;
  /** How the command line replaces the whole member, where it can. */
  readonly replacement?: string;
  fail(message: string): never;
}

/**
 * Fills in `${VAR}` and `${VAR:-default}` (Claude Code), `${env:NAME}`, `${input:id}`, `${workspaceFolder}`,
 * `${userHome}` and their kin (VS Code, Cursor). What cannot be filled in is an error: some
 * clients pass an empty string, others the literal placeholder, and either way the server fails for no visible reason.
 */
export const expandVariables = (text: string, scope: VariableScope, place: PlaceholderPlace): string => {
  const expanded = text.replace(/\$\{([^}]*)\}/g, (whole, inner: string) => {
    const builtIn = readBuiltIn(inner, scope, place);
    if (builtIn !== undefined) return builtIn;
    const [, prefix, rest] = /^([A-Za-z]+):(?!-)(.*)$/s.exec(inner) ?? [];
    if (prefix === "input") return readInput(rest ?? "", scope, place);
    if (prefix === "env") return readEnvironment(rest ?? "", undefined, scope, place);
    if (prefix !== undefined) {
      return place.fail(
        `${place.member} uses \${${prefix}:…}, which only the editor can fill in; write the value instead`,
      );
    }
    const [, name, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
    // Anything else is not a placeholder, for example a template literal inside `node -e`.
    return name === undefined ? whole : readEnvironment(name, fallback, scope, place);
  });
  if (expanded.includes("\0")) place.fail(`${place.member} contains a NUL character; remove it`);
  return expanded;
};

const readBuiltIn = (name: string, scope: VariableScope, place: PlaceholderPlace): string | undefined => {
  switch (name) {
    case "workspaceFolder":
      return scope.workspaceFolder;
    case "workspaceFolderBasename":
      return basename(scope.workspaceFolder);
    case "pathSeparator":
    case "/":
      return sep;
    case "userHome": {
      const { system } = scope;
      const home = readVariable(system, "HOME") ?? readVariable(system, "USERPROFILE");
      return home ?? place.fail(`${place.member} needs the home folder, but HOME is not set; set it`);
    }
    default:
      return undefined;
  }
};

const readInput = (id: string, scope: VariableScope, place: PlaceholderPlace): string => {
  const answer = scope.answers.get(id);
  if (answer !== undefined) scope.used.add(id);
  const value = answer ?? scope.inputDefaults.get(id);
  if (value !== undefined) return value;
  return place.fail(
    `${place.member} asks the user for ${quoted(`\${input:${id}}`)}; pass the answer with --env '${id}=VALUE'${otherWay(place)}`,
  );
};

const readEnvironment = (
  name: string,
  fallback: string | undefined,
  scope: VariableScope,
  place: PlaceholderPlace,
): string => {
  const value = readVariable(scope.system, name) ?? fallback;
  if (value !== undefined) return value;
  return place.fail(
    `${place.member} needs the environment variable ${quoted(name)}, which is not set; set it${otherWay(place)}`,
  );
};

const otherWay = ({ replacement }: PlaceholderPlace): string =>
  replacement === undefined ? "" : `, or ${replacement}`;
