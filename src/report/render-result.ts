import { REPORT_FORMATS, type ReportFormat } from "../model/report-format.ts";
import type { Result } from "../model/result.ts";
import { type RenderOptions, render } from "./render.ts";
import { checkView } from "./views/check/view.ts";

export const RESULT_FORMATS = REPORT_FORMATS;
export type ResultFormat = ReportFormat;

/** The result of a check in any format. */
export const renderResult = (result: Result, format: ResultFormat, options: RenderOptions = {}): string =>
  render(checkView, result, format, options);
