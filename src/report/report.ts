import type { Untrusted } from "../base/untrusted.ts";
import type { ResultLane } from "../scores/result/result-lanes.ts";
import type { AppPicture } from "./app-picture.ts";
import type { FindingsReport, ReportFinding } from "./findings-report.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Failures that have one cause; a failure by itself is a cause of its own. */
export interface Cause {
  readonly finding: ReportFinding;
  /** What fails for the same reason. */
  readonly follows: readonly ReportFinding[];
  /** A line that sends the same request again. */
  readonly reproduce?: string;
  /** The part of the message that shows it. */
  readonly excerpt?: Untrusted;
}

export type Tone = "pass" | "warn" | "fail" | "none";

/** One score: what it is about, its mark, and the figures behind it. */
export interface ScoreRow {
  /** Its key: a block that has the details bears it as its id. */
  readonly score: ResultLane;
  readonly name: string;
  readonly mark: string;
  readonly tone: Tone;
  readonly words: string;
}

/** One row of a chart: the largest value and the median. */
export interface Range {
  readonly label: string;
  readonly median: number;
  readonly largest: number;
  readonly count: number;
}

export interface RangeChart {
  readonly title: string;
  readonly caption: string;
  readonly unit: "milliseconds" | "bytes";
  readonly ranges: readonly Range[];
}

/** One revision: whether the server agreed to it, and how it did there. */
export interface RevisionStanding {
  readonly revision: string;
  /** `null`: it was asked for, and nothing was agreed on. Undefined: it was not asked for. */
  readonly answered: string | null | undefined;
  /** Undefined where the revision was not judged. */
  readonly judged?: {
    readonly grade: string | null;
    readonly passed: number;
    readonly mustFailed: number;
    readonly shouldFailed: number;
    /** Asked in a short conversation, so there is no grade. */
    readonly briefly?: true;
  };
}

/** One value of a table. The text is escaped by whoever writes it down. */
export interface Cell {
  readonly text: string;
  /** code: a name or a value as it was sent. chip: a state, coloured by its tone. prose: our own sentences. */
  readonly as?: "text" | "code" | "chip" | "figure" | "prose";
  readonly tone?: Tone;
  /** The id of a finding that is told elsewhere on the page. */
  readonly finding?: string;
}

export interface BlockTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Closed until the reader opens it. */
  readonly folded?: true;
  /** What stands there when it has no rows; nothing where absent. */
  readonly empty?: string;
}

/** What is behind one score, in tables. */
export interface Block {
  /** Where it is about a score, the key of that: the score leads here. */
  readonly id: string;
  readonly title: string;
  /** Our own sentences. */
  readonly words?: string;
  readonly tables: readonly BlockTable[];
}

/**
 * What every format but pretty and json is made from. The members beside the findings are optional: a format shows what
 * is there.
 */
export interface Report extends FindingsReport {
  /** Does it work, and what to fix first: our own sentences. */
  readonly answer?: readonly string[];
  readonly scores?: readonly ScoreRow[];
  /** Failures by cause; without it, each failure stands alone. */
  readonly causes?: readonly Cause[];
  readonly revisions?: readonly RevisionStanding[];
  /** The revisions the server itself lists. */
  readonly listedRevisions?: readonly string[];
  readonly charts?: readonly RangeChart[];
  /** The scores in detail. */
  readonly blocks?: readonly Block[];
  /** When the session took place, as the capture says it. */
  readonly observedAt?: string;
  /** The grade without what the SDK or the launcher brings, where that is another one. */
  readonly gradeYours?: string;
  readonly captureSha256?: string | null;
  /** What the pages of its apps look like, where somebody asked for it. */
  readonly pictures?: readonly AppPicture[];
}

/** How one kind of result is shown. A view turns it into data or lines; the formats write them down. */
export interface ReportView<Result> {
  /** For a person at a terminal, a line each. */
  readonly pretty: (result: Result, terminal: Terminal) => readonly string[];
  /** The same with --quiet: the answer, in one line where that is possible. */
  readonly brief?: (result: Result, terminal: Terminal) => readonly string[];
  /** What the JSON report holds; by default the result as it is. */
  readonly json?: (result: Result) => unknown;
  /** Only for a result that has no findings, and a comment of its own. */
  readonly markdown?: (result: Result) => string;
  readonly report?: (result: Result) => Report;
}
