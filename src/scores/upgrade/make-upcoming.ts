import { defined } from "../../base/defined.ts";
import { stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { VerdictState } from "../../judge/core/verdict.ts";
import { diffCorpora } from "../../judge/corpus/diff-versions.ts";
import type {
  Proposal,
  UpcomingExtension,
  UpcomingRemoval,
  UpcomingReport,
  UpcomingRule,
  UpcomingSource,
  UpcomingTable,
} from "../../judge/corpus/upcoming.ts";
import type { DiffBucket } from "../../judge/corpus/version-diff.ts";
import { embeddedExtensions, embeddedRuleset } from "../../judge/corpus-files/embedded.ts";
import { VersionCorpus } from "../../judge/corpus-files/version-corpus.ts";
import { declaredExtensions } from "../../judge/extensions/standing.ts";
import { judgedOutcome } from "../../judge/judged-outcome.ts";
import { judgeRuleset } from "../../judge/rules/judge-ruleset.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { featureUse } from "../../judge/upgrade/feature-use.ts";
import { LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { captureDigest } from "../result/capture-digest.ts";
import { shownExchanges } from "../result/shown-exchanges.ts";

const DRAFT = "draft" as const satisfies Revision;
const SITE = "https://modelcontextprotocol.io";

/** What is coming, and what of it concerns the server of a capture; without one, all of it. */
export const makeUpcoming = async (
  capture: Capture | undefined,
  { tool, table }: { readonly tool: UpcomingReport["tool"]; readonly table: UpcomingTable },
): Promise<UpcomingReport> => {
  const revision = capture && revisionOf(capture);
  const removals = await removalsFor(capture, revision, table);
  return {
    format: "mcptest-upcoming/1",
    tool,
    target: capture?.server_label ?? null,
    server: capture
      ? {
          name: stringMember(capture.server_info, "name") ?? null,
          transport: capture.transport ?? null,
          outcome: judgedOutcome(capture),
        }
      : null,
    revision: revision ?? null,
    source: sourceOf(table.source),
    draft: { from: LATEST_STATELESS, rules: await draftRules(capture, revision) },
    removals,
    proposals: openProposals(table),
    extensions: await extensionsFor(capture, revision),
    exchanges: capture ? shownExchanges(capture, removals) : [],
    capture_sha256: capture ? captureDigest(capture) : null,
    notes: capture?.reader_notes ?? [],
  };
};

const sourceOf = ({ url, ref, commit, read_on }: UpcomingSource): UpcomingReport["source"] =>
  defined({ url, ref, commit, read_on });

const removalsFor = async (
  capture: Capture | undefined,
  revision: Revision | undefined,
  { source, features }: UpcomingTable,
): Promise<readonly UpcomingRemoval[]> => {
  const context = capture && (await judgeContextFor(capture, revision ?? LATEST_STATELESS, []));
  return source.deprecated.map((deprecation): UpcomingRemoval => {
    const row = features.find(({ feature }) => feature === deprecation.feature);
    const standing = context && (row ? featureUse(row, context) : { use: "unknown" as const, evidence: [] });
    return defined({
      ...deprecation,
      use: standing?.use,
      evidence: standing?.evidence ?? [],
      instead: row?.instead,
      link: row ? `${SITE}${row.spec}` : `${SITE}/specification/draft/deprecated`,
    });
  });
};

const CHANGES = {
  added: "added",
  changed: "changed",
  removed: "removed",
  unchanged: undefined,
} as const satisfies Record<DiffBucket, UpcomingRule["change"] | undefined>;

/** What the draft says differently from the newest revision, with the verdict by the draft where the server speaks that revision. */
const draftRules = async (
  capture: Capture | undefined,
  revision: Revision | undefined,
): Promise<readonly UpcomingRule[]> => {
  const { entries } = diffCorpora(VersionCorpus.embedded(LATEST_STATELESS), VersionCorpus.embedded(DRAFT));
  const moved = entries.flatMap(({ rule_id, title, bucket }) => {
    const change = CHANGES[bucket];
    return change === undefined ? [] : [{ id: rule_id, title, change }];
  });
  if (moved.length === 0) return [];
  const states = capture && revision === LATEST_STATELESS ? await statesByDraft(capture, moved) : new Map();
  return moved.map((rule) => defined({ ...rule, state: states.get(rule.id) }));
};

const statesByDraft = async (
  capture: Capture,
  moved: readonly UpcomingRule[],
): Promise<ReadonlyMap<string, VerdictState>> => {
  const ids = new Set(moved.map(({ id }) => id));
  const ruleset = { revision: DRAFT, rules: embeddedRuleset(DRAFT).rules.filter(({ id }) => ids.has(id)) };
  const context = await judgeContextFor(capture, LATEST_STATELESS, [ruleset]);
  return new Map(judgeRuleset(context, ruleset).map(({ id, state }) => [id, state]));
};

/** What the server declares, known or not, and what it could: an extension changes without a revision. */
const extensionsFor = async (
  capture: Capture | undefined,
  revision: Revision | undefined,
): Promise<readonly UpcomingExtension[]> => {
  const { judged, known } = embeddedExtensions(LATEST_STATELESS);
  const official = judged.map(({ identifier, name, text: link }) => ({
    identifier,
    name,
    status: "official" as const,
    link,
  }));
  const named = [
    ...official,
    ...known.flatMap(({ identifier, name, status, link }) =>
      official.some((one) => one.identifier === identifier) ? [] : [{ identifier, name, status, link }],
    ),
  ];
  if (!capture) return named;
  const context = await judgeContextFor(capture, revision ?? LATEST_STATELESS, []);
  const declared = declaredExtensions(context.view);
  const unknown = declared
    .filter((identifier) => !named.some((one) => one.identifier === identifier))
    .map((identifier) => ({ identifier, status: "unknown" as const }));
  return [...named, ...unknown]
    .map((extension) => ({ ...extension, declared: declared.includes(extension.identifier) }))
    .sort((left, right) => Number(right.declared) - Number(left.declared));
};

/** Proposals that were accepted and that no revision holds yet. What only binds the project itself concerns no program. */
const openProposals = ({ source, settled }: UpcomingTable): UpcomingReport["proposals"] =>
  source.proposals
    .filter(({ number, status, type }) => !settled.includes(number) && isDecided(status) && type !== "Process")
    .map((proposal: Proposal) => ({
      ...proposal,
      link: `https://github.com/modelcontextprotocol/modelcontextprotocol/pull/${proposal.number}`,
    }));

const isDecided = (status: string): boolean => /^(?:accepted|final)$/i.test(status);
