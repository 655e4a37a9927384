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
      /** What the file calls the transport; which one the server speaks is found out by probing. */
      readonly transport: "http" | "sse";
      readonly url: TextNode;
      readonly headers: ReadonlyMap<string, ScalarNode>;
    };

/** A value that clients turn into text: people write ports and flags without quotes. */
export type ScalarNode = Extract<JsonNode, { kind: "string" | "number" | "boolean" }>;

export const readConfigEntry = (config: McpConfig, name: string, node: JsonNode): ConfigEntry => {
  const fail = (at: JsonNode, message: string): never => failAt(config, at, `server ${quoted(name)}: ${message}`);
  if (node.kind !== "object") return fail(node, "must be an object with a command or a url");
  const read = new MemberReader(node, fail);
  const stated = read.transport();
  const command = read.text("command");
  const url = read.text("url") ?? read.text("serverUrl");
  if (command && url && !stated) return fail(node, 'has both a command and a url; add "type" to say which one counts');
  const kind = stated ?? (command ? "stdio" : "http");
  if (kind === "stdio") {
    if (!command) return fail(node, 'has the type "stdio" but no command; add one');
    const [envFile, cwd] = [read.text("envFile"), read.text("cwd")];
    return {
      kind: "stdio",
      command,
      args: read.list("args"),
      env: read.scalars("env"),
      ...(envFile && { envFile }),
      ...(cwd && { cwd }),
    };
  }
  if (!url) {
    return fail(
      node,
      stated ? `has the type ${quoted(stated)} but no url; add one` : "has neither a command nor a url",
    );
  }
  return { kind: "http", transport: kind, url, headers: read.scalars("headers") };
};

class MemberReader {
  private readonly node: JsonNode;
  private readonly fail: (at: JsonNode, message: string) => never;

  constructor(node: JsonNode, fail: (at: JsonNode, message: string) => never) {
    this.node = node;
    this.fail = fail;
  }

  text(name: string): TextNode | undefined {
    const found = memberOf(this.node, name);
    if (found === undefined || found.kind === "null") return undefined;
    if (found.kind !== "string" || found.value === "") return this.fail(found, `${name} must be a non-empty string`);
    return found;
  }

  list(name: string): ScalarNode[] {
    const found = memberOf(this.node, name);
    if (found === undefined || found.kind === "null") return [];
    if (found.kind !== "array") return this.fail(found, `${name} must be a list of strings`);
    return found.items.map((item) => (isScalar(item) ? item : this.fail(item, `${name} must hold only strings`)));
  }

  scalars(name: string): Map<string, ScalarNode> {
    const found = memberOf(this.node, name);
    const scalars = new Map<string, ScalarNode>();
    if (found === undefined || found.kind === "null") return scalars;
    if (found.kind !== "object") return this.fail(found, `${name} must be an object of strings`);
    for (const [key, value] of found.members) {
      // VS Code's way to say "not set".
      if (value.kind === "null") continue;
      scalars.set(key, isScalar(value) ? value : this.fail(value, `${name} ${quoted(key)} must be a string`));
    }
    return scalars;
  }

  transport(): "stdio" | "http" | "sse" | undefined {
    const found = this.text("type") ?? this.text("transport");
    if (found === undefined) return undefined;
    switch (found.value.toLowerCase().replace(/[-_ ]/g, "")) {
      case "stdio":
        return "stdio";
      case "http":
      case "streamablehttp":
        return "http";
      case "sse":
        return "sse";
      default:
        return this.fail(found, `unknown type ${quoted(found.value)}; known are stdio, http, sse and streamable-http`);
    }
  }
}

const isScalar = (node: JsonNode): node is ScalarNode =>
  node.kind === "string" || node.kind === "number" || node.kind === "boolean";
