import { counted } from "../../base/counted.ts";
import type { InvariantsReport } from "../invariants.ts";
import { findHazards } from "./composition.ts";
import type { JudgedInvariants } from "./judge-invariants.ts";

/** `separate`: every server has its own transport, so request ids cannot collide. */
export type TransportUse = "shared" | "separate";

/** Combines the sessions; two or more are one client with several servers. */
export const reportInvariants = (
  sessions: readonly JudgedInvariants[],
  options: { readonly transport: TransportUse; readonly notes?: readonly string[] },
): InvariantsReport => {
  const parts = sessions.flatMap(({ server_label, gathered }) => (gathered ? [{ server_label, gathered }] : []));
  const hazards = sessions.length > 1 ? findHazards(parts) : [];
  const harmless =
    options.transport === "separate" ? hazards.filter(({ kind }) => kind === "shared-transport-id-collision") : [];
  const composition = hazards.filter((hazard) => !harmless.includes(hazard));
  const unanswered = sessions.filter((session) => session.unanswered !== undefined);
  const notes = [
    ...(options.notes ?? []),
    ...unanswered.map(
      ({ server_label }) => `${server_label}: the session holds no message of the server, so nothing was judged`,
    ),
    ...(harmless.length > 0
      ? [
          `${counted(harmless.length, "request id")} used with more than one server: harmless, the transports are separate`,
        ]
      : []),
  ];
  const failing = sessions.some(({ invariants }) => invariants.some(({ state }) => state === "fail"));
  return {
    format: "mcptest-invariants/1",
    ok: !failing && composition.length === 0 && unanswered.length === 0,
    sessions: sessions.map(({ gathered: _gathered, ...session }) => session),
    composition,
    ...(notes.length > 0 ? { notes } : {}),
  };
};
