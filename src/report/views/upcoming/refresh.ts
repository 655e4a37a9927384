import { counted } from "../../../base/counted.ts";
import type { UpcomingRefresh } from "../../../judge/corpus/upcoming.ts";
import type { ReportView } from "../../report.ts";
import { show } from "../../terminal/terminal.ts";

/** What was read from the specification's repository, and whether that changes anything. */
export const upcomingRefreshView = {
  pretty: ({ url, ref, commit, archive_sha256, destination, deprecated, proposals, dry_run, changed }, { bold }) => [
    `${bold("source")}   ${show(url)}`,
    `${bold("pinned")}   ${ref === undefined ? `archive sha256 ${archive_sha256}` : show(ref)}${commit === undefined ? "" : ` at ${show(commit.slice(0, 12))}`}`,
    `${bold("read")}     ${counted(deprecated, "deprecated feature")}, ${counted(proposals, "proposal")}`,
    `${bold("folder")}   ${show(destination)}`,
    "",
    dry_run ? "dry run: nothing was written" : changed ? "written" : "written; it is the same as before",
  ],
} as const satisfies ReportView<UpcomingRefresh>;
