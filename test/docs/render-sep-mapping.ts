// docs/sep-mapping.md: which rules answer which check of the corpora.

import type { CoreRequirements, Sep, SepCorpus } from "../../src/judge/corpus/conformance.ts";
import type { MappedCheck } from "../../src/judge/corpus/sep-checks.ts";
import { bindsServers } from "../../src/judge/corpus/sep-mapping.ts";

export interface MappedCorpus {
  readonly corpus: SepCorpus;
  readonly checks: readonly MappedCheck[];
  /** The section of every rule that is judged in the version. */
  readonly sections: ReadonlyMap<string, string>;
}

export const renderSepMapping = (corpora: readonly MappedCorpus[]): string =>
  [
    "# Checks and rules",
    "",
    "Made from conformance-corpus/ by `npm run docs`. A failing check of `mcptest conformance run` leads here to the rules",
    "that decide it; each has a page with what it means, why it matters and how to fix it (`mcptest explain <id>`).",
    "",
    "One failing rule fails a check; one that passes, and none that fails, passes it. Rows that bind clients or authorization",
    "servers are never judged. **ban**: something must never happen, so it also holds when the rules looked and found",
    "nothing of the kind.",
    ...corpora.flatMap(renderCorpus),
    "",
  ].join("\n");

const renderCorpus = ({ corpus, checks, sections }: MappedCorpus): readonly string[] => {
  const server = checks.filter(({ mapping }) => mapping && bindsServers(mapping));
  const decided = server.filter(({ mapping }) => mapping?.rules.some((id) => sections.has(id)));
  return [
    "",
    `## ${corpus.version}`,
    "",
    `${checks.length} checks, ${server.length} of them bind servers, ${decided.length} of these are decided by rules.`,
    ...renderCore(
      corpus.core,
      checks.filter((row) => row.sep === null),
      sections,
    ),
    ...corpus.seps.flatMap((sep) =>
      renderSep(
        sep,
        checks.filter((row) => row.sep === sep.sep),
        sections,
      ),
    ),
  ];
};

const renderCore = (
  { exclusions }: CoreRequirements,
  checks: readonly MappedCheck[],
  sections: ReadonlyMap<string, string>,
): readonly string[] => [
  "",
  "### Core",
  "",
  `What the specification asks of servers apart from the SEPs · ${exclusions.length} requirements excluded as not testable`,
  ...renderRows(checks, sections),
];

const renderSep = (
  sep: Sep,
  checks: readonly MappedCheck[],
  sections: ReadonlyMap<string, string>,
): readonly string[] => [
  "",
  `### SEP-${sep.sep}`,
  "",
  `[Specification](${sep.spec_url}) · ${sep.exclusions.length} requirements excluded as not testable`,
  ...renderRows(checks, sections),
];

const renderRows = (checks: readonly MappedCheck[], sections: ReadonlyMap<string, string>): readonly string[] =>
  checks.length === 0
    ? []
    : [
        "",
        "| check | binds | level | rules | |",
        "|---|---|---|---|---|",
        ...checks.map(({ check, level, mapping }) => {
          const rules = (mapping?.rules ?? []).flatMap((id) => {
            const section = sections.get(id);
            return section === undefined ? [] : [`[${id}](rules/${section}.md#${id.toLowerCase()})`];
          });
          // They have no page of their own: mcptest explain shows them.
          const ofClients = (mapping?.clients ?? []).map((id) => `\`${id}\``);
          const about = [
            ...(mapping?.extension ? ["extension"] : []),
            ...(mapping?.transport ? [mapping.transport] : []),
            ...(mapping?.ban ? ["**ban**"] : []),
            ...(mapping?.note === undefined ? [] : [mapping.note]),
          ];
          return `| \`${check}\` | ${mapping?.roles.join(", ") ?? "unknown"} | ${level ?? "–"} | ${[...rules, ...ofClients].join(", ") || "–"} | ${about.join("; ")} |`;
        }),
      ];
