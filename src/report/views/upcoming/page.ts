import { untrusted } from "../../../base/untrusted.ts";
import type { FeatureUse, UpcomingReport } from "../../../judge/corpus/upcoming.ts";
import type { Block, BlockTable, Report, Tone } from "../../report.ts";
import { byUse, CHANGE_WORDS, draftSentence, sourceWords, USE_WORDS, upcomingHeadline } from "./words.ts";

const TONES = { used: "warn", "not-seen": "none", unknown: "none" } as const satisfies Record<FeatureUse, Tone>;

/** The same as a page, and for every other format. There are no findings: nothing that is coming fails anything today. */
export const upcomingPage = (report: UpcomingReport): Report => ({
  title: "mcptest compliance upcoming",
  tool: report.tool,
  target: untrusted(report.target ?? "the Model Context Protocol"),
  headline: upcomingHeadline(report),
  badge: { label: "MCP upcoming", message: badgeMessage(report), color: "lightgrey" },
  summary: [
    ...(report.revision === null ? [] : [["speaks", report.revision] as const]),
    ["deprecated features", String(report.removals.length)],
    ["used here", report.target === null ? "no server was named" : String(usedOf(report))],
    ["rules the draft changes", String(report.draft.rules.length)],
    ["accepted proposals", String(report.proposals.length)],
    ["by", sourceWords(report)],
  ],
  findings: [],
  unseen: "Nothing here is a failure: it shows what is coming, and what of it was seen in use.",
  exchanges: report.exchanges,
  notes: report.notes,
  blocks: [removalBlock(report), draftBlock(report), ...proposalBlocks(report), extensionBlock(report)],
});

const usedOf = ({ removals }: UpcomingReport): number => removals.filter(({ use }) => use === "used").length;

const badgeMessage = (report: UpcomingReport): string =>
  report.target === null ? `${report.removals.length} deprecated` : `${usedOf(report)} deprecated in use`;

const removalBlock = (report: UpcomingReport): Block => {
  const rows = byUse(report.removals).map((removal) => [
    { text: removal.feature },
    { text: removal.since },
    { text: removal.removable_from ?? "no day is named" },
    ...(removal.use === undefined ? [] : [{ text: removal.use, as: "chip" as const, tone: TONES[removal.use] }]),
    { text: removal.instead ?? `mcptest does not know this feature yet; see ${removal.link}`, as: "prose" as const },
  ]);
  const table: BlockTable = {
    caption: report.target === null ? "What the specification keeps only for a while" : USE_CAPTION,
    columns: ["feature", "deprecated in", "may go from", ...(report.target === null ? [] : ["here"]), "instead"],
    rows,
    empty: "The specification lists nothing as deprecated.",
  };
  return { id: "deprecated", title: "Deprecated", tables: [table] };
};

const USE_CAPTION = `What the specification keeps only for a while. used: ${USE_WORDS.used}; not-seen: ${USE_WORDS["not-seen"]}; unknown: ${USE_WORDS.unknown}`;

const draftBlock = (report: UpcomingReport): Block => ({
  id: "draft",
  title: "The draft",
  tables: [
    {
      caption: `Rules that the draft has and ${report.draft.from} has not, or differently`,
      columns: ["rule", "change", "title", "by the draft, this server"],
      rows: report.draft.rules.map(({ id, change, title, state }) => [
        { text: id, as: "code" as const },
        { text: CHANGE_WORDS[change] },
        { text: title, as: "prose" as const },
        { text: state ?? "was not judged" },
      ]),
      empty: draftSentence(report),
    },
  ],
});

const extensionBlock = ({ extensions, target }: UpcomingReport): Block => ({
  id: "extensions",
  title: "Extensions",
  tables: [
    {
      caption: "Outside the core; they change without a revision, experimental ones at any time",
      columns: ["extension", "status", ...(target === null ? [] : ["here"]), "text"],
      rows: extensions.map(({ identifier, name, status, declared, link }) => [
        { text: name ?? identifier },
        { text: status },
        ...(declared === undefined ? [] : [{ text: declared ? "declared" : "not declared" }]),
        { text: link ?? "" },
      ]),
    },
  ],
});

const proposalBlocks = ({ proposals }: UpcomingReport): readonly Block[] =>
  proposals.length === 0
    ? []
    : [
        {
          id: "proposals",
          title: "Accepted, and in no revision yet",
          tables: [
            {
              caption: "Specification Enhancement Proposals",
              columns: ["SEP", "title", "status", "page"],
              rows: proposals.map(({ number, title, status, link }) => [
                { text: `SEP-${number}`, as: "code" as const },
                { text: title },
                { text: status },
                { text: link },
              ]),
            },
          ],
        },
      ];
