import { clientCore } from "../../judge/corpus/client-core.ts";
import { mappedChecks } from "../../judge/corpus/sep-checks.ts";
import { revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import type { Topic } from "../../judge/corpus/topic.ts";
import { embeddedAcceptance } from "../../judge/corpus-files/acceptance-embedded.ts";
import { embeddedMapping } from "../../judge/corpus-files/conformance-embedded.ts";
import { embeddedClientTexts } from "../../judge/corpus-files/embedded.ts";
import { resolveConformance } from "../../judge/corpus-files/resolve-conformance.ts";
import { INVARIANTS } from "../../judge/invariants/invariants.ts";
import { DEFAULT_STANDARD } from "../discoverability/discoverability.ts";
import { criterionTexts } from "../discoverability/standard.ts";
import { SAFE_IDS } from "../safety/safety.ts";
import { SAFE_RULES } from "../safety/safety-rules.ts";

/** Who knows ids that are no rules. A further kind of finding is a row here. */
const SOURCES: readonly (() => readonly Topic[] | Promise<readonly Topic[]>)[] = [
  () => invariantTopics(),
  () => criterionTopics(),
  () => safetyTopics(),
  () => acceptanceTopics(),
  () => checkTopics(),
];

export const explainedTopics = async (): Promise<readonly Topic[]> =>
  (await Promise.all(SOURCES.map((source) => source()))).flat();

const SCOPES = {
  conversation: "Looked for in each conversation by itself, without what mcptest does wrong on purpose.",
  regular: "Looked for in all conversations together, without what mcptest does wrong on purpose.",
  session: "Looked for in every error of the session, also in answers to what mcptest does wrong on purpose.",
} as const;

const invariantTopics = (): readonly Topic[] =>
  INVARIANTS.map(({ id, title, category, scope }) => ({
    id,
    title,
    kind: `invariant · ${category} · counts in no grade and no tier`,
    blocks: [
      ["What it means", [`In a whole session, ${title}.`]],
      ["How it is judged", [SCOPES[scope]]],
      [
        "Where",
        [
          "mcptest check has it in the lane invariants; mcptest compliance invariants --capture session.json shows the evidence",
        ],
      ],
    ],
  }));

const safetyTopics = (): readonly Topic[] =>
  SAFE_IDS.map((id) => {
    const { title, severity, when, why, fix, known_as } = SAFE_RULES[id];
    return {
      id,
      title,
      kind: `safety · ${severity} · counts in no grade and no tier; --fail-on safety makes errors fail the run`,
      blocks: [
        ["When it is found", [when]],
        ["Why it matters", [why]],
        ["Published as", [known_as]],
        ["How to fix it", [fix]],
      ],
    };
  });

const acceptanceTopics = (): readonly Topic[] =>
  embeddedAcceptance().profiles.flatMap(({ title, rows }) =>
    rows.map(({ id, check, limit, effect, blast, why, change, sources, seen, confidence }) => ({
      id,
      title: why,
      kind: `acceptance · ${title} · ${effect} · takes down: ${blast}`,
      blocks: [
        ["How it is checked", [`${check}${limit === undefined ? "" : `: ${[limit].flat().join(", ")}`}`]],
        ["What to change", [change]],
        ["Source", [...sources, `last seen to say so on ${seen}; confidence ${confidence}`]],
      ],
    })),
  );

const criterionTopics = (): readonly Topic[] =>
  criterionTexts(DEFAULT_STANDARD).map(({ id, title, checks, bound_to }) => ({
    id,
    title,
    kind: `criterion of the discoverability standard ${DEFAULT_STANDARD}`,
    blocks: [
      ["What is checked", [checks]],
      ["Bound to", [bound_to]],
      ["Where", ["mcptest audit shows what was measured and how to fix it; docs/audit.md has the figures"]],
    ],
  }));

/** The checks of the newest corpora that ship with mcptest; a check may stand in several. */
const checkTopics = async (): Promise<readonly Topic[]> => {
  const corpora = resolveConformance({ cacheDir: undefined });
  const mapping = await embeddedMapping();
  const topics = new Map<string, Topic>();
  for (const version of corpora.versions) {
    const seps = mappedChecks(await corpora.load(version), mapping);
    const revision = revisionOfVersion(version);
    const ofClients = revision ? clientCore(embeddedClientTexts(), revision, seps).checks : [];
    for (const { check, level, text, mapping: known, ...row } of [...seps, ...ofClients]) {
      const sep = "sep" in row ? row.sep : null;
      const rules = [...(known?.rules ?? []), ...(known?.clients ?? [])];
      if (!topics.has(check))
        topics.set(check, {
          id: check,
          title: text,
          kind: `conformance check · ${sep === null ? "core" : `SEP-${sep}`} · ${level ?? "no level"} · ${version}`,
          blocks: [
            [
              "Decided by",
              rules.length > 0 ? [`${rules.join(", ")} (mcptest explain ${rules[0]})`] : ["no rule of mcptest"],
            ],
            ...(known?.note === undefined ? [] : ([["Note", [known.note]]] as const)),
          ],
        });
    }
  }
  return [...topics.values()];
};
