import { resolve } from "node:path";
import type { Header } from "../../base/header.ts";
import type { StdioTarget } from "../../capture/target.ts";
import { isHeaderName, isHeaderValue, isOwnedByProbe, trimOptionalSpace } from "../../protocol/header-syntax.ts";
import { quoted } from "../usage-error.ts";
import type { ConfigEntry, ScalarNode } from "./config-entry.ts";
import { expandVariables, type PlaceholderPlace, type VariableScope } from "./config-variables.ts";
import { parseEnvFile } from "./env-file.ts";
import { BAD_VALUE } from "./header-options.ts";
import { positionOf } from "./json-position.ts";
import { failAt, type McpConfig } from "./mcp-config.ts";
import { readTextFile, type System } from "./system.ts";

/** What the command line says about the server; it wins over the file. */
export interface EntryOverrides {
  readonly env: ReadonlyMap<string, string>;
  readonly headers: readonly Header[];
  /** Absolute. */
  readonly cwd: string | undefined;
}

export type ResolvedEntry =
  | StdioTarget
  | {
      readonly kind: "http";
      readonly url: string;
      /** As it stands in the file, with its placeholders. */
      readonly writtenUrl: string;
      /** Where the URL is written, for messages about it. */
      readonly urlPlace: string;
      readonly headers: readonly Header[];
      /** Names given with --env that answered no input: a server at a URL has no environment. */
      readonly unusedEnv: readonly string[];
    };

export const resolveEntry = (
  config: McpConfig,
  entry: ConfigEntry,
  overrides: EntryOverrides,
  system: System,
): ResolvedEntry => {
  const scope: VariableScope = {
    system,
    workspaceFolder: config.workspaceFolder,
    answers: overrides.env,
    inputDefaults: config.inputDefaults,
    used: new Set(),
  };
  const expand = (node: ScalarNode, member: string, replacement?: string): string =>
    expandVariables(String(node.value), scope, placeOf(config, node, member, replacement));
  if (entry.kind === "stdio") {
    const command = expand(entry.command, "command");
    const args = entry.args.map((node) => expand(node, "args"));
    const env = resolveEnv(config, entry, overrides, system, expand, scope.used);
    const cwd = overrides.cwd ?? (entry.cwd && resolve(config.folder, expand(entry.cwd, "cwd", "use --cwd")));
    const startedIn = cwd ?? (config.isProjectFile ? config.workspaceFolder : undefined);
    return { kind: "stdio", command, args, env, ...(startedIn === undefined ? {} : { cwd: startedIn }) };
  }
  const url = expand(entry.url, "url");
  const headers = resolveHeaders(config, entry.headers, overrides.headers, expand);
  return {
    kind: "http",
    url,
    writtenUrl: String(entry.url.value),
    urlPlace: placeName(config, entry.url, "url"),
    headers,
    unusedEnv: [...overrides.env.keys()].filter((name) => !scope.used.has(name)),
  };
};

type Expand = (node: ScalarNode, member: string, replacement?: string) => string;

const resolveEnv = (
  config: McpConfig,
  entry: Extract<ConfigEntry, { kind: "stdio" }>,
  overrides: EntryOverrides,
  system: System,
  expand: Expand,
  used: ReadonlySet<string>,
): Record<string, string> => {
  const env = new Map<string, string>();
  if (entry.envFile) {
    const path = resolve(config.folder, expand(entry.envFile, "envFile"));
    const text = readTextFile(
      system,
      path,
      `${placeName(config, entry.envFile, "envFile")} ${quoted(shownPath(String(entry.envFile.value), path))}`,
    );
    for (const [name, value] of parseEnvFile(text, path)) env.set(name, value);
  }
  for (const [name, node] of entry.env) {
    if (name === "" || /[=\0]/.test(name)) failAt(config, node, `env has the impossible variable name ${quoted(name)}`);
    // A replaced value is not expanded: the user may have replaced it because its placeholder has no value.
    const given = overrides.env.get(name);
    env.set(name, given ?? expand(node, `env ${name}`, `set the variable with --env '${name}=VALUE'`));
  }
  for (const [name, value] of overrides.env) {
    // An answer to an input belongs to the placeholder that asked for it, not to the server's environment.
    if (!used.has(name)) env.set(name, value);
  }
  return Object.fromEntries(env);
};

/** The whole path helps most, but only folders may be filled in there: any other variable may hold a secret. */
const shownPath = (written: string, path: string): string =>
  written.replaceAll(/\$\{(?:workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|\/)\}/g, "").includes("$")
    ? written
    : path;

const resolveHeaders = (
  config: McpConfig,
  headers: ReadonlyMap<string, ScalarNode>,
  over: readonly Header[],
  expand: Expand,
): Header[] => {
  const replaced = new Set(over.map(([name]) => name.toLowerCase()));
  const resolved: Header[] = [];
  for (const [name, node] of headers) {
    if (!isHeaderName(name)) failAt(config, node, "headers has a name that is no HTTP header name; fix it");
    // People configure Accept and Content-Type for their client, but no client sends them as configured, and neither do we.
    if (replaced.has(name.toLowerCase()) || isOwnedByProbe(name)) continue;
    const value = trimOptionalSpace(expand(node, `header ${name}`, `replace it with --header-env '${name}=VARIABLE'`));
    if (!isHeaderValue(value)) failAt(config, node, `header ${name} ${BAD_VALUE}`);
    resolved.push([name, value]);
  }
  return resolved;
};

const placeOf = (
  config: McpConfig,
  node: ScalarNode,
  member: string,
  replacement: string | undefined,
): PlaceholderPlace => ({
  member,
  ...(replacement === undefined ? {} : { replacement }),
  fail: (message) => failAt(config, node, message),
});

const placeName = (config: McpConfig, node: ScalarNode, member: string): string =>
  `${config.shown}:${positionOf(config.text, node.offset)}: ${member}`;
