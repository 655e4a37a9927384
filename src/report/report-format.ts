/** Every format a result can be written in. */
export const REPORT_FORMATS = [
  "pretty",
  "json",
  "markdown",
  "html",
  "junit",
  "sarif",
  "github",
  "badge",
  "badge-json",
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
