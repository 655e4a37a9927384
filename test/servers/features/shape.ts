// Cuts definitions, written in their newest form, down to what a revision knows.

import { isObject, type JsonObject, type JsonValue } from "../json-rpc.ts";
import { atLeast, type Revision } from "../revisions.ts";
import { ICON } from "./media.ts";

// The revision in which a member of a tool, resource, template or prompt first appears.
const SINCE: Record<string, Revision> = {
  title: "2025-06-18",
  outputSchema: "2025-06-18",
  _meta: "2025-06-18",
  icons: "2025-11-25",
};

export function shapeDefinition(definition: JsonObject, revision: Revision): JsonObject {
  const shaped: JsonObject = {};
  for (const [name, value] of Object.entries(definition)) {
    const since = SINCE[name];
    if (since === undefined || atLeast(revision, since)) shaped[name] = value;
  }
  return shaped;
}

export function shapeTool(definition: JsonObject, revision: Revision): JsonObject {
  const shaped = shapeDefinition(definition, revision);
  if (!atLeast(revision, "2025-03-26")) delete shaped.annotations;
  if (!atLeast(revision, "2026-07-28")) shaped.inputSchema = withoutHeaderNames(shaped.inputSchema ?? {});
  return shaped;
}

export function shapeResource(definition: JsonObject, revision: Revision): JsonObject {
  const shaped = shapeDefinition(definition, revision);
  if (isObject(shaped.annotations) && !atLeast(revision, "2025-06-18")) {
    const { lastModified: _, ...known } = shaped.annotations;
    shaped.annotations = known;
  }
  return shaped;
}

export function shapePrompt(definition: JsonObject, revision: Revision): JsonObject {
  const shaped = shapeDefinition(definition, revision);
  if (Array.isArray(shaped.arguments)) {
    shaped.arguments = shaped.arguments.map((one) => (isObject(one) ? shapeDefinition(one, revision) : one));
  }
  return shaped;
}

// A block the revision does not know is told in words, so that no content is lost.
export function shapeContent(block: JsonObject, revision: Revision): JsonObject {
  const known =
    (block.type !== "audio" || atLeast(revision, "2025-03-26")) &&
    (block.type !== "resource_link" || atLeast(revision, "2025-06-18"));
  if (known) return block.type === "resource_link" ? shapeResource(block, revision) : block;
  return { type: "text", text: `(${String(block.type)} content, unknown to revision ${revision})` };
}

export function serverInfo(revision: Revision): JsonObject {
  const info: JsonObject = { name: "mcptest-example-server", version: "1.0.0" };
  if (atLeast(revision, "2025-06-18")) info.title = "Example server of mcptest";
  if (atLeast(revision, "2025-11-25")) {
    info.description = "A server without faults, for tests";
    info.websiteUrl = "https://example.com/";
    info.icons = [ICON];
  }
  return info;
}

function withoutHeaderNames(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutHeaderNames);
  if (!isObject(schema)) return schema;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name !== "x-mcp-header" && value !== undefined) kept[name] = withoutHeaderNames(value);
  }
  return kept;
}
