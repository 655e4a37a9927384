import type { Result } from "../../../scores/result/result.ts";
import { wherePlace } from "../../findings/words.ts";
import type { ReportView } from "../../report.ts";
import { firstOf, show, type Terminal } from "../../terminal/terminal.ts";
import { countsForGrade, type FailureCause, groupFailures } from "./causes.ts";
import { headlineWords } from "./headline.ts";

/** The outcome of an assertion that a server conforms. */
export interface ConformOutcome {
  readonly gate: string;
  readonly outcome: "met" | "missed" | "unreachable" | "inconclusive" | "error";
}

/** Nobody reads more than this in test output. */
const MAX_CAUSES = 20;

/** Why a server conforms or does not, for the message of a failed assertion: expected and found, by cause. */
export const conformView = {
  pretty: ({ result, gate, outcome }, terminal) => {
    const causes = outcome === "unreachable" ? [] : groupFailures(result.verdicts).filter(countsForGrade);
    const shown = firstOf(
      causes.map((cause) => describe(cause, terminal).join("\n")),
      MAX_CAUSES,
      (left) => `\nand ${left} more`,
    );
    return [
      SENTENCES[outcome](gate),
      "",
      `${show(result.target)} (${result.revision ?? "revision unknown"}): ${headlineWords(result)}`,
      ...shown,
      ...result.verdicts.flatMap((verdict) =>
        verdict.state === "error" ? [`mcptest failed at ${show(verdict.id, 40)}: ${show(verdict.message)}`] : [],
      ),
    ];
  },
} as const satisfies ReportView<ConformOutcome & { readonly result: Result }>;

const SENTENCES: Readonly<Record<ConformOutcome["outcome"], (gate: string) => string>> = {
  met: (gate) => `expected the server not to conform (failOn: ${gate}), but it does`,
  missed: (gate) => `expected the server to conform (failOn: ${gate}), but it does not`,
  unreachable: () => "expected the server to conform, but nothing answered",
  inconclusive: (gate) => `expected the server to conform (failOn: ${gate}), but too little could be observed to tell`,
  error: () => "mcptest itself failed, so the server was not judged; please report this",
};

/** A failed rule as a difference: minus is what the specification expects, plus is what was found. */
const describe = ({ verdict, follows }: FailureCause, terminal: Terminal): string[] => {
  const row = (label: string, text: string): string[] => terminal.row(label, text, { label: 10 });
  const [place] = verdict.evidence;
  return [
    "",
    `✗ ${show(verdict.id, 40)} ${verdict.level} ${show(verdict.title, 300)}`,
    ...row("- expected", show(verdict.expected, 600)),
    ...row("+ found", show(verdict.actual, 300)),
    ...(place ? row("  at", show(wherePlace(place))) : []),
    ...row("  fix", show(verdict.fix, 1_000)),
    ...(follows.length > 0 ? row("  so also", follows.map(({ id }) => show(id, 40)).join(", ")) : []),
  ];
};
