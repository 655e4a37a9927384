import "../../areas/questions.ts";
import { isJsonObject, type JsonObject, member, valueAt } from "../../base/json.ts";
import { type Untrusted, untrusted } from "../../base/untrusted.ts";
import type { Capture } from "../../capture/capture.ts";
import { compareRevisions, isRevision, type Revision } from "../../protocol/revision.ts";
import type { Fact, View } from "../core/fact.ts";
import { capabilities } from "../core/facts/handshake.ts";
import { prompts, resources, resourceTemplates, tools } from "../core/facts/listed.ts";
import { type ListingEnding, listingsIn } from "../core/listings.ts";
import { resultOf } from "../core/record-members.ts";
import type { Located, SeenPart, Surface, SurfaceItem, SurfaceKind } from "./surface.ts";

/** What the server offers to a model in the revision of this view. */
export const readSurface = (view: View): Surface => view.once(read);

const read = (view: View): Surface => ({
  server_info: serverInfo(view),
  capabilities: located(view, capabilities),
  revisions: spokenRevisions(view.capture),
  instructions: instructions(view),
  tools: itemsOf(view, "tool"),
  prompts: itemsOf(view, "prompt"),
  resources: itemsOf(view, "resource"),
  templates: itemsOf(view, "resource-template"),
  seen: {
    tool: seenOf(view, "tool"),
    prompt: seenOf(view, "prompt"),
    resource: seenOf(view, "resource"),
    "resource-template": seenOf(view, "resource-template"),
  },
});

interface Source {
  readonly fact: Fact;
  readonly method: string;
}

const SOURCES = {
  tool: { fact: tools, method: "tools/list" },
  prompt: { fact: prompts, method: "prompts/list" },
  resource: { fact: resources, method: "resources/list" },
  "resource-template": { fact: resourceTemplates, method: "resources/templates/list" },
} as const satisfies Record<SurfaceKind, Source>;

const itemsOf = (view: View, kind: SurfaceKind): readonly SurfaceItem[] => {
  const reading = view.read(SOURCES[kind].fact);
  const byName = new Map<string, Located<JsonObject>[]>();
  for (const { value, name, exchange, pointer } of reading.seen ? reading.items : []) {
    // Without a name nothing can be called, and a client has no way to show it.
    if (name === undefined || !isJsonObject(value)) continue;
    const known = byName.get(name) ?? [];
    byName.set(name, known);
    known.push({ value, exchange, pointer });
  }
  return [...byName]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([name, [first, ...others]]) => (first ? [{ kind, name: untrusted(name), ...first, others }] : []));
};

const seenOf = (view: View, kind: SurfaceKind): SeenPart => {
  const { method } = SOURCES[kind];
  const endings = listingsIn(view)
    .filter((listing) => listing.method === method)
    .map(({ ending }): ListingEnding => ending);
  if (endings.includes("last page")) return "whole";
  return itemsOf(view, kind).length > 0 ? "part" : "none";
};

const located = (view: View, fact: Fact): Located<JsonObject> | undefined => {
  const reading = view.read(fact);
  for (const { value, exchange, pointer } of reading.seen ? reading.items : [])
    if (isJsonObject(value)) return { value, exchange, pointer };
  return undefined;
};

/** In both eras a result about the whole server has them: of initialize, or of server/discover. */
const instructions = (view: View): Located<Untrusted> | undefined => {
  for (const record of view.records) {
    if (record.exchange.deliberate || (record.method !== "initialize" && record.method !== "server/discover")) continue;
    const value = member(resultOf(record), "instructions");
    if (typeof value === "string")
      return { value: untrusted(value), exchange: record.id, pointer: "/response/result/instructions" };
  }
  return undefined;
};

const serverInfo = ({ capture, records }: View): Located<JsonObject> | undefined => {
  for (const record of records) {
    if (record.exchange.deliberate || record.method !== "initialize") continue;
    const value = member(resultOf(record), "serverInfo");
    if (isJsonObject(value)) return { value, exchange: record.id, pointer: "/response/result/serverInfo" };
  }
  const { server_info: value } = capture;
  return isJsonObject(value) ? { value, exchange: null, pointer: "/server_info" } : undefined;
};

/** Listed by the server itself, agreed on when it was asked for it, or spoken in a conversation. */
export const spokenRevisions = ({ revisions, conversations = [], exchanges }: Capture): readonly Revision[] => {
  const agreed = (revisions?.asked ?? []).map(({ answered }) => answered);
  const held = conversations.map(({ revision }) => revision);
  const negotiated = exchanges
    .filter(({ request, deliberate }) => member(request, "method") === "initialize" && deliberate !== true)
    .map(({ response }) => valueAt(response, "result", "protocolVersion"));
  const spoken = [...(revisions?.listed ?? []), revisions?.probed, ...agreed, ...held, ...negotiated];
  return [...new Set(spoken.filter(isRevision))].sort(compareRevisions);
};
