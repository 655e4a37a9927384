// docs/safety.md: every rule; and the figures of docs/accuracy.md.

import { SAFE_IDS } from "../../src/scores/safety/safety.ts";
import { SAFE_RULES } from "../../src/scores/safety/safety-rules.ts";

export const renderSafety = (): string =>
  [
    "# Safety of the surface",
    "",
    "What a server offers to a model (names, descriptions, schemas, annotations, instructions, prompts) is read by that model as closely as what its",
    "user says, and so is what the server returns. The lane `safety` of `mcptest check` looks for texts that attack their reader, in the lists and in every",
    "result, prompt and resource that was recorded. It uses fixed rules: no model, no network, the same capture gives the same findings.",
    "",
    "```sh",
    "mcptest judge test/captures/real/context7-stdio.json --fail-on safety",
    "mcptest explain SAFE-002",
    "```",
    "",
    "- It counts in no grade and no tier. `--fail-on safety` (also `fail_on: [safety]` in a suite) exits 1 where there is a finding of severity error.",
    "- Real attacks of this kind are very rare, so a rule that accuses honest texts is worth nothing. Shouted words, strong verbs, an order in which tools are",
    "  to be called, and advice on what to show a user are never a finding; a finding needs several signs that belong together.",
    "- With `check --mcp-config` of several servers, `judge` with several captures, and that gate in a suite of several servers, the servers are also held against each other (SAFE-016, SAFE-017).",
    "- In JSON it is `safety[]` with `id`, `severity`, `where`, `tool`, `text`, `why`. `text` is a short excerpt on one line with everything invisible written as",
    "  an escape, and empty where it is a secret. Treat it as data. `mcptest mcp` gives it to an agent with dots in place of spaces.",
    "- A secret that was returned is replaced before a capture is written; `redaction.returned` in the capture says in which answers there were some.",
    "- That a description changed after it was approved is another question: it needs a record of what was approved.",
    "",
    "[accuracy.md](accuracy.md#does-the-safety-lane-accuse-the-innocent) has precision and recall; `test/safety/` holds the labelled texts.",
    "`node tools/safety-corpora.js` measures again on public tool lists, which it fetches.",
    "",
    "What it cannot see: what a tool does, texts that are made at run time and were not recorded, an instruction that is worded like honest advice, and most languages",
    "but English (a few sentences of others are known, and paths, addresses and hidden characters are the same in all).",
    "",
    "| id | severity | finding | published as |",
    "|---|---|---|---|",
    ...SAFE_IDS.map(
      (id) =>
        `| [${id}](#${id.toLowerCase()}) | ${SAFE_RULES[id].severity} | ${SAFE_RULES[id].title} | ${SAFE_RULES[id].known_as} |`,
    ),
    "",
    ...SAFE_IDS.flatMap((id) => {
      const { title, when, why, fix } = SAFE_RULES[id];
      return [
        `## ${id}`,
        "",
        `${title}.`,
        "",
        `**Found when:** ${when}`,
        "",
        `**Why it matters:** ${why}`,
        "",
        `**Fix:** ${fix}`,
        "",
      ];
    }),
  ].join("\n");

export interface SafetyFigures {
  readonly malicious: readonly { readonly kind: string; readonly found: boolean }[];
  readonly benign: { readonly texts: number; readonly accused: number };
  readonly corpora: readonly PublicCorpus[];
}

export interface PublicCorpus {
  readonly repository: string;
  readonly kind: "benign" | "malicious";
  readonly licence: string;
  readonly tools: number;
  /** Of a malicious one: how many of them are texts that attack their reader, by reading them. */
  readonly attacks: number | null;
  readonly found: number;
  readonly note: string;
}

export const safetyAccuracy = ({ malicious, benign, corpora }: SafetyFigures): readonly string[] => {
  const found = malicious.filter((one) => one.found).length;
  const kinds = [...new Set(malicious.map(({ kind }) => kind))];
  const honest = corpora.filter(({ kind }) => kind === "benign");
  const tools = honest.reduce((sum, one) => sum + one.tools, 0);
  const accused = honest.reduce((sum, one) => sum + one.found, 0) + benign.accused;
  return [
    "## Does the safety lane accuse the innocent?",
    "",
    "Two labelled sets are in `test/safety/`: texts written after the published kinds of attack, each of which must be found, and texts that look alarming and are",
    "not, in several languages. Public tool lists are measured by `node tools/safety-corpora.js`, and every finding on them is read beside its text; the lists",
    "themselves are not part of this repository.",
    "",
    "| | |",
    "| --- | ---: |",
    `| attacks in the labelled set, and found (recall) | ${found} of ${malicious.length} (${share(found, malicious.length)}) |`,
    `| harmless texts in the labelled set, and accused | ${benign.accused} of ${benign.texts} |`,
    `| tools of public lists, and accused | ${accused - benign.accused} of ${tools} |`,
    `| precision over both sets | ${share(found, found + accused)} |`,
    "",
    `The attacks were written by whoever wrote the rules, so their recall says that every published kind is covered (${kinds.length} kinds: ${kinds.join(", ")}), and not how many attacks`,
    "of tomorrow will be found. Collections of others say more about that, and they were read while the rules were written, so they are no blind test either:",
    "",
    "| collection | tools | attacks in their texts | found | |",
    "| --- | ---: | ---: | ---: | --- |",
    ...corpora.map(
      ({ repository, tools: all, attacks, found: own, note }) =>
        `| ${repository} | ${all} | ${attacks ?? "–"} | ${own} | ${note} |`,
    ),
    "",
  ];
};

const share = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
