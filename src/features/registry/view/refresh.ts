import type { ReportView } from "../../../report/report.ts";
import { show } from "../../../report/terminal/terminal.ts";
import type { SchemaRefresh } from "../schema-refresh.ts";

/** Which schema was fetched, from where, and whether that changes anything. */
export const schemaRefreshView = {
  pretty: ({ version, url, ref, commit, archive_sha256, destination, dry_run, changed }, { bold }) => [
    `${bold("source")}   ${show(url)}`,
    `${bold("pinned")}   ${ref === undefined ? `archive sha256 ${archive_sha256}` : show(ref)}${commit === undefined ? "" : ` at ${show(commit.slice(0, 12))}`}`,
    `${bold("schema")}   ${show(version)}`,
    `${bold("folder")}   ${show(destination)}`,
    "",
    dry_run ? "dry run: nothing was written" : changed ? "written" : "written; it is the same as before",
  ],
} as const satisfies ReportView<SchemaRefresh>;
