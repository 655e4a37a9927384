import { counted } from "../../base/counted.ts";
import type { ReportView } from "../../report/report.ts";
import { firstOf, show } from "../../report/terminal/terminal.ts";
import type { CorpusRefresh } from "./corpus-refresh.ts";

/** File names beyond these are counted, not listed. */
const NAMES_SHOWN = 20;

/** What was pinned and why, and what it changes. */
export const refreshView = {
  pretty: (refresh, { bold, dim, green, red, yellow }) => {
    const { added, removed, changed, unchanged, url, source_path, version, destination, dry_run } = refresh;
    const files = added.length + changed.length + unchanged.length;
    const group = (title: string, paths: readonly string[], paint: typeof bold): readonly string[] => [
      `${paths.length} ${title}`,
      ...firstOf(
        paths.map((path) => `  ${paint(show(path))}`),
        NAMES_SHOWN,
        (left) => `  and ${left} more`,
      ),
    ];
    return [
      `${bold("source")}   ${show(url)}${source_path === "" ? "" : `, ${show(source_path)}`}`,
      `${bold("pinned")}   ${pinned(refresh)}`,
      `         ${dim(why(refresh))}`,
      `${bold("revision")} ${show(version)} ${dim(VERSION_REASONS[refresh.version_reason])}`,
      `${bold("folder")}   ${show(destination)}`,
      "",
      ...group("added", added, green),
      ...group("removed", removed, red),
      ...group("changed", changed, yellow),
      `${unchanged.length} unchanged`,
      "",
      dry_run ? "dry run: nothing was written" : `${counted(files, "file")} written`,
    ];
  },
} as const satisfies ReportView<CorpusRefresh>;

/** For stderr: what was left out, or is odd. */
export const refreshWarnings = ({ skipped, notes }: CorpusRefresh): readonly string[] => [
  ...firstOf(
    skipped.map(({ name, why: reason }) => `skipped ${show(name)}: ${show(reason)}`),
    NAMES_SHOWN,
    (left) => `skipped ${left} more entries`,
  ),
  ...notes.map((note) => show(note)),
];

const pinned = ({ ref, commit, archive_sha256 }: CorpusRefresh): string => {
  if (ref === undefined) {
    return `archive sha256 ${archive_sha256}${commit === undefined ? "" : `, commit ${show(commit.slice(0, 12))}`}`;
  }
  return commit === undefined || commit === ref ? show(ref) : `${show(ref)} at ${show(commit.slice(0, 12))}`;
};

const why = ({ ref_reason: reason, source_path: path }: CorpusRefresh): string => {
  const folder = path === "" ? "corpus files" : show(path);
  const names = (all: readonly string[]): string => all.map((one) => show(one)).join(", ");
  switch (reason.kind) {
    case "asked-for":
      return "given with --ref";
    case "archive":
      return "--url names the archive itself";
    case "newest-tag":
      return `the newest tag that has ${folder}${reason.without.length === 0 ? "" : `; not in ${names(reason.without)}`}`;
    case "default-branch":
      if (reason.tags === 0) return "the head of the default branch: the repository has no tags";
      return `the head of the default branch: no ${folder} in ${
        reason.without.length < reason.tags ? "the newest tags" : "the tags"
      } ${names(reason.without)}`;
  }
};

const VERSION_REASONS = {
  "asked-for": "(--target-version)",
  requirements: "(the latest date in upstream's requirements/)",
} as const satisfies Record<CorpusRefresh["version_reason"], string>;
