import { defined } from "../../base/defined.ts";
import type { DigestOf } from "../../base/digest.ts";
import { isJsonObject, type JsonObject, stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Surface, SurfaceItem } from "../../judge/surface/surface.ts";
import type { LockedServer, LockedSurface } from "./lock.ts";

/** The surface of one server as a lock keeps it. */
export const lockServer = (surface: Surface, capture: Capture, digestOf: DigestOf): LockedServer => {
  const { server_info, tools, prompts, resources, templates, seen } = surface;
  const capabilities = surface.capabilities?.value ?? {};
  const locked: LockedSurface = {
    ...defined({ instructions: surface.instructions?.value as string | undefined }),
    tools: tools.map(definition),
    prompts: prompts.map(definition),
    resources: resources.map(definition),
    resourceTemplates: templates.map(definition),
  };
  const varying = {
    tools: varies(tools),
    prompts: varies(prompts),
    resources: varies(resources),
    resourceTemplates: varies(templates),
  };
  return {
    lock_sha256: lockDigest({ capabilities, surface: locked }, digestOf),
    environment: {
      name: stringMember(server_info?.value, "name") ?? null,
      version: stringMember(server_info?.value, "version") ?? null,
      revisions: surface.revisions,
      asked: askedRevisions(capture, surface),
    },
    capabilities,
    surface: locked,
    seen: {
      tools: seen.tool,
      prompts: seen.prompt,
      resources: seen.resource,
      resourceTemplates: seen["resource-template"],
    },
    varies: Object.fromEntries(Object.entries(varying).filter(([, names]) => names.length > 0)),
  };
};

/** Of what is locked, and of nothing around it. */
export const lockDigest = (
  { capabilities, surface }: Pick<LockedServer, "capabilities" | "surface">,
  digestOf: DigestOf,
): string | null => digestOf({ capabilities, surface: surface as unknown as JsonObject });

const definition = ({ value }: SurfaceItem): JsonObject => value;

const varies = (items: readonly SurfaceItem[]): readonly string[] =>
  items.filter(({ others }) => others.length > 0).map(({ name }) => name as string);

/** A server that lists its revisions has been asked for all of them. */
const askedRevisions = ({ revisions }: Capture, surface: Surface): readonly string[] =>
  [...new Set([...surface.revisions, ...(revisions?.asked ?? []).map(({ revision }) => revision)])].sort();

/** Whether anything was seen that could be locked: the handshake, or a list. */
export const isSeen = ({ capabilities, seen }: LockedServer): boolean =>
  isJsonObject(capabilities) &&
  (Object.keys(capabilities).length > 0 || Object.values(seen).some((part) => part !== "none"));
