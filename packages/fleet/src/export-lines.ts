import { canonicalOrNull, type Json, REGISTRY_KEY, type SigningKey, signText } from "mcptest/internal";
import type { ListedTarget } from "./model/target.ts";

export const EXPORT_FORMATS = ["jsonl", "csv", "registry"] as const;

/** What an exported line says of a target. */
const recordOf = (target: ListedTarget) => {
  const { address, latest, reached } = target;
  return {
    target: target.id,
    name: target.name,
    url: address.kind === "http" ? address.url : null,
    command: address.kind === "command" ? (address.package ?? address.words.join(" ")) : null,
    state: target.state,
    since: target.since?.toISOString() ?? null,
    reason: latest?.reason ?? null,
    run: latest?.run ?? null,
    at: latest?.at.toISOString() ?? null,
    revision: latest?.revision ?? null,
    grade: latest?.grade ?? null,
    tier: latest?.tier ?? null,
    lanes: Object.fromEntries(
      Object.entries(latest?.summary.lanes ?? {}).map(([lane, score]) => [lane, score.state] as const),
    ),
    /** Where the newest run did not reach it: what the last one that did found. */
    ...(reached && reached.run !== latest?.run
      ? {
          last_reached: {
            run: reached.run,
            at: reached.at.toISOString(),
            revision: reached.revision,
            grade: reached.grade,
          },
        }
      : {}),
  };
};

export const jsonLine = (target: ListedTarget): string => `${JSON.stringify(recordOf(target))}\n`;

const COLUMNS = [
  "target",
  "name",
  "url",
  "command",
  "state",
  "since",
  "reason",
  "run",
  "at",
  "revision",
  "grade",
  "tier",
  "lanes",
] as const;

export const csvHead = (): string => `${COLUMNS.join(",")}\r\n`;

export const csvLine = (target: ListedTarget): string => {
  const record = recordOf(target);
  const lanes = Object.entries(record.lanes).map(([lane, state]) => `${lane}=${state}`);
  const cells = COLUMNS.map((name) => (name === "lanes" ? lanes.join(" ") : (record[name] ?? "")));
  return `${cells.map((cell) => csvCell(String(cell))).join(",")}\r\n`;
};

/** RFC 4180. A spreadsheet takes a cell that begins like a formula for one, so that a quote goes before it. */
const csvCell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** What a registry may keep beside the entry of a server; signed where there is a key. Undefined for what was never asked. */
export const registryLine = (target: ListedTarget, key: SigningKey | undefined): string | undefined => {
  const { latest } = target;
  if (!latest) return undefined;
  const { name, url, state, since, at, revision, grade, tier, lanes } = recordOf(target);
  const record = {
    name,
    url,
    _meta: { [REGISTRY_KEY]: { mcptest: { state, since, observed_at: at, revision, grade, tier, lanes } } },
  } satisfies Json;
  if (!key) return `${JSON.stringify(record)}\n`;
  const text = canonicalOrNull(record);
  return text === null ? undefined : `${JSON.stringify(signText(text, key))}\n`;
};
