import type { ChangeClass } from "mcptest/internal";

/** added: it was asked for the first time. The others compare a run with the one before it, or with the last that reached the server. */
export const CHANGE_KINDS = ["added", "state", "grade", "revision", "surface"] as const;
export type FleetChangeKind = (typeof CHANGE_KINDS)[number];

/** Something that was different from one run of a target to the next. */
export interface FleetChange {
  readonly target: string;
  readonly run: number;
  readonly at: Date;
  readonly kind: FleetChangeKind;
  readonly before: string | null;
  readonly after: string | null;
  readonly detail: FleetChangeDetail;
}

export interface FleetChangeDetail {
  /** How many changes of each class; only of a surface. */
  readonly classes?: Readonly<Partial<Record<ChangeClass, number>>>;
  /** The gravest of them, at most 20; `name` is the server's word. */
  readonly changes?: readonly {
    readonly class: ChangeClass;
    readonly part: string;
    readonly name: string;
    readonly what: string;
  }[];
}
