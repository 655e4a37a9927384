import { groupBy } from "../../../base/group-by.ts";
import type { CompositionHazard } from "../../../judge/invariants.ts";

/** The hazards of one kind between the same servers: dozens of shared ids are one problem. */
export interface HazardGroup {
  readonly kind: CompositionHazard["kind"];
  readonly servers: readonly string[];
  readonly words: string;
}

const MAX_NAMED = 20;

export const groupHazards = (hazards: readonly CompositionHazard[]): readonly HazardGroup[] =>
  [...groupBy(hazards, ({ kind, servers }) => JSON.stringify([kind, servers])).values()].map((members) => {
    const { kind, servers } = members[0] as CompositionHazard;
    const named = members.slice(0, MAX_NAMED).map((entry) => JSON.stringify("tool" in entry ? entry.tool : entry.id));
    const more = members.length > MAX_NAMED ? ` and ${members.length - MAX_NAMED} more` : "";
    const { noun, consequence } = HAZARDS[kind];
    return {
      kind,
      servers,
      words: `${noun}${members.length > 1 ? "s" : ""} ${named.join(", ")}${more}: ${consequence}`,
    };
  });

/** What a hazard is called, what should be instead, and what to do. */
export const HAZARDS = {
  "tool-namespace-overlap": {
    title: "each tool name belongs to one server",
    expected: "a name of its own for each tool",
    noun: "tool name",
    consequence: "a client cannot tell which server is meant",
    fix: "offer the tools as <server>__tool",
  },
  "shared-transport-id-collision": {
    title: "each request id is used with one server",
    expected: "different request ids on a shared transport",
    noun: "request id",
    consequence: "on a shared transport the answers cannot be told apart",
    fix: "give each server its own transport; if each already has one, pass --transport separate",
  },
} as const satisfies Record<CompositionHazard["kind"], object>;
