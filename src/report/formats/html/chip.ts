import { STATE_MARKS } from "../../findings/words.ts";
import type { ReportFinding } from "../../findings-report.ts";

const WORDS = { error: "MUST", warning: "SHOULD", note: "MAY" } as const;

/** The state of a finding, or how strongly the broken rule is said. */
export const chip = ({ state, severity, level, baseline, advisory }: ReportFinding, unseen?: string): string => {
  switch (state) {
    case "fail":
      if (baseline === "stale") return '<span class="chip fail">stale</span>';
      if (advisory) return `<span class="chip none">warning</span>${known(baseline)}`;
      return `<span class="chip ${TONES[severity]}">${level ?? WORDS[severity]}</span>${known(baseline)}`;
    case "pass":
      return unseen === undefined
        ? `<span class="chip pass">${STATE_MARKS.pass} pass</span>`
        : '<span class="chip">held</span>';
    case "error":
      return '<span class="chip fail">mcptest bug</span>';
    case "inconclusive":
    case "not-applicable":
      return `<span class="chip">${state === "inconclusive" ? "open" : "n/a"}</span>`;
  }
};

const TONES = { error: "fail", warning: "warn", note: "none" } as const;

const known = (baseline: ReportFinding["baseline"]): string =>
  baseline === "known" ? ' <span class="chip">known</span>' : "";
