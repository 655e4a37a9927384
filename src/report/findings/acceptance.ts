import { type AcceptanceEntry, BLAST_RADII, type BlastRadius, type Consumer } from "../../judge/corpus/acceptance.ts";

type Tone = "pass" | "warn" | "fail";

interface Cell {
  readonly text: string;
  readonly as?: "code" | "chip" | "prose";
  readonly tone?: Tone;
}

/** A table of a report. */
interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly empty?: string;
}

export const BLAST_WORDS = {
  server: "the whole server",
  request: "every request",
  list: "the whole list of tools",
  tool: "this tool",
} as const satisfies Record<BlastRadius, string>;

export const VERDICT_LOOKS = {
  accepted: { mark: "✓", tone: "pass" },
  dropped: { mark: "~", tone: "warn" },
  rejected: { mark: "✗", tone: "fail" },
} as const satisfies Record<AcceptanceEntry["verdict"], { readonly mark: string; readonly tone: Tone }>;

export const SERVER_WORDS = "(the server)";

/** What is not accepted: rejections before losses, whatever takes most with it first. */
export const worstFirst = (entries: readonly AcceptanceEntry[]): readonly AcceptanceEntry[] =>
  entries
    .filter(({ verdict }) => verdict !== "accepted")
    .sort(
      (left, right) =>
        Number(left.verdict === "dropped") - Number(right.verdict === "dropped") || reach(left) - reach(right),
    );

const reach = ({ blast = "tool" }: AcceptanceEntry): number => BLAST_RADII.indexOf(blast);

/** The same complaint at one consumer about several tools, told once. */
export interface Complaint {
  readonly entry: AcceptanceEntry;
  readonly tools: readonly (string | null)[];
}

export const complaintsOf = (entries: readonly AcceptanceEntry[]): readonly Complaint[] => {
  const groups = new Map<string, { entry: AcceptanceEntry; tools: (string | null)[] }>();
  for (const entry of worstFirst(entries)) {
    const key = `${entry.consumer}\n${entry.verdict}\n${(entry.rows ?? []).join(" ")}`;
    const known = groups.get(key) ?? { entry, tools: [] };
    groups.set(key, known);
    known.tools.push(entry.tool);
  }
  return [...groups.values()];
};

export const consumersIn = (entries: readonly AcceptanceEntry[]): readonly Consumer[] => [
  ...new Set(entries.map(({ consumer }) => consumer)),
];

/** The tools of the entries in their order; null, the server as a whole, first where anything is said of it. */
export const toolsIn = (entries: readonly AcceptanceEntry[]): readonly (string | null)[] => [
  ...new Set(
    [
      ...entries.filter(({ tool, verdict }) => tool === null && verdict !== "accepted"),
      ...entries.filter(({ tool }) => tool !== null),
    ].map(({ tool }) => tool),
  ),
];

/** Consumer × tool, a mark each: the picture of where it works. */
export const matrixTable = (entries: readonly AcceptanceEntry[]): Table => {
  const consumers = consumersIn(entries).filter((consumer) =>
    entries.some((one) => one.consumer === consumer && one.tool !== null),
  );
  const found = new Map(entries.map((entry) => [`${entry.consumer}\n${entry.tool ?? ""}`, entry]));
  return {
    caption: "consumer × tool: ✓ accepted, ~ something is dropped, ✗ rejected",
    columns: ["tool", ...consumers],
    rows: toolsIn(entries).map((tool): readonly Cell[] => [
      { text: tool ?? SERVER_WORDS, as: "code" },
      ...consumers.map((consumer): Cell => {
        const entry = found.get(`${consumer}\n${tool ?? ""}`);
        if (!entry) return { text: "" };
        const { mark, tone } = VERDICT_LOOKS[entry.verdict];
        return { text: mark, as: "chip", tone };
      }),
    ]),
  };
};

const MOST_NAMES = 6;

/** `a, b and 3 more`. */
export const namesOf = (tools: readonly (string | null)[]): string => {
  const names = tools.map((tool) => tool ?? SERVER_WORDS);
  const left = names.length - MOST_NAMES;
  return left > 0 ? `${names.slice(0, MOST_NAMES).join(", ")} and ${left} more` : names.join(", ");
};

/** What is refused or lost, and how to change it. */
export const complaintTable = (entries: readonly AcceptanceEntry[]): Table => ({
  caption: "what is refused or lost, the widest first",
  empty: "Everything is accepted everywhere.",
  columns: ["", "consumer", "takes down", "tools", "why", "change", "rows"],
  rows: complaintsOf(entries).map(({ entry, tools }): readonly Cell[] => [
    { text: entry.verdict, as: "chip", tone: VERDICT_LOOKS[entry.verdict].tone },
    { text: entry.consumer, as: "code" },
    { text: entry.verdict === "dropped" ? "nothing" : BLAST_WORDS[entry.blast ?? "tool"] },
    { text: namesOf(tools), as: "code" },
    { text: entry.why ?? "" },
    { text: entry.change ?? "", as: "prose" },
    { text: (entry.rows ?? []).join(", "), as: "code" },
  ]),
});
