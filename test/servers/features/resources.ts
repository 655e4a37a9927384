// resources/list, resources/templates/list and resources/read.

import { INVALID_PARAMS, isObject, type JsonObject, RESOURCE_NOT_FOUND, RpcError } from "../json-rpc.ts";
import { atLeast } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { LISTED_PAGE, readAppPage } from "./apps.ts";
import type { Call } from "./call.ts";
import { askForName } from "./input-requests.ts";
import { ICON, PIXEL_PNG } from "./media.ts";
import { page } from "./pagination.ts";
import { shapeResource } from "./shape.ts";
import { listedSkillFiles, readSkillFile } from "./skills.ts";
import { COUNTER_URI } from "./world.ts";

interface Resource {
  definition: JsonObject & { uri: string; mimeType: string };
  read(core: ServerCore): { text: string } | { blob: string };
}

const PAGE_SIZE = 2;
const TEMPLATE_PAGE_SIZE = 1;

const RESOURCES: readonly Resource[] = [
  fixedText("memo://readme", "readme", "text/markdown", "# Read me\n\nThis server keeps memos.\n"),
  {
    definition: {
      uri: COUNTER_URI,
      name: "counter",
      title: "Counter",
      description: "A number that changes.",
      mimeType: "text/plain",
      annotations: { audience: ["user", "assistant"], priority: 0.9 },
    },
    read: (core) => ({ text: String(core.world.counter) }),
  },
  {
    definition: {
      uri: "memo://logo",
      name: "logo",
      title: "Logo",
      description: "One pixel.",
      mimeType: "image/png",
      size: Buffer.from(PIXEL_PNG, "base64").length,
      annotations: { audience: ["user"], priority: 0.1, lastModified: "2025-01-12T15:00:58Z" },
      icons: [ICON],
    },
    read: () => ({ blob: PIXEL_PNG }),
  },
  fixedText("memo://greetings", "greetings", "text/plain", "Grüße, 世界! 👋\n"),
  fixedText("memo://settings", "settings", "application/json", '{"colour":"green"}'),
];

export const ENTRY_TEMPLATE = "memo://entry/{id}";
export const TOPIC_TEMPLATE = "memo://topic/{topic}";

export const ENTRY_IDS: readonly string[] = Array.from(
  { length: 120 },
  (_, index) => `entry-${String(index + 1).padStart(3, "0")}`,
);

export const TOPICS: readonly string[] = ["coffee", "tea", "water"];

const TEMPLATES: readonly JsonObject[] = [
  {
    uriTemplate: ENTRY_TEMPLATE,
    name: "entry",
    title: "Entry",
    description: "One entry of the memo book.",
    mimeType: "text/plain",
  },
  {
    uriTemplate: TOPIC_TEMPLATE,
    name: "topic",
    title: "Topic",
    description: "A memo on a topic; it greets by name if the client can be asked for one.",
    mimeType: "text/plain",
  },
];

export function listResources(params: JsonObject, call: Call): JsonObject {
  const { items, nextCursor } = page(call.core, "resources", listedBy(call), PAGE_SIZE, params);
  const edition = call.core.world.editions.resources;
  const resources = items.map(({ definition }) =>
    shapeResource(definition.uri === COUNTER_URI ? withEdition(definition, edition) : definition, call.revision),
  );
  return { resources, nextCursor };
}

// The files of extensions come last.
function listedBy({ core, revision }: Call): readonly Pick<Resource, "definition">[] {
  const skills = core.offers("skills") && atLeast(revision, "2026-07-28") ? listedSkillFiles(core) : [];
  const further = [...skills, ...(core.offers("apps") ? [LISTED_PAGE] : [])];
  return [...RESOURCES, ...further.map((definition) => ({ definition: definition as Resource["definition"] }))];
}

export function listTemplates(params: JsonObject, call: Call): JsonObject {
  const { items, nextCursor } = page(call.core, "templates", TEMPLATES, TEMPLATE_PAGE_SIZE, params);
  return { resourceTemplates: items.map((template) => shapeResource(template, call.revision)), nextCursor };
}

export async function readResource(params: JsonObject, call: Call): Promise<JsonObject> {
  const { uri } = params;
  if (typeof uri !== "string") throw new RpcError(INVALID_PARAMS, "The uri is missing");
  const resource = RESOURCES.find((one) => one.definition.uri === uri);
  if (resource !== undefined) {
    return { contents: [{ uri, mimeType: resource.definition.mimeType, ...resource.read(call.core) }] };
  }
  const skillFile = atLeast(call.revision, "2026-07-28") ? readSkillFile(call.core, uri) : undefined;
  if (skillFile !== undefined) return skillFile;
  const appPage = readAppPage(call.core, uri);
  if (appPage !== undefined) return appPage;
  const id = variableOf(ENTRY_TEMPLATE, uri);
  if (id !== undefined && ENTRY_IDS.includes(id)) return plainText(uri, `This is ${id}.\n`);
  const topic = variableOf(TOPIC_TEMPLATE, uri);
  if (topic !== undefined && TOPICS.includes(topic)) return readTopic(uri, topic, call);
  throw notFound(uri, call);
}

export function isKnownResource(uri: string): boolean {
  const id = variableOf(ENTRY_TEMPLATE, uri);
  const topic = variableOf(TOPIC_TEMPLATE, uri);
  return (
    RESOURCES.some((one) => one.definition.uri === uri) ||
    (id !== undefined && ENTRY_IDS.includes(id)) ||
    (topic !== undefined && TOPICS.includes(topic))
  );
}

export function notFound(uri: string, call: Pick<Call, "revision">): RpcError {
  const code = atLeast(call.revision, "2026-07-28") ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
  return new RpcError(code, "Resource not found", { uri });
}

// Only the stateless era lets a read ask for input; elsewhere, and for clients that cannot answer, nobody is greeted.
async function readTopic(uri: string, topic: string, call: Call): Promise<JsonObject> {
  if (!atLeast(call.revision, "2026-07-28") || !call.canAsk("elicitation")) return plainText(uri, `On ${topic}.\n`);
  const answer = await call.ask("reader", askForName(call.revision, `Who wants to read about ${topic}?`));
  const name = isObject(answer.content) ? answer.content.name : undefined;
  return plainText(uri, typeof name === "string" ? `Dear ${name}, on ${topic}.\n` : `On ${topic}.\n`);
}

function fixedText(uri: string, name: string, mimeType: string, text: string): Resource {
  return {
    definition: { uri, name, title: name, description: `The ${name}.`, mimeType, size: Buffer.byteLength(text) },
    read: () => ({ text }),
  };
}

function plainText(uri: string, text: string): JsonObject {
  return { contents: [{ uri, mimeType: "text/plain", text }] };
}

function withEdition(definition: JsonObject, edition: number): JsonObject {
  return { ...definition, description: `A number that changes (edition ${edition}).` };
}

// Both templates end in one simple variable.
function variableOf(template: string, uri: string): string | undefined {
  const prefix = template.slice(0, template.indexOf("{"));
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : undefined;
}
