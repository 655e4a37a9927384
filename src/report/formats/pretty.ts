import { defuseLines } from "../escape/runner-commands.ts";
import type { ReportView } from "../report.ts";
import { createTerminal, type TerminalOptions } from "../terminal/terminal.ts";

export interface PrettyOptions extends TerminalOptions {
  /** Only the answer. */
  readonly quiet?: boolean;
}

/** For a person at a terminal, or in the log of a build. */
export const renderPretty = <Result>(view: ReportView<Result>, result: Result, options: PrettyOptions): string => {
  const draw = (options.quiet && view.brief) || view.pretty;
  return defuseLines(`${draw(result, createTerminal(options)).join("\n")}\n`, "terminal");
};
