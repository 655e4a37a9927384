import { defined } from "../../base/defined.ts";
import type { SepCorpus, SepMapping } from "../../judge/corpus/conformance.ts";
import { mappedChecks } from "../../judge/corpus/sep-checks.ts";
import { bindsServers } from "../../judge/corpus/sep-mapping.ts";
import { revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import { embeddedMapping } from "../../judge/corpus-files/conformance-embedded.ts";
import { embeddedRuleset } from "../../judge/corpus-files/embedded.ts";
import { LATEST_STATELESS } from "../../protocol/revision.ts";
import { render } from "../../report/render.ts";
import {
  type CheckList,
  checkIdsView,
  isForServers,
  type ListedCheck,
} from "../../report/views/conformance/check-ids.ts";
import type { conformanceCheckIds } from "../commands/conformance.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readListFormat } from "../flags/common-flags.ts";
import { findCorpora, loadCorpus, readTargetVersion, reportMissingCorpus } from "../flags/find-corpora.ts";

/** `mcptest conformance check-ids`: what a corpus checks, and which of it mcptest judges. */
export const runCheckIds = async ({ flags, console }: CallOf<typeof conformanceCheckIds>): Promise<ExitCode> => {
  const format = readListFormat(flags);
  const wanted = readTargetVersion(flags.targetVersion);
  const corpora = findCorpora(flags);
  const version = wanted ?? corpora.versions[0] ?? (corpora.anyVersion ? LATEST_STATELESS : undefined);
  if (version === undefined || corpora.sourceOf(version) === undefined) {
    reportMissingCorpus(wanted, corpora, flags, console);
    return EXIT.corpusMissing;
  }
  const list = listChecks(await loadCorpus(corpora, version), await embeddedMapping());
  const isShown = (row: ListedCheck): boolean =>
    !flags.unimplemented || (!row.implemented && (isForServers(row) || row.roles.length === 0));
  console.out(render(checkIdsView, { ...list, checks: list.checks.filter(isShown) }, format, console));
  return EXIT.ok;
};

const listChecks = (corpus: SepCorpus, mapping: SepMapping): CheckList => {
  const revision = revisionOfVersion(corpus.version) ?? LATEST_STATELESS;
  const judged = new Set(embeddedRuleset(revision).rules.map(({ id }) => id));
  const checks = mappedChecks(corpus, mapping).map(({ check, sep, level, mapping: known }): ListedCheck => {
    const rules = (known?.rules ?? []).filter((id) => judged.has(id));
    return {
      check,
      sep,
      level,
      roles: known?.roles ?? [],
      extension: known?.extension !== undefined,
      implemented: known !== undefined && bindsServers(known) && rules.length > 0,
      rules,
      ...defined({ clients: known?.clients, note: known?.note }),
    };
  });
  return { target_version: corpus.version, corpus_source: corpus.source, checks, notes: corpus.warnings };
};
