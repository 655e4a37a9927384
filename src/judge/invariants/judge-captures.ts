import type { CompositionHazard, InvariantsReport } from "../../model/invariants.ts";
import { findHazards } from "./composition.ts";
import type { JudgedSession } from "./judge-session.ts";
import { counted } from "./quote.ts";

/** `separate`: every server has a transport of its own, so ids cannot meet. */
export type TransportUse = "shared" | "separate";

/** Puts the sessions together; two or more are one client with several servers. */
export const reportInvariants = (
  sessions: readonly JudgedSession[],
  options: { readonly transport: TransportUse; readonly notes?: readonly string[] },
): InvariantsReport => {
  const parts = sessions.flatMap(({ server_label, gathered }) => (gathered ? [{ server_label, gathered }] : []));
  const hazards = sessions.length > 1 ? findHazards(parts) : [];
  const harmless = options.transport === "separate" ? hazards.filter(isIdCollision) : [];
  const composition = hazards.filter((hazard) => !harmless.includes(hazard));
  const notes = [
    ...(options.notes ?? []),
    ...(harmless.length > 0
      ? [
          `${counted(harmless.length, "request id")} used with more than one server: harmless, the transports are separate`,
        ]
      : []),
  ];
  const failing = sessions.some(({ invariants }) => invariants.some(({ state }) => state === "fail"));
  return {
    format: "mcptest-invariants/1",
    ok: !failing && composition.length === 0,
    sessions: sessions.map(({ server_label, invariants }) => ({ server_label, invariants })),
    composition,
    ...(notes.length > 0 ? { notes } : {}),
  };
};

const isIdCollision = ({ kind }: CompositionHazard): boolean => kind === "shared-transport-id-collision";
