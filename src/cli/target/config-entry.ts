import { defined } from "../../base/defined.ts";
import { quoted } from "../usage-error.ts";
import type { JsonNode } from "./jsonc.ts";
import { failAt, type McpConfig, memberOf } from "./mcp-config.ts";

type TextNode = Extract<JsonNode, { kind: "string" }>;

/** One server of a configuration file, checked for shape, with its placeholders still in place. */
export type ConfigEntry =
  | {
      readonly kind: "stdio";
      readonly command: TextNode;
      readonly args: readonly ScalarNode[];
      readonly env: ReadonlyMap<string, ScalarNode>;
      readonly envFile?: TextNode;
      readonly cwd?: TextNode;
    }
  | {
      readonly kind: "http";
      /** What the file calls the transport; probing finds out which one the server speaks. */
      readonly transport: "http" | "sse";
      readonly url: TextNode;
      readonly headers: ReadonlyMap<string, ScalarNode>;
    };

/** A value that clients turn into text: people write ports and flags without quotes. */
export type ScalarNode = Extract<JsonNode, { kind: "string" | "number" | "boolean" }>;

export const readConfigEntry = (config: McpConfig, name: string, node: JsonNode): ConfigEntry => {
  const fail = (at: JsonNode, message: string): never => failAt(config, at, `server ${quoted(name)}: ${message}`);
  if (node.kind !== "object") return fail(node, "must be an object with a command or a url");
  const read = membersOf(node, fail);
  const stated = read.transport();
  const command = read.text("command");
  const url = read.text("url") ?? read.text("serverUrl");
  if (command && url && !stated) return fail(node, 'has both a command and a url; add "type" to say which one counts');
  const kind = stated ?? (command ? "stdio" : "http");
  if (kind === "stdio") {
    if (!command) return fail(node, 'has the type "stdio" but no command; add one');
    const optional = defined({ envFile: read.text("envFile"), cwd: read.text("cwd") });
    return { kind: "stdio", command, args: read.list("args"), env: read.scalars("env"), ...optional };
  }
  if (!url)
    return fail(
      node,
      stated ? `has the type ${quoted(stated)} but no url; add one` : "needs a command or a url; add one",
    );
  return { kind: "http", transport: kind, url, headers: read.scalars("headers") };
};

/** Reads the members of one server; `fail` says where a member is wrong. */
const membersOf = (node: JsonNode, fail: (at: JsonNode, message: string) => never) => {
  const find = (name: string): JsonNode | undefined => {
    const found = memberOf(node, name);
    return found?.kind === "null" ? undefined : found;
  };
  const text = (name: string): TextNode | undefined => {
    const found = find(name);
    if (found === undefined || (found.kind === "string" && found.value !== "")) return found;
    return fail(found, `${name} must be a non-empty string`);
  };
  const list = (name: string): ScalarNode[] => {
    const found = find(name);
    if (found === undefined) return [];
    if (found.kind !== "array") return fail(found, `${name} must be a list of strings`);
    return found.items.map((item) => (isScalar(item) ? item : fail(item, `${name} must hold only strings`)));
  };
  const scalars = (name: string): Map<string, ScalarNode> => {
    const found = find(name);
    if (found === undefined) return new Map();
    if (found.kind !== "object") return fail(found, `${name} must be an object of strings`);
    // VS Code writes null for "not set".
    const set = [...found.members].filter(([, value]) => value.kind !== "null");
    return new Map(
      set.map(([key, value]) => [
        key,
        isScalar(value) ? value : fail(value, `${name} ${quoted(key)} must be a string`),
      ]),
    );
  };
  const transport = (): "stdio" | "http" | "sse" | undefined => {
    const found = text("type") ?? text("transport");
    switch (found?.value.toLowerCase().replace(/[-_ ]/g, "")) {
      case undefined:
        return undefined;
      case "stdio":
        return "stdio";
      case "http":
      case "streamablehttp":
        return "http";
      case "sse":
        return "sse";
    }
    return found && fail(found, `unknown type ${quoted(found.value)}; use stdio, http, sse or streamable-http`);
  };
  return { text, list, scalars, transport };
};

const isScalar = (node: JsonNode): node is ScalarNode =>
  node.kind === "string" || node.kind === "number" || node.kind === "boolean";
