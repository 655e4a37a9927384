import type { ConformanceResult } from "../../judge/corpus/conformance.ts";
import type { ConformanceCorpora } from "../../judge/corpus-files/resolve-conformance.ts";
import { isBlind } from "../../judge/judged.ts";
import { isBelowTier, isTierGate, type LevelGate, type TierGate } from "../../scores/result/gate.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type ChosenReport, writeReports } from "../flags/reporter-flags.ts";
import type { Console } from "../terminal/console.ts";
import { noteNoGate } from "../terminal/no-gate.ts";

export interface ConformanceReporting {
  readonly flags: { readonly failOn?: string; readonly quiet?: boolean };
  readonly corpora: ConformanceCorpora;
  readonly chosen: readonly ChosenReport[];
  readonly gates: readonly (LevelGate | TierGate)[];
}

/** Writes the reports of a run, and says its exit code by the gates. */
export const reportConformance = async (
  result: ConformanceResult,
  { flags, corpora, chosen, gates }: ConformanceReporting,
  console: Console,
): Promise<ExitCode> => {
  const [{ render }, { conformanceView }] = await Promise.all([
    import("../../report/render.ts"),
    import("../../report/views/conformance/view.ts"),
  ]);
  writeReports(chosen, (reporter, print) => render(conformanceView, result, reporter, print), console);
  noteNoGate(flags, result.must.passed < result.must.total, "must", console);
  if (result.revision === null) sayNotSpoken(result, corpora, console);
  const codes = gates.map((gate) => exitOf(result, gate));
  return WORST_FIRST.find((one) => codes.includes(one)) ?? EXIT.ok;
};

const sayNotSpoken = (
  { target_version, spoken, role }: ConformanceResult,
  corpora: ConformanceCorpora,
  console: Console,
): void => {
  const others = spoken.filter((version) => corpora.sourceOf(version) !== undefined);
  const next =
    others.length === 0 ? "for which there is no corpus" : `so score it with --target-version ${others.at(-1)}`;
  const who = role ?? "server";
  console.err(`mcptest: the ${who} does not speak ${target_version}; it speaks ${spoken.join(", ")}, ${next}\n`);
};

/** Of several gates. */
const WORST_FIRST: readonly ExitCode[] = [EXIT.internal, EXIT.failed, EXIT.inconclusive];

/** A bug of ours comes first, then whether anything was seen, then the gate on it, then whether that was enough. */
const exitOf = ({ checks, tier, must, should, server }: ConformanceResult, gate: LevelGate | TierGate): ExitCode => {
  if (checks.some(({ state }) => state === "error")) return EXIT.internal;
  if (isBlind(server)) return EXIT.inconclusive;
  if (isTierGate(gate)) return tier === null ? EXIT.inconclusive : isBelowTier(tier, gate) ? EXIT.failed : EXIT.ok;
  const mustMet = must.passed === must.total;
  const isMet = gate === "never" || (mustMet && (gate === "must" || should.passed === should.total));
  if (!isMet) return EXIT.failed;
  return tier === null ? EXIT.inconclusive : EXIT.ok;
};
