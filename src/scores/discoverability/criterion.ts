import type { Place } from "../../capture/capture.ts";
import { type ExchangeRecord, placeOf } from "../../judge/core/fact.ts";
import type { InconclusiveReason } from "../../judge/core/verdict.ts";
import type { AuditSession, UnansweredStep } from "./audit-session.ts";
import type { Delivery, Figures, ToolFault } from "./discoverability.ts";
import type { StandardRules } from "./standard.ts";

/** What a criterion found, and what the evidence is made from. */
export interface Judgement {
  readonly pass: boolean;
  readonly unobserved?: InconclusiveReason;
  readonly detail: string;
  readonly measured?: Figures;
  readonly volatile?: Figures;
  /** What was asked. */
  readonly asked: readonly ExchangeRecord[];
  /** What was read. */
  readonly read: readonly Place[];
  readonly faults?: readonly ToolFault[];
  /** What to change; unused when the criterion passes. */
  readonly fix: string;
  /** Only from C7. */
  readonly delivery?: Delivery;
}

/** The judgement where a question of the plan has no answer in the capture. */
export const unobserved = ({ reason, detail, places }: UnansweredStep, fix: string): Judgement => ({
  pass: false,
  unobserved: reason,
  detail,
  asked: [],
  read: places,
  fix,
});

/** The evidence for an exchange that did not answer as it should. */
export const responsePlaces = (record: ExchangeRecord): readonly Place[] => [
  placeOf(record, "/response"),
  placeOf(record, "/http/status"),
];

/** Pure, over the capture alone. */
export type Criterion = (session: AuditSession, rules: StandardRules) => Judgement;
