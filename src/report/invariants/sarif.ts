import type { CompositionHazard, InvariantsReport, InvariantVerdict } from "../../model/invariants.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeJson } from "../escape/json.ts";
import { escapeSarif } from "../escape/sarif.ts";
import { ADVICE, groupHazards, LONGEST, placeOf } from "./words.ts";

export interface SarifOptions {
  readonly version: string;
  /** The file each session was read from. */
  readonly files: readonly string[];
}

/** SARIF 2.1.0: a rule per invariant, a result per failure. The place in the capture is a logical location. */
export const renderInvariantsSarif = (report: InvariantsReport, { version, files }: SarifOptions): string => {
  const rules = [
    ...(report.sessions[0]?.invariants ?? []).map(({ id, category, title }) => rule(id, title, category)),
    ...HAZARDS.map(([kind, title]) => rule(kind, title, "composition")),
  ];
  const results = [
    ...report.sessions.flatMap(({ server_label, invariants }, index) =>
      invariants
        .filter(({ state }) => state === "fail")
        .map((verdict) => failure(verdict, server_label, files[index] ?? "")),
    ),
    ...groupHazards(report.composition).map(({ kind, words, servers }) => ({
      ruleId: kind,
      level: "error",
      message: { text: `${show(words)} (${servers.map(show).join(", ")}); ${ADVICE[kind]}` },
      locations: [...new Set(files)].map((file) => ({ physicalLocation: physical(file) })),
    })),
  ];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "mcptest", version, rules } }, results }],
  };
  return `${escapeJson(JSON.stringify(log, null, 2))}\n`;
};

const HAZARDS: readonly (readonly [CompositionHazard["kind"], string])[] = [
  ["tool-namespace-overlap", "two servers offer a tool of the same name"],
  ["shared-transport-id-collision", "a request id is used with two servers"],
];

const rule = (id: string, title: string, category: string): object => ({
  id,
  shortDescription: { text: title },
  defaultConfiguration: { level: "error" },
  properties: { tags: [category] },
});

const failure = ({ id, detail, evidence }: InvariantVerdict, label: string, file: string): object => ({
  ruleId: id,
  level: "error",
  message: { text: `${show(label)}: ${show(detail)}` },
  locations: [
    {
      physicalLocation: physical(file),
      logicalLocations: evidence.map((one) => ({ fullyQualifiedName: show(placeOf(one)) })),
    },
  ],
});

const physical = (file: string): object => ({ artifactLocation: { uri: toUri(file) } });

/** A path as a URI reference; half surrogate pairs, which no URI can hold, become U+FFFD. */
const toUri = (file: string): string => {
  const path = file.replaceAll("\\", "/").replace(/\p{Cs}/gu, "\u{fffd}");
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${encoded}` : encoded;
};

const show = (text: string): string => escapeSarif(untrusted(text), LONGEST);
