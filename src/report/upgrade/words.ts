import type { LevelMove, Upgrade, UpgradeBreak } from "../../model/upgrade.ts";

export const isWarning = ({ advisory }: UpgradeBreak): boolean => advisory;

export const levelWords = ({ from, to }: LevelMove): string => `${from} becomes ${to}`;

/** `35 things break, 9 to build, 6 go; 216 rules are met already`. */
export const upgradeHeadline = ({ from, to, breaks, leftovers, build, goes, meets }: Upgrade): string => {
  const broken = breaks.filter((one) => !isWarning(one)).length + leftovers.length;
  const warnings = breaks.filter(isWarning).length;
  if (from === to && broken === 0) return `already speaks ${to}`;
  const needed = build.filter(({ needed: isNeeded }) => isNeeded).length;
  return [
    broken === 0 ? "nothing breaks" : `${broken} ${broken === 1 ? "thing breaks" : "things break"}`,
    ...(warnings > 0 ? [`${warnings} warning${warnings === 1 ? "" : "s"}`] : []),
    `${needed} to build`,
    `${goes.length} ${goes.length === 1 ? "goes" : "go"}`,
    `${meets.length} rules are met already`,
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

interface Run {
  readonly prefix: string;
  readonly first: string;
  readonly last: string;
}

const runsOf = (ids: readonly string[]): readonly Run[] => {
  const runs: Run[] = [];
  for (const id of [...ids].sort()) {
    const at = id.lastIndexOf("-");
    const [prefix, number] = [id.slice(0, at), id.slice(at + 1)];
    const before = runs.at(-1);
    if (before && before.prefix === prefix && Number(number) === Number(before.last) + 1)
      runs[runs.length - 1] = { ...before, last: number };
    else runs.push({ prefix, first: number, last: number });
  }
  return runs;
};
