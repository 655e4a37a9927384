import type { CompositionHazard } from "../../model/invariants.ts";
import { type Json, member, stringMember } from "../../model/json.ts";
import { outcomeOf, type Turn } from "./turn.ts";

/** What of a session can clash with another session. */
export interface Gathered {
  readonly tools: ReadonlySet<string>;
  /** Ids of the client's requests. A set tells 1 from "1", as JSON-RPC does. */
  readonly ids: ReadonlySet<string | number>;
}

export class Gathering {
  readonly #tools = new Set<string>();
  readonly #ids = new Set<string | number>();

  add(turn: Turn): void {
    for (const call of turn.calls) {
      const id = member(call.message, "id");
      if (typeof id === "string" || typeof id === "number") this.#ids.add(id);
      if (call.method !== "tools/list" || outcomeOf(call) !== "result") continue;
      for (const name of toolNames(member(call.answer?.message, "result"))) this.#tools.add(name);
    }
  }

  result(): Gathered {
    return { tools: this.#tools, ids: this.#ids };
  }
}

const toolNames = (result: Json | undefined): string[] => {
  const tools = member(result, "tools");
  return Array.isArray(tools) ? tools.flatMap((tool) => stringMember(tool, "name") ?? []) : [];
};

/** `<server>__tool`: whoever joined the servers has already kept the names apart. */
const PREFIXED = /^.+?__./s;

interface Part {
  readonly server_label: string;
  readonly gathered: Gathered;
}

export const findHazards = (sessions: readonly Part[]): readonly CompositionHazard[] => [
  ...shared(sessions, ({ tools }) => tools)
    .filter(([tool]) => !PREFIXED.test(tool))
    .map(([tool, servers]) => ({ kind: "tool-namespace-overlap" as const, tool, servers })),
  ...shared(sessions, ({ ids }) => ids).map(([id, servers]) => ({
    kind: "shared-transport-id-collision" as const,
    id,
    servers,
  })),
];

/** What more than one session has: numbers first, each kind in its order, so that the report is always the same. */
const shared = <T extends string | number>(
  sessions: readonly Part[],
  pick: (gathered: Gathered) => ReadonlySet<T>,
): [T, string[]][] => {
  const owners = new Map<T, string[]>();
  for (const { server_label, gathered } of sessions) {
    for (const entry of pick(gathered)) {
      const known = owners.get(entry);
      if (known) known.push(server_label);
      else owners.set(entry, [server_label]);
    }
  }
  return [...owners].filter(([, servers]) => servers.length > 1).sort(([left], [right]) => compare(left, right));
};

const compare = (left: string | number, right: string | number): number => {
  if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
  return left < right ? -1 : 1;
};
