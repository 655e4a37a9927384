import type { Result } from "../scores/result/result.ts";
import { type RenderOptions, render } from "./render.ts";
import { REPORT_FORMATS, type ReportFormat } from "./report-format.ts";
import { checkView } from "./views/check/view.ts";

export const RESULT_FORMATS = REPORT_FORMATS;
export type ResultFormat = ReportFormat;

/** The result of a check in any format. */
export const renderResult = (result: Result, format: ResultFormat, options: RenderOptions = {}): string =>
  render(checkView, result, format, options);
