import { availableParallelism } from "node:os";
import {
  type CallOf,
  EXIT,
  type ExitCode,
  type fleetRejudge,
  openProgressLine,
  readListFormat,
  show,
  watchInterrupts,
} from "mcptest/internal";
import { many, readWhole } from "../cli/numbers.ts";
import { withStore } from "../cli/store-flags.ts";
import { openJudgePool } from "../judge/judge-pool.ts";
import { type NotJudged, type Rejudged, rejudge } from "../rejudge.ts";

const MOST_SHOWN = 200;

/** `mcptest fleet rejudge`: judges stored captures by today's rules, and says what that changes. */
export const runFleetRejudge = ({ flags, console }: CallOf<typeof fleetRejudge>): Promise<ExitCode> => {
  const format = readListFormat(flags);
  const threads = readWhole(flags.threads, "--threads", 1, 256) ?? availableParallelism();
  return withStore(flags, async (store) => {
    const interrupt = watchInterrupts();
    const line = openProgressLine(console);
    const judges = openJudgePool(threads, "rejudge");
    const changes: Rejudged[] = [];
    const notJudged: NotJudged[] = [];
    let [changed, failed] = [0, 0];
    const began = performance.now();
    try {
      const { judged } = await rejudge(store, {
        all: flags.all === true,
        dryRun: flags.dryRun === true,
        judges,
        signal: interrupt.signal,
        onChange: (change) => {
          changed++;
          if (changes.length < MOST_SHOWN || format === "json") changes.push(change);
        },
        onNotJudged: (one) => {
          failed++;
          if (notJudged.length < MOST_SHOWN || format === "json") notJudged.push(one);
        },
        onProgress: (done) => line.show(`${many(done)} judged, ${many(changed)} changed`),
      });
      line.clear();
      const seconds = (performance.now() - began) / 1_000;
      if (format === "json")
        console.out(`${JSON.stringify({ judged, failed, changed, changes, not_judged: notJudged }, null, 2)}\n`);
      else
        console.out(
          lines({ judged, failed, changed, changes, notJudged, seconds, dryRun: flags.dryRun === true })
            .join("\n")
            .concat("\n"),
        );
      return interrupt.code ?? (failed > 0 ? EXIT.inconclusive : EXIT.ok);
    } finally {
      line.clear();
      interrupt.release();
      await judges.close();
    }
  });
};

interface Outcome {
  readonly judged: number;
  readonly failed: number;
  readonly changed: number;
  readonly changes: readonly Rejudged[];
  readonly notJudged: readonly NotJudged[];
  readonly seconds: number;
  readonly dryRun: boolean;
}

const lines = ({ judged, failed, changed, changes, notJudged, seconds, dryRun }: Outcome): string[] => [
  ...changes.map(changeLine),
  ...(changed > changes.length ? [`and ${many(changed - changes.length)} more; --json lists all`] : []),
  `${many(judged)} ${judged === 1 ? "capture" : "captures"} judged, ${many(changed)} ${dryRun ? "would change" : "changed"} (${(judged / Math.max(0.001, seconds)).toFixed(1)} a second)`,
  ...notJudged.map(notJudgedLine),
  ...(failed > notJudged.length ? [`and ${many(failed - notJudged.length)} more; --json lists all`] : []),
  ...(failed > 0
    ? [`${many(failed)} could not be judged and ${failed === 1 ? "stays as it was" : "stay as they were"}`]
    : []),
];

const notJudgedLine = ({ target, url, run, why }: NotJudged): string =>
  `${show(url ?? target, 100)} run ${run} could not be judged: ${show(why.split("\n", 1)[0] ?? why, 200)}`;

const changeLine = ({ target, url, run, grade, state, fails, passes }: Rejudged): string =>
  [
    `${show(url ?? target, 100)} run ${run}:`,
    ...(grade.before === grade.after ? [] : [`grade ${grade.before ?? "none"} → ${grade.after ?? "none"}`]),
    ...(state.before === state.after ? [] : [`${state.before} → ${state.after}`]),
    ...(fails.length > 0 ? [`now fails ${fails.join(", ")}`] : []),
    ...(passes.length > 0 ? [`no longer fails ${passes.join(", ")}`] : []),
  ].join(" ");
