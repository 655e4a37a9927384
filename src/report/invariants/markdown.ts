import type { InvariantsReport, InvariantVerdict, SessionInvariants } from "../../model/invariants.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeMarkdown } from "../escape/markdown.ts";
import { ADVICE, groupHazards, LONGEST, placeOf, summaryOf } from "./words.ts";

/** For a comment on a change. */
export const renderInvariantsMarkdown = (report: InvariantsReport): string =>
  `${[
    `### Invariants: ${report.ok ? "ok" : "not ok"}`,
    "",
    `${summaryOf(report)}.`,
    ...report.sessions.flatMap((session) => ["", ...renderSession(session)]),
    ...renderComposition(report),
    ...(report.notes ? ["", ...report.notes.map((note) => `- ${show(note)}`)] : []),
  ].join("\n")}\n`;

const MARKS = { pass: "✅ held", fail: "❌ failed", "not-applicable": "➖ not applicable" } as const;

const renderSession = ({ server_label, invariants }: SessionInvariants): string[] => [
  `#### ${show(server_label)}`,
  "",
  "| | invariant | property | what was seen |",
  "|---|---|---|---|",
  ...invariants.map(renderRow),
];

const MAX_SHOWN = 5;

const renderRow = ({ id, title, state, detail, evidence }: InvariantVerdict): string => {
  const places = state === "fail" ? evidence.slice(0, MAX_SHOWN).map((one) => `<br>at ${show(placeOf(one))}`) : [];
  const more = state === "fail" && evidence.length > MAX_SHOWN ? "<br>…" : "";
  return `| ${MARKS[state]} | ${id} | ${title} | ${show(detail)}${places.join("")}${more} |`;
};

const renderComposition = ({ sessions, composition }: InvariantsReport): string[] => {
  if (sessions.length < 2) return [];
  const heading = ["", `#### ${sessions.length} servers behind one client`, ""];
  if (composition.length === 0) return [...heading, "Nothing of one is mistaken for another's."];
  return [
    ...heading,
    "| hazard | servers | what to do |",
    "|---|---|---|",
    ...groupHazards(composition).map(
      ({ kind, servers, words }) => `| ❌ ${show(words)} | ${servers.map(show).join(", ")} | ${show(ADVICE[kind])} |`,
    ),
  ];
};

const show = (text: string): string => escapeMarkdown(untrusted(text), LONGEST);
