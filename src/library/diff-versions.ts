import { changedRules, diffCorpora as compareVersions } from "../judge/corpus/diff-versions.ts";
import type { VersionDiff, VersionDiffEntry } from "../judge/corpus/version-diff.ts";
import type { VersionCorpus } from "../judge/corpus-files/version-corpus.ts";
import { render } from "../report/render.ts";
import { diffView } from "../report/views/diff/view.ts";

/** What two corpora expect differently; written as JSON it is what `mcptest compliance diff` writes. */
export interface VersionDiffReport extends VersionDiff {
  /** No rule that both corpora carry expects something else. */
  isClean(): boolean;
  changedRules(): readonly VersionDiffEntry[];
  renderPretty(color?: boolean): string;
}

/** Compares what two corpora expect, rule by rule, in the order of the ids. Written as JSON it is what the command writes. */
export const diffVersions = (from: VersionCorpus, to: VersionCorpus): VersionDiffReport => {
  const diff = compareVersions(from, to);
  return {
    ...diff,
    isClean: () => diff.clean,
    changedRules: () => changedRules(diff),
    renderPretty: (color = false) => render(diffView, diff, "pretty", { color }),
  };
};
