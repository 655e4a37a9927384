import { counted } from "../../../base/counted.ts";
import { untrusted } from "../../../base/untrusted.ts";
import { type AcceptanceEntry, type AcceptanceResult, BLAST_RADII } from "../../../judge/corpus/acceptance.ts";
import {
  BLAST_WORDS,
  type Complaint,
  complaintsOf,
  complaintTable,
  consumersIn,
  matrixTable,
  namesOf,
  toolsIn,
  VERDICT_LOOKS,
} from "../../findings/acceptance.ts";
import type { ReportFinding } from "../../findings-report.ts";
import type { Block, Report, ReportView } from "../../report.ts";
import { separated, show, type Terminal } from "../../terminal/terminal.ts";

/** What `mcptest accept` found. */
export const acceptView = {
  pretty: (result, terminal) => {
    const complaints = complaintsOf(result.acceptance);
    const rejected = complaints.filter(({ entry }) => entry.verdict === "rejected");
    const dropped = complaints.filter(({ entry }) => entry.verdict === "dropped");
    return separated([
      head(result, terminal),
      matrixLines(result.acceptance, terminal),
      ...rejected.map((one) => complaintLines(one, terminal)),
      droppedLines(dropped, terminal),
      hostLines(result, terminal),
      result.shown ? [terminal.bold(`As ${result.shown.consumer} is sent it`), ...jsonLines(result.shown.tools)] : [],
    ]);
  },
  brief: (result) => [headline(result)],
  report: (result) => acceptReport(result),
} as const satisfies ReportView<AcceptanceResult>;

const head = (result: AcceptanceResult, terminal: Terminal): string[] => [
  ...terminal.paragraph(show(result.target, 400), 2, 0).map(terminal.bold),
  ...result.notes.flatMap((note) => terminal.paragraph(show(note, 400), 2, 0).map(terminal.yellow)),
  headline(result),
];

const headline = ({ acceptance, consumers, server }: AcceptanceResult): string => {
  const refusing = consumersIn(acceptance.filter(({ verdict }) => verdict === "rejected"));
  const taking = consumers.length - refusing.length;
  return `${counted(server.tools, "tool")}: ${taking} of ${counted(consumers.length, "consumer")} refuse nothing`;
};

const PAINT = { pass: "green", warn: "yellow", fail: "red", none: "dim" } as const;
const MOST_TOOLS = 30;

/** A row for each consumer, a mark for each tool: there are more tools than consumers, and marks are narrow. */
const matrixLines = (entries: readonly AcceptanceEntry[], terminal: Terminal): string[] => {
  const tools = toolsIn(entries);
  const found = new Map(entries.map((entry) => [`${entry.consumer}\n${entry.tool ?? ""}`, entry]));
  const longest = Math.max(0, ...consumersIn(entries).map((consumer) => consumer.length));
  const room = Math.max(10, terminal.width - longest - 30);
  return consumersIn(entries).map((consumer) => {
    const listed = tools.flatMap((tool) => found.get(`${consumer}\n${tool ?? ""}`) ?? []);
    // A directory may look at nothing but the server.
    const own = listed.length > 0 ? listed : entries.filter((entry) => entry.consumer === consumer);
    const marks = own.slice(0, Math.min(room, MOST_TOOLS)).map(({ verdict }) => {
      const { mark, tone } = VERDICT_LOOKS[verdict];
      return terminal[PAINT[tone]](mark);
    });
    const cut = own.length > marks.length ? "…" : "";
    const count = (verdict: AcceptanceEntry["verdict"]): number => own.filter((one) => one.verdict === verdict).length;
    const words = [
      ...(count("rejected") > 0 ? [terminal.red(`${count("rejected")} rejected`)] : []),
      ...(count("dropped") > 0 ? [terminal.yellow(`${count("dropped")} lose something`)] : []),
    ].join(", ");
    return `  ${consumer.padEnd(longest)}  ${marks.join("")}${cut}${words === "" ? "" : `  ${words}`}`;
  });
};

