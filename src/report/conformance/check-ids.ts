import type { CheckRole, CorpusSource } from "../../model/conformance.ts";
import type { Level } from "../../model/rule.ts";
import { counted, show } from "../capture-head.ts";
import { escapeJson } from "../escape/json.ts";
import { createStyle } from "../style.ts";
import { SOURCE_WORDS } from "./words.ts";

/** A check id of a corpus, and what mcptest does about it. */
export interface ListedCheck {
  readonly check: string;
  readonly sep: number;
  readonly level: Level | null;
  /** Empty: nobody here knows the id. */
  readonly roles: readonly CheckRole[];
  readonly extension: boolean;
  /** false also where the row binds no server: there is nothing to judge. */
  readonly implemented: boolean;
  readonly rules: readonly string[];
  readonly note?: string;
}

export interface CheckList {
  readonly target_version: string;
  readonly corpus_source: CorpusSource;
  readonly checks: readonly ListedCheck[];
  readonly notes: readonly string[];
}

export const renderCheckIdsJson = (list: CheckList): string => `${escapeJson(JSON.stringify(list, null, 2))}\n`;

export const renderCheckIds = (
  { target_version, corpus_source, checks, notes }: CheckList,
  { color }: { readonly color: boolean },
): string => {
  const style = createStyle(color);
  const width = Math.max(0, ...checks.map(({ check }) => Math.min(check.length, 80)));
  const lines = checks.map((row) => {
    const what = row.implemented ? row.rules.join(", ") : style.dim(missing(row));
    const level = (row.level ?? "–").padEnd(6);
    const text = [show(row.check, 120).padEnd(width), level, (row.roles.join("+") || "unknown").padEnd(15), what];
    return `${row.implemented ? style.green("✓") : style.dim("–")} ${text.join("  ")}`;
  });
  const forServers = checks.filter(isForServers);
  const summary = [
    `${counted(checks.length, "check")} of ${target_version}, ${SOURCE_WORDS[corpus_source]}`,
    `${forServers.length} bind servers`,
    `${checks.filter(({ implemented }) => implemented).length} implemented`,
  ];
  return `${[...notes.map((note) => style.yellow(show(note, 300))), ...lines, "", summary.join(" · ")].join("\n")}\n`;
};

export const isForServers = ({ roles }: Pick<ListedCheck, "roles">): boolean =>
  roles.includes("server") || roles.includes("tool-definition");

const missing = (row: ListedCheck): string => {
  if (row.roles.length === 0) return "not known to mcptest";
  return isForServers(row) ? (row.note ?? "no rule") : "not for servers";
};
