import type { Seat } from "../../facts/view.ts";
import type { Figures, ToolFault } from "../../model/discoverability.ts";
import type { InconclusiveReason, Place } from "../../model/verdict.ts";
import type { AuditSession } from "./audit-session.ts";
import type { StandardRules } from "./standard.ts";

/** What a criterion found; the evidence is made of what it rests on. */
export interface Judgement {
  readonly pass: boolean;
  readonly unobserved?: InconclusiveReason;
  readonly detail: string;
  readonly measured?: Figures;
  readonly volatile?: Figures;
  /** What was asked. */
  readonly asked: readonly Seat[];
  /** What was read. */
  readonly read: readonly Place[];
  readonly faults?: readonly ToolFault[];
  /** What to change; unused when it passes. */
  readonly fix: string;
}

/** Pure, over the capture alone. */
export type Criterion = (session: AuditSession, rules: StandardRules) => Judgement;