const complaintLines = ({ entry, tools }: Complaint, terminal: Terminal): string[] => [
  ...terminal
    .paragraph(
      `✗ ${entry.consumer} rejects ${tools.length === 1 ? show(namesOf(tools), 80) : counted(tools.length, "tool")}; it takes down ${BLAST_WORDS[entry.blast ?? "tool"]}`,
      2,
      0,
    )
    .map(terminal.red),
  ...(tools.length === 1 ? [] : terminal.row("tools", show(namesOf(tools), 300), { hard: true })),
  ...terminal.row("why", show(entry.why ?? "", 700)),
  ...terminal.row("change", show(entry.change ?? "", 700)),
  ...terminal.row("rows", `${(entry.rows ?? []).join(", ")} (mcptest explain ${entry.rows?.[0] ?? ""})`),
];

const droppedLines = (complaints: readonly Complaint[], terminal: Terminal): string[] =>
  complaints.length === 0
    ? []
    : [
        terminal.bold("What is lost on the way"),
        ...complaints.flatMap(({ entry, tools }) => [
          ...terminal.paragraph(`~ ${entry.consumer}: ${show(namesOf(tools), 200)}`, 4, 2).map(terminal.yellow),
          ...terminal.paragraph(show(entry.why ?? "", terminal.verbose ? 900 : 300), 4),
          ...(terminal.verbose ? terminal.paragraph(show(entry.change ?? "", 600), 4) : []),
        ]),
      ];

const hostLines = ({ hosts }: AcceptanceResult, terminal: Terminal): string[] => {
  const reached = hosts.filter((one) => one.reached).map(({ host }) => host);
  if (reached.length === 0) return [];
  return terminal
    .paragraph(`By the revisions it speaks, these hosts can talk to it: ${reached.join(", ")}.`, 2, 0)
    .map(terminal.dim);
};

const jsonLines = (value: unknown): string[] =>
  JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => `  ${indentOf(line)}${show(line.trimStart(), 2_000)}`);

const indentOf = (line: string): string => " ".repeat(line.length - line.trimStart().length);

const acceptReport = (result: AcceptanceResult): Report => {
  const rejected = result.acceptance.filter(({ verdict }) => verdict === "rejected");
  return {
    title: "mcptest accept",
    tool: result.tool,
    target: untrusted(result.target),
    headline: headline(result),
    badge: {
      label: "accepted",
      message: `${result.consumers.length - consumersIn(rejected).length}/${result.consumers.length}`,
      color: rejected.length === 0 ? "brightgreen" : "yellow",
    },
    summary: [
      ["tools", String(result.server.tools)],
      ...(result.observed_at === null ? [] : [["observed", result.observed_at] as const]),
    ],
    findings: result.acceptance.map(toFinding),
    exchanges: [],
    notes: result.notes,
    blocks: [blockOf(result)],
  };
};

const blockOf = ({ acceptance, hosts }: AcceptanceResult): Block => ({
  id: "accepted",
  title: "Where it is accepted",
  tables: [
    matrixTable(acceptance),
    complaintTable(acceptance),
    {
      caption: "hosts, by the revisions they were seen to speak",
      columns: ["host", "can talk to it", "revisions"],
      rows: hosts.map(({ host, reached, revisions }) => [
        { text: host },
        { text: reached ? "yes" : "no", as: "chip", tone: reached ? "pass" : "fail" },
        { text: revisions.join(", ") },
      ]),
    },
  ],
});

/** A rejection that takes others down is an error, one of a tool alone a warning, a loss a note. */
const toFinding = ({
  consumer,
  tool,
  verdict,
  why,
  change,
  blast = "tool",
  rows = [],
}: AcceptanceEntry): ReportFinding => ({
  id: rows[0] ?? consumer,
  title: `${consumer} takes ${tool === null ? "the server" : "the tool"}`,
  group: consumer,
  state: verdict === "accepted" ? "pass" : "fail",
  severity:
    verdict === "dropped" ? "note" : BLAST_RADII.indexOf(blast) < BLAST_RADII.indexOf("tool") ? "error" : "warning",
  ...(why === null ? {} : { expected: "that it is taken as it is", actual: why }),
  evidence: tool === null ? [] : [{ exchange: null, pointer: "", sha256: null, item: tool }],
  ...(change === null ? {} : { fix: change }),
});
