import { counted } from "../../../base/counted.ts";
import type { CheckResult, CheckRole, ConformanceResult } from "../../../judge/corpus/conformance.ts";
import type { ReportView } from "../../report.ts";
import { show } from "../../terminal/terminal.ts";
import { SOURCE_WORDS } from "./words.ts";

/** A check id of a corpus, and what mcptest does about it. */
export interface ListedCheck extends Pick<CheckResult, "check" | "sep" | "level" | "extension"> {
  /** Empty: mcptest does not know the id. */
  readonly roles: readonly CheckRole[];
  /** Also false where the row does not apply to servers: there is nothing to judge. */
  readonly implemented: boolean;
  readonly rules: readonly string[];
  /** The rules about clients that decide it in `conformance run --client`. */
  readonly clients?: readonly string[];
  readonly note?: string;
}

export interface CheckList extends Pick<ConformanceResult, "target_version" | "corpus_source" | "notes"> {
  readonly checks: readonly ListedCheck[];
}

export const checkIdsView = {
  pretty: ({ target_version, corpus_source, checks, notes }, { green, dim, yellow }) => {
    const width = Math.max(0, ...checks.map(({ check }) => Math.min(check.length, 80)));
    const lines = checks.map((row) => {
      const what = row.implemented ? row.rules.join(", ") : dim(missing(row));
      const level = (row.level ?? "–").padEnd(6);
      const text = [show(row.check, 120).padEnd(width), level, (row.roles.join("+") || "unknown").padEnd(15), what];
      return `${row.implemented ? green("✓") : dim("–")} ${text.join("  ")}`;
    });
    const summary = [
      `${counted(checks.length, "check")} of ${target_version}, ${SOURCE_WORDS[corpus_source]}`,
      `${checks.filter(isForServers).length} apply to servers`,
      `${checks.filter(({ implemented }) => implemented).length} implemented`,
    ];
    return [...notes.map((note) => yellow(show(note, 300))), ...lines, "", summary.join(" · ")];
  },
} as const satisfies ReportView<CheckList>;

export const isForServers = ({ roles }: Pick<ListedCheck, "roles">): boolean =>
  roles.includes("server") || roles.includes("tool-definition");

const missing = (row: ListedCheck): string => {
  if (row.roles.length === 0) return "not known to mcptest";
  if (isForServers(row)) return row.note ?? "no rule";
  return row.clients ? `not for servers; of clients ${row.clients.join(", ")}` : "not for servers";
};
