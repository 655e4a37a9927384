import { groupBy } from "../json/group-by.ts";
import type { Capture, Exchange } from "../model/capture.ts";
import { type Json, member, stringMember } from "../model/json.ts";
import type { PairRole, SchemaPair, SchemaRole } from "../model/schema-findings.ts";
import { untrusted } from "../model/untrusted.ts";
import type { FoundSchema } from "./collect-schemas.ts";
import { readRevisions } from "./conversation-revisions.ts";

/** A value and the place of the schema it is checked against. */
export interface FoundInstance extends Omit<SchemaPair, "schema" | "evaluation"> {
  readonly value: Json;
}

/** The arguments and structured results of tool calls, each with the schema from the tool's listing. */
export const collectInstances = (capture: Capture, schemas: readonly FoundSchema[]): FoundInstance[] => {
  const found: FoundInstance[] = [];
  const findListing = openListings(schemas, readRevisions(capture));
  const tasks = new Map<string, string>();
  for (const [index, exchange] of capture.exchanges.entries()) {
    const method = stringMember(exchange.request, "method");
    const params = member(exchange.request, "params");
    const result = member(exchange.response, "result");
    const add = (role: PairRole, tool: string, value: Json | undefined, pointer: string): void => {
      const place = value === undefined ? undefined : findListing(tool, SCHEMA_OF[role], index, exchange);
      if (value === undefined || place === undefined) return;
      found.push({ exchange: exchange.id ?? index, pointer, role, tool: untrusted(tool), schema_place: place, value });
    };
    if (method === "tools/call") {
      const tool = stringMember(params, "name");
      if (tool === undefined) continue;
      // No arguments are an empty object; the pointer then names the params that lack them.
      const given = member(params, "arguments");
      add("arguments", tool, given ?? {}, given === undefined ? "/request/params" : "/request/params/arguments");
      add("structured-content", tool, member(result, "structuredContent"), "/response/result/structuredContent");
      const task = stringMember(member(result, "task"), "taskId");
      if (task !== undefined) tasks.set(taskKey(exchange, task), tool);
    } else if (method === "tasks/result") {
      const tool = tasks.get(taskKey(exchange, stringMember(params, "taskId") ?? ""));
      if (tool !== undefined)
        add("structured-content", tool, member(result, "structuredContent"), "/response/result/structuredContent");
    }
  }
  return found;
};

const SCHEMA_OF: Readonly<Record<PairRole, SchemaRole>> = {
  arguments: "tool-input",
  "structured-content": "tool-output",
};

const taskKey = ({ conversation }: Exchange, task: string): string => JSON.stringify([conversation ?? null, task]);

type FindListing = (tool: string, role: SchemaRole, call: number, exchange: Exchange) => number | undefined;

/**
 * A tool may be listed several times with different schemas. The listing that its own conversation received last before
 * the call counts; failing that, one in the same revision; failing that, any.
 */
const openListings = (schemas: readonly FoundSchema[], revisionOf: ReturnType<typeof readRevisions>): FindListing => {
  const listed = [...schemas.entries()].filter(([, { tool, index }]) => tool !== null && index !== null);
  const byName = groupBy(listed, ([, { role, tool }]) => JSON.stringify([role, tool]));
  return (tool, role, call, exchange) => {
    const conversation = exchange.conversation ?? null;
    const revision = revisionOf(exchange);
    let best: { readonly place: number; readonly rank: number } | undefined;
    for (const [place, schema] of byName.get(JSON.stringify([role, tool])) ?? []) {
      const before = (schema.index ?? call) <= call ? 1 : 0;
      const rank = (schema.conversation === conversation ? 4 : 0) + (schema.revision === revision ? 2 : 0) + before;
      // Of equals the last one before the call, and the first one after it.
      if (best === undefined || rank > best.rank || (rank === best.rank && before === 1)) best = { place, rank };
    }
    return best?.place;
  };
};
