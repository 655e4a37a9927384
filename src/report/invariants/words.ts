import type { CompositionHazard, Evidence, InvariantsReport, InvariantVerdict } from "../../model/invariants.ts";

/** Long enough for any detail of ours. */
export const LONGEST = 600;

export const placeOf = ({ exchange, pointer }: Evidence): string => {
  if (exchange === null) return `session ${pointer}`;
  return `exchange ${typeof exchange === "number" ? `#${exchange}` : exchange} ${pointer}`;
};

/** Hazards as people read them: ids that the same servers share are one line. */
export interface HazardGroup {
  readonly kind: CompositionHazard["kind"];
  readonly servers: readonly string[];
  readonly words: string;
  readonly count: number;
}

const MAX_NAMED = 20;

export const groupHazards = (hazards: readonly CompositionHazard[]): readonly HazardGroup[] => {
  const groups = new Map<string, CompositionHazard[]>();
  for (const hazard of hazards) {
    const key = JSON.stringify([hazard.kind, hazard.servers]);
    const known = groups.get(key);
    if (known) known.push(hazard);
    else groups.set(key, [hazard]);
  }
  return [...groups.values()].map((members) => {
    const { kind, servers } = members[0] as CompositionHazard;
    const named = members.slice(0, MAX_NAMED).map((entry) => JSON.stringify("tool" in entry ? entry.tool : entry.id));
    const more = members.length > MAX_NAMED ? ` and ${members.length - MAX_NAMED} more` : "";
    const several = members.length > 1;
    const what =
      kind === "tool-namespace-overlap"
        ? `tool name${several ? "s" : ""} ${named.join(", ")}${more}: which server is meant cannot be told`
        : `request id${several ? "s" : ""} ${named.join(", ")}${more}: on a shared transport the answers cannot be told apart`;
    return { kind, servers, words: what, count: members.length };
  });
};

/** What to do about a hazard. */
export const ADVICE: Readonly<Record<CompositionHazard["kind"], string>> = {
  "tool-namespace-overlap": "offer the tools as <server>__tool",
  "shared-transport-id-collision": "give each server its own transport, and say --transport separate if it has one",
};

export interface Tally {
  readonly pass: number;
  readonly fail: number;
  readonly notApplicable: number;
}

export const tallyOf = (verdicts: readonly InvariantVerdict[]): Tally => ({
  pass: verdicts.filter(({ state }) => state === "pass").length,
  fail: verdicts.filter(({ state }) => state === "fail").length,
  notApplicable: verdicts.filter(({ state }) => state === "not-applicable").length,
});

export const summaryOf = ({ sessions, composition }: InvariantsReport): string => {
  const { pass, fail, notApplicable } = tallyOf(sessions.flatMap(({ invariants }) => invariants));
  const found = `${composition.length} composition hazard${composition.length === 1 ? "" : "s"}`;
  const hazards = sessions.length > 1 ? [found] : [];
  return [`${pass} held`, `${fail} failed`, `${notApplicable} not applicable`, ...hazards].join(", ");
};
