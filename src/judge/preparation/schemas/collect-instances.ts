import { groupBy } from "../../../base/group-by.ts";
import { type Json, member, stringMember } from "../../../base/json.ts";
import { readPointer, toPointer } from "../../../base/pointer.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { Capture, Exchange } from "../../../capture/capture.ts";
import type { PairRole, SchemaPair, SchemaRole } from "../../core/schema-findings.ts";
import type { SchemaLimits } from "../../core/schema-limits.ts";
import type { FoundSchema } from "./collect-schemas.ts";
import { readRevisions } from "./conversation-revisions.ts";

/** A value and the place of the schema it is checked against. */
export interface FoundInstance extends Omit<SchemaPair, "schema" | "evaluation"> {
  readonly value: Json;
  /** Stands for all values of this schema: they are more than are looked at. */
  readonly isTooMany?: true;
}

/** The arguments and structured results of tool calls, each with the schema from the tool's listing. */
export const collectInstances = (
  capture: Capture,
  schemas: readonly FoundSchema[],
  { pairs }: Pick<SchemaLimits, "pairs">,
): FoundInstance[] => {
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
  return [...found, ...sampledResults(capture, schemas, pairs)];
};

/** The structured results of tools that stand in a sampling request, beside the tools themselves. */
const sampledResults = (capture: Capture, schemas: readonly FoundSchema[], most: number): FoundInstance[] => {
  // The messages of one request belong to all tools in it: they are gone through once, not once for each.
  const known = new Map<string, ResultsByTool>();
  let left = most;
  return schemas.flatMap(({ role, tool, exchange, index, pointer }, place): FoundInstance[] => {
    if (role !== "sampling-tool-output" || tool === null) return [];
    const at = SAMPLED_SCHEMA.exec(pointer)?.[1];
    if (at === undefined) return [];
    const key = `${index} ${at}`;
    const holder = index === null ? capture : capture.exchanges[index];
    const results = known.get(key) ?? resultsByTool(readPointer(holder, `${at}/messages`));
    known.set(key, results);
    const own = results.get(tool) ?? [];
    const count = own.reduce((sum, { length }) => sum + length, 0);
    const common = { exchange, role: "sampled-result", tool, schema_place: place } as const;
    if (count > left) return [{ ...common, pointer: `${at}/messages`, value: null, isTooMany: true }];
    left -= count;
    return own
      .flat()
      .sort((one, other) => one.order - other.order)
      .map(({ value, path }) => ({ ...common, pointer: `${at}/messages${toPointer(path)}`, value }));
  });
};

/** From a tool of the request to its params. */
const SAMPLED_SCHEMA = /^(.*)\/tools\/\d+\/outputSchema$/;

interface SampledBlock {
  readonly block: Json | undefined;
  readonly path: readonly (string | number)[];
}

interface SampledResult {
  /** Its place among all blocks. */
  readonly order: number;
  readonly value: Json;
  readonly path: readonly (string | number)[];
}

/** For each tool the results of each of its uses. Two uses of one id share a list, so all of this is as long as the messages. */
type ResultsByTool = ReadonlyMap<string, readonly (readonly SampledResult[])[]>;

const resultsByTool = (messages: Json | undefined): ResultsByTool => {
  const blocks = (Array.isArray(messages) ? messages : []).flatMap((message, index): SampledBlock[] => {
    const content = member(message, "content");
    return Array.isArray(content)
      ? content.map((block, at) => ({ block, path: [index, "content", at] }))
      : [{ block: content, path: [index, "content"] }];
  });
  const resultsOf = groupBy(
    blocks.flatMap(({ block, path }, order) => {
      const value = member(block, "structuredContent");
      const isResult = member(block, "type") === "tool_result" && member(block, "isError") !== true;
      if (!isResult || value === undefined) return [];
      return [{ use: member(block, "toolUseId"), order, value, path: [...path, "structuredContent"] }];
    }),
    ({ use }) => use,
  );
  const uses = new Map<string, Set<Json | undefined>>();
  for (const { block } of blocks) {
    const name = stringMember(block, "name");
    if (member(block, "type") !== "tool_use" || name === undefined) continue;
    uses.set(name, (uses.get(name) ?? new Set()).add(member(block, "id")));
  }
  return new Map([...uses].map(([name, ids]) => [name, [...ids].map((id) => resultsOf.get(id) ?? [])]));
};

const SCHEMA_OF: Readonly<Record<PairRole, SchemaRole>> = {
  arguments: "tool-input",
  "structured-content": "tool-output",
  "sampled-result": "sampling-tool-output",
};

const taskKey = ({ conversation }: Exchange, task: string): string => JSON.stringify([conversation ?? null, task]);

type FindListing = (tool: string, role: SchemaRole, call: number, exchange: Exchange) => number | undefined;

/**
 * A tool may be listed several times with different schemas. The listing that its own conversation received last before
 * the call counts; failing that, one in the same revision; failing that, any.
 */
const openListings = (schemas: readonly FoundSchema[], revisionOf: ReturnType<typeof readRevisions>): FindListing => {
  const listed = schemas.flatMap(({ role, tool, index, conversation, revision }, place) =>
    tool === null || index === null ? [] : [{ role, tool, index, conversation, revision, place }],
  );
  const byTool = groupBy(listed, ({ tool }): string => tool);
  const indexes = new Map<string, ListingIndex>();
  const known = new Map<string, readonly Listed[] | undefined>();
  return (tool, role, call, exchange) => {
    const conversation = exchange.conversation ?? null;
    const revision = revisionOf(exchange);
    const key = JSON.stringify([role, tool, conversation, revision]);
    if (!known.has(key)) {
      const name = `${role} ${tool}`;
      // Few tools are called: of the others nothing is put in order.
      const index = indexes.get(name) ?? indexListings((byTool.get(tool) ?? []).filter((one) => one.role === role));
      indexes.set(name, index);
      const heard = index.byConversation.get(conversation);
      const spoken = heard?.filter((one) => one.revision === revision) ?? [];
      known.set(key, spoken.length > 0 ? spoken : (heard ?? index.byRevision.get(revision) ?? index.all));
    }
    const places = known.get(key);
    return places && lastBefore(places, call)?.place;
  };
};

interface Listed extends Pick<FoundSchema, "role" | "conversation" | "revision"> {
  readonly index: number;
  readonly place: number;
}

interface ListingIndex {
  readonly all: readonly Listed[];
  readonly byConversation: ReadonlyMap<string | null, readonly Listed[]>;
  readonly byRevision: ReadonlyMap<string | null, readonly Listed[]>;
}

const indexListings = (all: readonly Listed[]): ListingIndex => ({
  all,
  byConversation: groupBy(all, ({ conversation }) => conversation),
  byRevision: groupBy(all, ({ revision }) => revision),
});

/** Of equals the last one before the call, and the first one after it. They stand in the order of the capture. */
const lastBefore = (listed: readonly Listed[], call: number): Listed | undefined => {
  let from = 0;
  let to = listed.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((listed[middle]?.index ?? 0) <= call) from = middle + 1;
    else to = middle;
  }
  return listed[from - 1] ?? listed[0];
};
