import { counted } from "../../../base/counted.ts";
import type { LevelMove, UpgradeReport } from "../../../judge/corpus/upgrade.ts";
import { unseenPhrase } from "../../../judge/unseen-words.ts";

export const levelWords = ({ from, to }: LevelMove): string => `${from} becomes ${to}`;

/** Where the upgrade starts. */
export const startOf = ({ from }: Pick<UpgradeReport, "from">): string => from ?? "unknown";

/** `35 things break, 9 to build, 6 go away, 216 rules are met already`. */
export const upgradeHeadline = (report: UpgradeReport): string => {
  const { from, to, breaks, leftovers, build, goes, meets, ready, server } = report;
  const why = unseenPhrase(server.outcome) ?? "the session does not tell";
  if (from === null) return `the revision the server speaks is unknown: ${why}`;
  if (ready === null) return `too little was seen to say what breaks: ${why}`;
  const warnings = breaks.filter(({ advisory }) => advisory).length;
  const broken = breaks.length - warnings + leftovers.length;
  if (from === to && broken === 0) return `already speaks ${to}`;
  const needed = build.filter(({ needed: isNeeded }) => isNeeded).length;
  return [
    broken === 0 ? "nothing breaks" : counted(broken, "thing breaks", "things break"),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    `${needed} to build`,
    counted(goes.length, "goes away", "go away"),
    counted(meets.length, "rule is met already", "rules are met already"),
  ].join(", ");
};

/** `PROTO-049..052, 057, TASK-001`: neighbours are joined, a prefix is said once. */
export const idList = (ids: readonly string[]): string => {
  const parts: string[] = [];
  let area = "";
  for (const { prefix, first, last } of runsOf(ids)) {
    const range = first === last ? first : `${first}..${last}`;
    parts.push(prefix === area ? range : `${prefix}-${range}`);
    area = prefix;
  }
  return parts.join(", ");
};

const runsOf = (ids: readonly string[]) => {
  const runs: { readonly prefix: string; readonly first: string; last: string }[] = [];
  for (const id of [...ids].sort()) {
    const at = id.lastIndexOf("-");
    const [prefix, number] = [id.slice(0, at), id.slice(at + 1)];
    const before = runs.at(-1);
    if (before?.prefix === prefix && Number(number) === Number(before.last) + 1) before.last = number;
    else runs.push({ prefix, first: number, last: number });
  }
  return runs;
};
