import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { render } from "../../report/render.ts";
import { resultsView } from "../../report/views/check/results.ts";
import type { Result } from "../../scores/result/result.ts";
import type { NamedResult } from "../../scores/result/results.ts";
import { findBetween, withBetween } from "../../scores/result/safety.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type ChosenReport, writeReports } from "../flags/reporter-flags.ts";
import type { Console } from "../terminal/console.ts";

/** One of several servers that one model is offered. */
export interface OfferedServer {
  readonly name: string;
  readonly capture: Capture;
  readonly result: Result;
  /** What a check of it alone would exit with. */
  exitOf(result: Result): ExitCode;
}

/** Reports several servers together, with what only shows between them. `NamedResult`: one that could not be judged. */
export const reportTogether = async (
  servers: readonly (OfferedServer | NamedResult)[],
  chosen: readonly ChosenReport<"pretty" | "json">[],
  console: Console,
): Promise<ExitCode> => {
  const judged = servers.flatMap((one) => ("capture" in one ? [one] : []));
  // What one server says of another shows only when all of them have been asked.
  const between = await findBetween(new Map(judged.map(({ name, capture }) => [name, capture])));
  const results = servers.map((one): NamedResult => {
    if (!("capture" in one)) return one;
    const result = withBetween(one.result, one.name, between);
    return { name: one.name, exit_code: one.exitOf(result), result };
  });
  const all = { format: "mcptest-results/1" as const, tool: TOOL, results };
  writeReports(chosen, (reporter, print) => render(resultsView, all, reporter, print), console);
  return worst(results.map(({ exit_code }) => exit_code));
};

/** A bug of ours before a server that is not there, that before a failure, and that before what nobody could see. */
const RANKS: readonly number[] = [
  EXIT.interrupted,
  EXIT.terminated,
  EXIT.internal,
  EXIT.unreachable,
  EXIT.failed,
  EXIT.inconclusive,
];

const worst = (codes: readonly number[]): ExitCode =>
  (RANKS.find((rank) => codes.includes(rank)) ?? EXIT.ok) as ExitCode;
