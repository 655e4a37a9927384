// docs/accuracy.md: how far the rules can be trusted, in figures that the tests prove.

import type { KillMatrix } from "../rules/proof/kill-matrix.ts";
import type { NearMissMatrix } from "../rules/proof/near-miss-matrix.ts";

import { type SafetyFigures, safetyAccuracy } from "./render-safety.ts";

export interface AccuracyFigures {
  readonly safety: SafetyFigures;
  /** By area. */
  readonly areas: Readonly<Record<string, KillMatrix>>;
  readonly rules: readonly string[];
  readonly requirements: number;
  /** Runs that `npm test` repeats. */
  readonly quick: number;
  /** Runs that `npm run test:all` repeats. */
  readonly chosen: number;
  /** By area; one that is close to rules of several areas is in each of them. */
  readonly nearMisses: Readonly<Record<string, NearMissMatrix>>;
  readonly allNearMisses: NearMissMatrix;
  /** MUST and SHOULD rules, and those of them that no near-miss is closest to. */
  readonly accusing: number;
  readonly withoutNearMiss: number;
  readonly contexts: readonly string[];
  readonly real: Readonly<Record<string, RealServer>>;
}

export interface RealServer {
  readonly revision: string;
  readonly MUST: readonly string[];
  readonly SHOULD: readonly string[];
  readonly MAY: readonly string[];
  readonly advisory: readonly string[];
}

