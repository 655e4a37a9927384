import { basename, dirname, resolve } from "node:path";
import { nearestNames } from "../../base/nearest-names.ts";
import { quoted, UsageError } from "../usage-error.ts";
import { JsoncError, positionOf } from "./json-position.ts";
import type { JsonNode } from "./jsonc.ts";
import { readTextFile, type System } from "./system.ts";

/** A client configuration file, parsed, with its placeholders still in place. */
export interface McpConfig {
  /** The path as the user wrote it, for messages. */
  readonly shown: string;
  readonly text: string;
  /** Where relative paths in the file start. */
  readonly folder: string;
  /** The project the file belongs to: `.vscode` and `.cursor` are folders inside it. */
  readonly workspaceFolder: string;
  /** Whether the file is part of its project: clients then start its servers in the project's folder. */
  readonly isProjectFile: boolean;
  readonly servers: ReadonlyMap<string, JsonNode>;
  /** VS Code's `inputs` that have a default, by id. */
  readonly inputDefaults: ReadonlyMap<string, string>;
}

/**
 * Reads `mcpServers` (Claude Desktop, Claude Code's `.mcp.json`, Cursor, Windsurf), `servers` (VS Code's
 * `mcp.json`) or `mcp.servers` (VS Code's settings.json). Comments and trailing commas are fine.
 */
export const readMcpConfig = (path: string, system: System): McpConfig => {
  if (path === "") throw new UsageError("--mcp-config is empty; give the path of a client configuration file");
  const file = resolve(system.cwd, path);
  const text = readTextFile(system, file, `--mcp-config ${quoted(path)}`);
  if (text.trim() === "")
    throw new UsageError(`${path} is empty; give a client configuration file with an mcpServers object`);
  const root = parseLocated(path, text, system);
  const holder = memberOf(root, "servers") ? root : (memberOf(root, "mcp") ?? root);
  const servers = memberOf(root, "mcpServers") ?? memberOf(holder, "servers");
  if (!servers) {
    throw new UsageError(`${path} has no mcpServers, servers or mcp.servers; give a client configuration file`);
  }
  if (servers.kind !== "object")
    return failAt({ shown: path, text }, servers, "the servers must be an object, each under its name");
  if (servers.members.size === 0)
    return failAt({ shown: path, text }, servers, "no server is configured here; add one");
  const folder = dirname(file);
  const inProjectSubfolder = [".vscode", ".cursor"].includes(basename(folder));
  return {
    shown: path,
    text,
    folder,
    workspaceFolder: inProjectSubfolder ? dirname(folder) : folder,
    isProjectFile: inProjectSubfolder || basename(file) === ".mcp.json",
    servers: servers.members,
    inputDefaults: readInputDefaults(memberOf(holder, "inputs")),
  };
};

export const findServer = (config: McpConfig, name: string): JsonNode => {
  const found = config.servers.get(name);
  if (found) return found;
  const near = nearestNames(name, [...config.servers.keys()]);
  const next =
    near.length > 0
      ? `did you mean ${near.map(quoted).join(" or ")}`
      : `drop --name to list the ${config.servers.size} it has`;
  throw new UsageError(`${config.shown} has no server ${quoted(name)}; ${next}`);
};

export const failAt = (config: Pick<McpConfig, "shown" | "text">, node: JsonNode, message: string): never => {
  throw new UsageError(`${config.shown}:${positionOf(config.text, node.offset)}: ${message}`);
};

export const memberOf = (node: JsonNode, name: string): JsonNode | undefined =>
  node.kind === "object" ? node.members.get(name) : undefined;

const parseLocated = (shown: string, text: string, { parseJsonc }: System): JsonNode => {
  if (!parseJsonc) throw new Error("the parser of configuration files was not loaded");
  try {
    return parseJsonc(text);
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    throw new UsageError(`${shown}:${positionOf(text, error.offset)}: the file ${error.message}; fix the JSON`);
  }
};

const readInputDefaults = (inputs: JsonNode | undefined): Map<string, string> => {
  const defaults = new Map<string, string>();
  for (const input of inputs?.kind === "array" ? inputs.items : []) {
    const [id, value] = [memberOf(input, "id"), memberOf(input, "default")];
    if (id?.kind === "string" && value?.kind === "string") defaults.set(id.value, value.value);
  }
  return defaults;
};
