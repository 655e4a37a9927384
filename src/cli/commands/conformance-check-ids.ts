import { mappedChecks } from "../../corpus/sep-checks.ts";
import { bindsServers } from "../../corpus/sep-mapping.ts";
import { revisionOfVersion } from "../../corpus/sep-versions.ts";
import { embeddedMapping } from "../../corpus-io/conformance-embedded.ts";
import { embeddedRuleset } from "../../corpus-io/embedded.ts";
import type { SepCorpus, SepMapping } from "../../model/conformance.ts";
import { LATEST_STATELESS } from "../../model/revision.ts";
import {
  type CheckList,
  isForServers,
  type ListedCheck,
  renderCheckIds,
  renderCheckIdsJson,
} from "../../report/conformance/check-ids.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CorpusFlags, findCorpora, loadCorpus, readTargetVersion, sayMissing } from "../find-corpora.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface CheckIdsFlags extends CorpusFlags {
  readonly unimplemented?: boolean;
  readonly format?: string;
  readonly reporter?: string;
}

/** `mcptest conformance check-ids`: what a corpus checks, and what of it mcptest judges. */
export const runCheckIds = async (flags: CheckIdsFlags, console: Console): Promise<ExitCode> => {
  const format = flags.format ?? flags.reporter ?? "pretty";
  if (format !== "pretty" && format !== "json")
    throw new UsageError(`--format ${quoted(format)} is not a choice; use one of pretty, json`);
  const wanted = readTargetVersion(flags.targetVersion);
  const corpora = findCorpora(flags);
  const version = wanted ?? corpora.versions[0] ?? (corpora.anyVersion ? LATEST_STATELESS : undefined);
  if (version === undefined || corpora.sourceOf(version) === undefined) {
    sayMissing(wanted, corpora, flags, console);
    return EXIT.corpusMissing;
  }
  const list = listChecks(await loadCorpus(corpora, version), await embeddedMapping());
  const shown = flags.unimplemented
    ? {
        ...list,
        checks: list.checks.filter((row) => !row.implemented && (isForServers(row) || row.roles.length === 0)),
      }
    : list;
  console.out(format === "json" ? renderCheckIdsJson(shown) : renderCheckIds(shown, console));
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
      ...(known?.note === undefined ? {} : { note: known.note }),
    };
  });
  return { target_version: corpus.version, corpus_source: corpus.source, checks, notes: corpus.warnings };
};
