import { defined } from "../base/defined.ts";
import type { AppPicture } from "./app-picture.ts";
import { defuseLines } from "./escape/runner-commands.ts";
import { renderBadge } from "./formats/badge.ts";
import { renderBadgeJson } from "./formats/badge-json.ts";
import { renderGithub } from "./formats/github.ts";
import { renderHtml } from "./formats/html/html.ts";
import { renderJson } from "./formats/json.ts";
import { renderJunit } from "./formats/junit.ts";
import { renderMarkdown } from "./formats/markdown.ts";
import { type PrettyOptions, renderPretty } from "./formats/pretty.ts";
import { renderSarif } from "./formats/sarif.ts";
import type { Report, ReportView } from "./report.ts";
import type { ReportFormat } from "./report-format.ts";

export interface RenderOptions extends PrettyOptions {
  /** The file that findings are shown beside in sarif, where the result itself is about none. */
  readonly artifact?: string | undefined;
  /** What the pages of apps look like; html shows them. */
  readonly pictures?: readonly AppPicture[] | undefined;
}

/** The formats that are written from findings. A new one is a file in formats/, a row here and a golden file. */
const FORMATS = {
  markdown: renderMarkdown,
  html: renderHtml,
  junit: renderJunit,
  sarif: renderSarif,
  github: renderGithub,
  badge: renderBadge,
  "badge-json": renderBadgeJson,
} as const satisfies Record<Exclude<ReportFormat, "pretty" | "json">, (report: Report) => string>;

/** Only annotations are meant for a runner. */
const asText = (text: string, format: Exclude<ReportFormat, "pretty" | "json">): string => {
  if (format === "github") return text;
  return defuseLines(text, format === "sarif" || format === "badge-json" ? "json" : "markup");
};

/** What a view can be written as: without findings, most formats have nothing to show. */
type FormatOf<V> = V extends { readonly report: unknown }
  ? ReportFormat
  : "pretty" | "json" | (V extends { readonly markdown: unknown } ? "markdown" : never);

/**
 * Any result in any format it has; the same result gives the same bytes. The kind of result is given by its view, a value
 * rather than a name, so that a command loads only the views it uses.
 */
export const render = <Result, V extends ReportView<Result>>(
  view: V,
  result: Result,
  format: FormatOf<V>,
  options: RenderOptions = {},
): string => {
  const { report, markdown }: ReportView<Result> = view;
  const wanted = format as ReportFormat;
  switch (wanted) {
    case "pretty":
      return renderPretty(view, result, options);
    case "json":
      return renderJson(view, result);
    default:
      if (report)
        return asText(
          FORMATS[wanted]({
            ...defined({ artifact: options.artifact, pictures: options.pictures }),
            ...report(result),
          }),
          wanted,
        );
      if (markdown) return asText(markdown(result), wanted);
      throw new Error(`a view without findings cannot be rendered as ${wanted}`);
  }
};
