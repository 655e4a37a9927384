import { listMember, member, stringMember } from "../../base/json.ts";
import type { CompositionHazard } from "../invariants.ts";
import { callOutcome, type Turn } from "./turn.ts";

/** The names of a session that can clash with those of another. */
export interface SessionNames {
  readonly tools: ReadonlySet<string>;
  /** Ids of the client's requests. A set keeps 1 and "1" apart, as JSON-RPC does. */
  readonly ids: ReadonlySet<string | number>;
}

export class NameCollector implements SessionNames {
  readonly tools = new Set<string>();
  readonly ids = new Set<string | number>();

  add(turn: Turn): void {
    for (const call of turn.calls) {
      const id = member(call.message, "id");
      if (typeof id === "string" || typeof id === "number") this.ids.add(id);
      if (call.method !== "tools/list" || callOutcome(call) !== "result") continue;
      for (const tool of listMember(member(call.answer?.message, "result"), "tools")) {
        const name = stringMember(tool, "name");
        if (name !== undefined) this.tools.add(name);
      }
    }
  }
}

interface NamedSession {
  readonly server_label: string;
  readonly gathered: SessionNames;
}

export const findHazards = (sessions: readonly NamedSession[]): readonly CompositionHazard[] => [
  // A prefix keeps names apart only if it differs: two servers that both offer `x__search` collide all the same.
  ...shared(sessions, ({ tools }) => tools).map(([tool, servers]) => ({
    kind: "tool-namespace-overlap" as const,
    tool,
    servers,
  })),
  ...shared(sessions, ({ ids }) => ids).map(([id, servers]) => ({
    kind: "shared-transport-id-collision" as const,
    id,
    servers,
  })),
];

/** Names in more than one session: numbers first, then sorted, so that the report is always the same. */
const shared = <T extends string | number>(
  sessions: readonly NamedSession[],
  pick: (gathered: SessionNames) => ReadonlySet<T>,
): [T, string[]][] => {
  const owners = new Map<T, string[]>();
  for (const { server_label, gathered } of sessions) {
    for (const entry of pick(gathered)) owners.set(entry, [...(owners.get(entry) ?? []), server_label]);
  }
  return [...owners].filter(([, servers]) => servers.length > 1).sort(([left], [right]) => compare(left, right));
};

const compare = (left: string | number, right: string | number): number => {
  if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
  return left < right ? -1 : 1;
};
