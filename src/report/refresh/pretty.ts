import type { CorpusRefresh } from "../../model/corpus-refresh.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeTerminal } from "../escape/terminal.ts";
import { createStyle, type Style } from "../style.ts";

/** File names beyond these are counted, not listed. */
const NAMES_SHOWN = 20;

/** What was pinned and why, and what it changes. */
export const renderRefresh = (refresh: CorpusRefresh, { color }: { readonly color: boolean }): string => {
  const style = createStyle(color);
  const { added, removed, changed, unchanged } = refresh;
  return `${[
    `${style.bold("source")}   ${show(refresh.url)}${refresh.source_path === "" ? "" : `, ${show(refresh.source_path)}`}`,
    `${style.bold("pinned")}   ${pinned(refresh)}`,
    `         ${style.dim(why(refresh))}`,
    `${style.bold("revision")} ${show(refresh.version)} ${style.dim(versionWhy(refresh))}`,
    `${style.bold("folder")}   ${show(refresh.destination)}`,
    "",
    ...group("added", added, style.green),
    ...group("removed", removed, style.red),
    ...group("changed", changed, style.yellow),
    `${unchanged.length} unchanged`,
    "",
    refresh.dry_run ? "dry run: nothing was written" : `${count(refresh)} written`,
  ].join("\n")}\n`;
};

/** What stderr gets to hear: things that were left out or are odd. */
export const refreshWarnings = (refresh: CorpusRefresh): readonly string[] => {
  const { skipped } = refresh;
  const lines = skipped.slice(0, NAMES_SHOWN).map(({ name, why: reason }) => `skipped ${show(name)}: ${show(reason)}`);
  const more = skipped.length - lines.length;
  return [...lines, ...(more > 0 ? [`skipped ${more} more entries`] : []), ...refresh.notes.map(show)];
};

const show = (text: string): string => escapeTerminal(untrusted(text), 200);

const count = ({ added, changed, unchanged }: CorpusRefresh): string => {
  const files = added.length + changed.length + unchanged.length;
  return files === 1 ? "1 file" : `${files} files`;
};

const pinned = ({ ref, commit, archive_sha256 }: CorpusRefresh): string => {
  if (ref === undefined) {
    return `archive sha256 ${archive_sha256}${commit === undefined ? "" : `, commit ${show(commit.slice(0, 12))}`}`;
  }
  return commit === undefined || commit === ref ? show(ref) : `${show(ref)} at ${show(commit.slice(0, 12))}`;
};

const why = ({ ref_reason: reason, source_path: path }: CorpusRefresh): string => {
  const folder = path === "" ? "corpus files" : show(path);
  switch (reason.kind) {
    case "asked-for":
      return "--ref asked for it";
    case "archive":
      return "--url names the archive itself";
    case "newest-tag":
      return `the newest tag that holds ${folder}${reason.without.length === 0 ? "" : `; not in ${names(reason.without)}`}`;
    case "default-branch":
      if (reason.tags === 0) return "the head of the default branch: the repository has no tags";
      return `the head of the default branch: no ${folder} in ${
        reason.without.length < reason.tags ? "the newest tags" : "the tags"
      } ${names(reason.without)}`;
  }
};

const versionWhy = ({ version_reason }: CorpusRefresh): string => {
  switch (version_reason) {
    case "asked-for":
      return "(--target-version)";
    case "requirements":
      return "(the highest date in upstream's requirements/)";
  }
};

const names = (all: readonly string[]): string => all.map(show).join(", ");

const group = (title: string, paths: readonly string[], paint: Style["green"]): readonly string[] => {
  if (paths.length === 0) return [`0 ${title}`];
  const listed = paths.slice(0, NAMES_SHOWN).map((path) => `  ${paint(show(path))}`);
  const more = paths.length - listed.length;
  return [`${paths.length} ${title}`, ...listed, ...(more > 0 ? [`  and ${more} more`] : [])];
};
