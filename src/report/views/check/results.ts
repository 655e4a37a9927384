import type { NamedResult, Results } from "../../../scores/result/results.ts";
import type { ReportView } from "../../report.ts";
import { separated, show, type Terminal } from "../../terminal/terminal.ts";
import { headlineLine } from "./headline.ts";
import { prettyResult } from "./pretty.ts";

/** Several servers: each as a check shows it, and at the end a line for each. */
export const resultsView = {
  pretty: ({ results }, terminal) =>
    separated([
      ...results.map((one) => [
        terminal.bold(`${show(one.name, 80)}`),
        ...(one.result ? prettyResult(one.result, terminal) : [show(one.error ?? "", 400)]),
      ]),
      results.length > 1 ? summary(results, terminal) : [],
    ]),
  brief: ({ results }, terminal) => summary(results, terminal),
} as const satisfies ReportView<Results>;

const summary = (results: readonly NamedResult[], terminal: Terminal): string[] => {
  const longest = Math.max(0, ...results.map(({ name }) => show(name, 40).length));
  return results.flatMap(({ name, result, error }) => {
    const words = result ? headlineLine(result, terminal) : `${terminal.red("✗")} ${show(error ?? "", 200)}`;
    return terminal.paragraph(`${show(name, 40).padEnd(longest)}  ${words}`, longest + 2, 0);
  });
};