export const renderAccuracy = (figures: AccuracyFigures): string => {
  const { areas, rules, requirements, quick, chosen, allNearMisses, contexts, real } = figures;
  const matrix: KillMatrix = Object.assign({}, ...Object.values(areas));
  const runs = Object.values(matrix).flatMap((met) => Object.entries(met));
  const killed = killedBy(matrix);
  const proven = rules.filter((id) => killed.has(id));
  const perMutant = Object.values(matrix)
    .map((met) => new Set(Object.values(met).flat()).size)
    .sort((left, right) => left - right);
  const perRule = proven
    .map((id) => Object.values(matrix).filter((met) => Object.values(met).some((ids) => ids.includes(id))).length)
    .sort((left, right) => left - right);
  const servers = Object.entries(real);
  const near = Object.values(allNearMisses);
  return [
    "# Accuracy",
    "",
    "A checker can be wrong in two ways: it can miss a fault, and it can accuse a server that is right. Both are measured, and",
    "the figures below are made from the files that the tests compare with (`npm run docs`).",
    "",
    "| error | measured on | found |",
    "| --- | --- | ---: |",
    `| missed: no rule fails | ${perMutant.length} servers with one deliberate fault each | ${rate(perMutant.filter((count) => count === 0).length, perMutant.length)} |`,
    `| false alarm: a MUST or SHOULD fails | ${near.length} correct servers with one unusual choice each | ${rate(near.filter(isAccused).length, near.length)} |`,
    "",
    "## Does it see what is wrong?",
    "",
    "A **mutant** is a correct server with exactly one deliberate fault, as real servers have it: a wrong code, a member left",
    "out, a header ignored. Each is started, probed over the wire and judged like any other server, in every revision and",
    "transport where its fault can show. The **kill matrix** (`test/golden/kill-matrix/`) says which rules fail on which mutant.",
    "",
    "| | |",
    "| --- | ---: |",
    `| requirements on servers in all revisions | ${requirements} |`,
    `| rules that are checked | ${rules.length} |`,
    `| rules that at least one mutant fails | ${proven.length} (${percent(proven.length, rules.length)}) |`,
    `| mutants | ${perMutant.length} |`,
    `| runs: a mutant in one revision and transport | ${runs.length} |`,
    `| mutants that no rule notices | ${perMutant.filter((count) => count === 0).length} |`,
    `| rules that a mutant fails | ${median(perMutant)} in the middle, ${perMutant.at(-1)} at most |`,
    `| mutants that fail a rule | ${median(perRule)} in the middle, ${perRule.at(-1)} at most |`,
    "",
    `\`npm run test:all\` and CI repeat ${chosen} of the ${runs.length} runs, chosen so that every rule fails live in every era in which the`,
    `matrix has it fail; \`npm test\` repeats ${quick} of those, from every area; \`npm run mutants\` repeats all ${runs.length}. A rule that no`,
    "mutant fails, a mutant that misses the rule it is about, and a mutant that fails many rules it is not about are failing tests.",
    "",
    "| area | mutants | runs | rules failed |",
    "| --- | ---: | ---: | ---: |",
    ...Object.entries(areas).map(
      ([area, rows]) =>
        `| ${area} | ${Object.keys(rows).length} | ${Object.values(rows).flatMap((met) => Object.keys(met)).length} | ${killedBy(rows).size} |`,
    ),
    "",
    "An area is a folder of `test/areas/`; a mutant may fail rules of other areas, too.",
    "",
    "## Does it accuse correct servers?",
    "",
    ...nearMissesIn(figures),
    `**Correct servers.** The example servers of the tests fail no rule at any level, in each of these contexts: ${contexts.map((name) => `\`${name}\``).join(", ")}.`,
    "Servers that make other lawful choices (event streams, both eras at once, no tools, an authorization wall, polling …) fail",
    "none either. And every rule is passed live by at least one of them, so no rule is green because it never looks. A slow machine",
    "is not a fault: what did not arrive in time is inconclusive.",
    "",
    `**Servers of others.** ${servers.length} captures of published servers, and of small ones on the official SDKs, are in`,
    "`test/captures/real` and judged again by the tests. Every failed MUST and SHOULD was read beside the specification;",
    "[field-notes.md](field-notes.md) explains each with the message that shows it. A verdict that changes is a failing test.",
    "",
    "| capture | revision | MUST failed | SHOULD failed | warnings |",
    "| --- | --- | --- | --- | --- |",
    ...servers.map(
      ([name, { revision, MUST, SHOULD, advisory }]) =>
        `| ${name} | ${revision} | ${list(MUST)} | ${list(SHOULD)} | ${list(advisory)} |`,
    ),
    "",
    ...safetyAccuracy(figures.safety),
    "A verdict you can show to be wrong is a bug: send the capture (`--save`), and `mcptest judge` shows the same on any machine.",
    "",
  ].join("\n");
};

const isAccused = (met: NearMissMatrix[string]): boolean =>
  Object.values(met).some(({ accused }) => accused.length > 0);

const rate = (part: number, whole: number): string =>
  `${part} (${whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`})`;

const nearMissesIn = ({ nearMisses, accusing, withoutNearMiss }: AccuracyFigures): readonly string[] => [
  "A **near-miss** is the counterpart of a mutant: a correct server that makes one unusual choice which the text permits, with",
  "the sentence that permits it. Each is probed and judged like any other server. The **near-miss matrix**",
  "(`test/golden/near-miss-matrix/`) says what the rules say of each. A near-miss names the rules that come nearest to failing it, and for each a stricter",
  "version of the rule that does fail it and not the usual server: so the choice was seen, and the rule let it pass.",
  "",
  `Of the ${accusing} rules that can fail a MUST or a SHOULD, ${accusing - withoutNearMiss} have a closest near-miss. The others are listed in`,
  "`test/rules/without-near-miss.txt`, which may only become shorter. A near-miss that is close to rules of several areas is counted in each.",
  "",
  "| area | near-misses | runs | closest to | false alarms |",
  "| --- | ---: | ---: | ---: | --- |",
  ...Object.entries(nearMisses).map(([area, matrix]) => {
    const outcomes = Object.values(matrix).flatMap((met) => Object.values(met));
    const closest = new Set(outcomes.flatMap(({ closest: rules }) => Object.keys(rules)));
    const accused = [...new Set(outcomes.flatMap((outcome) => outcome.accused))].sort();
    return `| ${area} | ${Object.keys(matrix).length} | ${outcomes.length} | ${closest.size} rules | ${list(accused)} |`;
  }),
  "",
];

const killedBy = (matrix: KillMatrix): ReadonlySet<string> =>
  new Set(Object.values(matrix).flatMap((met) => Object.values(met).flat()));

const median = (sorted: readonly number[]): number => sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;

const percent = (part: number, whole: number): string => `${Math.floor((100 * part) / whole)} %`;

const list = (ids: readonly string[]): string => (ids.length === 0 ? "–" : ids.join(", "));
