import { printJson } from "../escape/json.ts";
import type { ReportView } from "../report.ts";

/** For programs; schemas/ describes it. */
export const renderJson = <Result>({ json }: ReportView<Result>, result: Result): string =>
  printJson(json ? json(result) : result);
