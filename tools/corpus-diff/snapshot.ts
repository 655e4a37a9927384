import { createHash } from "node:crypto";
import { LEVELS, type Level } from "../../src/judge/core/rule.ts";
import type { SepCorpus } from "../../src/judge/corpus/conformance.ts";
import { levelOfText } from "../../src/judge/corpus/sep-level.ts";

/** An upstream row without its words, which are not ours to keep: the digest tells whether they changed. */
export interface RowPrint {
  readonly sep: number;
  /** The strongest keyword of the text. */
  readonly level: Level | null;
  readonly digest: string;
}

const ORIGIN_KEYS = ["url", "ref", "commit", "version", "date"] as const;
export type SnapshotOrigin = Readonly<Record<(typeof ORIGIN_KEYS)[number], string>>;

/** conformance-corpus/upstream-rows.txt: what upstream had when somebody last looked. */
export interface Snapshot extends SnapshotOrigin {
  readonly checks: ReadonlyMap<string, RowPrint>;
  /** By SEP: the digests of the rows that upstream calls untestable. */
  readonly exclusions: ReadonlyMap<number, readonly string[]>;
}

export const EMPTY_SNAPSHOT: Snapshot = {
  url: "",
  ref: "nothing",
  commit: "",
  version: "",
  date: "",
  checks: new Map(),
  exclusions: new Map(),
};

export const takeSnapshot = (corpus: SepCorpus, origin: SnapshotOrigin): Snapshot => ({
  ...origin,
  checks: new Map(
    corpus.seps.flatMap(({ sep, checks }) =>
      checks.map(({ check, text }): [string, RowPrint] => [
        check,
        { sep, level: levelOfText(text), digest: digestOf(text) },
      ]),
    ),
  ),
  exclusions: new Map(
    corpus.seps.map(({ sep, exclusions }) => [sep, exclusions.map(({ text }) => digestOf(text)).sort()]),
  ),
});

/** Line breaks and indentation are YAML's affair. */
const digestOf = (text: string): string => createHash("sha256").update(text.trim().replace(/\s+/g, " ")).digest("hex");

const HEAD = "# Written by npm run corpus:diff -- --write. Digests of upstream's texts, without the texts.";

/** A line per row, so that a difference can be read. */
export const writeSnapshot = (snapshot: Snapshot): string =>
  `${[
    HEAD,
    ...ORIGIN_KEYS.map((key) => `${key} ${snapshot[key]}`),
    ...[...snapshot.checks]
      .map(([check, { sep, level, digest }]) => `check ${check} ${sep} ${level ?? "-"} ${digest}`)
      .sort(),
    ...[...snapshot.exclusions].flatMap(([sep, digests]) => digests.map((digest) => `excluded ${sep} ${digest}`)),
  ].join("\n")}\n`;

export const readSnapshot = (text: string, path: string): Snapshot => {
  const origin = new Map<string, string>();
  const checks = new Map<string, RowPrint>();
  const exclusions = new Map<number, string[]>();
  text.split("\n").forEach((line, index) => {
    if (line === "" || line.startsWith("#")) return;
    const [kind = "", ...words] = line.split(" ");
    const [first = "", second = "", third = "", fourth = ""] = words;
    if (kind === "check" && words.length === 4) {
      const level = LEVELS.find((known) => known === third) ?? null;
      checks.set(first, { sep: Number(second), level, digest: fourth });
    } else if (kind === "excluded" && words.length === 2) {
      exclusions.set(Number(first), [...(exclusions.get(Number(first)) ?? []), second]);
    } else if (ORIGIN_KEYS.some((key) => key === kind)) origin.set(kind, words.join(" "));
    else throw new Error(`${path}:${index + 1}: neither a row nor where the rows come from`);
  });
  const of = (key: (typeof ORIGIN_KEYS)[number]): string => origin.get(key) ?? "";
  return {
    url: of("url"),
    ref: of("ref"),
    commit: of("commit"),
    version: of("version"),
    date: of("date"),
    checks,
    exclusions,
  };
};
