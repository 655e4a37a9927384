import type { Result } from "../../model/result.ts";
import { show } from "../capture-head.ts";
import { wrapText } from "../wrap-text.ts";
import { type FailureCause, groupFailures } from "./causes.ts";
import { headlineWords } from "./headline.ts";

/** How an assertion that a server conforms came out; the words of a gate. */
export interface ConformOutcome {
  readonly gate: string;
  readonly outcome: "met" | "missed" | "unreachable" | "inconclusive" | "error";
}

/** More than this nobody reads in the output of a test. */
const MAX_CAUSES = 20;
const WIDTH = 100;

/** Why a server conforms or does not, for the message of a failed assertion: what was expected and what came, by cause. */
export const renderConformMessage = (result: Result, { gate, outcome }: ConformOutcome): string => {
  const head = `${show(result.target, 200)} (${result.revision}): ${headlineWords(result)}`;
  const causes = groupFailures(result.verdicts).filter(({ verdict, follows }) =>
    [verdict, ...follows].some(({ advisory }) => !advisory),
  );
  const left = causes.length - MAX_CAUSES;
  return [
    SENTENCES[outcome](gate),
    "",
    head,
    ...(outcome === "unreachable" ? [] : causes.slice(0, MAX_CAUSES).flatMap(describe)),
    ...(left > 0 && outcome !== "unreachable" ? ["", `and ${left} more`] : []),
    ...errors(result),
  ].join("\n");
};

const SENTENCES: Readonly<Record<ConformOutcome["outcome"], (gate: string) => string>> = {
  met: (gate) => `expected the server not to conform (failOn: ${gate}), and it does`,
  missed: (gate) => `expected the server to conform (failOn: ${gate}), and it does not`,
  unreachable: () => "expected the server to conform, and nothing answered",
  inconclusive: (gate) =>
    `expected the server to conform (failOn: ${gate}), and too little could be observed to say so`,
  error: () => "mcptest itself failed, so nothing can be said about the server; please report it",
};

/** A failed rule as a difference: minus is what the specification expects, plus is what came. */
const describe = ({ verdict, follows }: FailureCause): string[] => {
  const row = (label: string, text: string): string[] =>
    wrapText(text, WIDTH - label.length - 4).map(
      (line, index) => `  ${index === 0 ? label : " ".repeat(label.length)} ${line}`,
    );
  const [place] = verdict.evidence;
  return [
    "",
    `✗ ${show(verdict.id, 40)} ${verdict.level} ${show(verdict.title, 300)}`,
    ...row("- expected", show(verdict.expected, 600)),
    ...row("+ found   ", show(verdict.actual, 300)),
    ...(place ? row("  at      ", show(`${place.exchange ?? "session"} ${place.pointer}`.trimEnd(), 200)) : []),
    ...row("  fix     ", show(verdict.fix, 1_000)),
    ...(follows.length > 0 ? row("  so also ", follows.map(({ id }) => show(id, 40)).join(", ")) : []),
  ];
};

const errors = ({ verdicts }: Result): string[] =>
  verdicts.flatMap((verdict) =>
    verdict.state === "error" ? [`mcptest failed at ${show(verdict.id, 40)}: ${show(verdict.message, 200)}`] : [],
  );
