import type { GitRef } from "../../wire/git/ref-advertisement.ts";
import { isRefName } from "./ref-name.ts";

const TAGS = "refs/tags/";

/**
 * The newest tags first. A list of refs has no dates, so the version in the name decides; names without one come last.
 * Of several tags on one commit only the first is worth a look.
 */
export const newestTags = (refs: readonly GitRef[]): GitRef[] => {
  const tags = refs
    .filter(({ name }) => name.startsWith(TAGS))
    .map(({ name, commit }) => ({ name: name.slice(TAGS.length), commit }))
    .filter(({ name }) => isRefName(name))
    .sort((left, right) => -compareTagNames(left.name, right.name));
  return tags.filter(({ commit }, index) => tags.findIndex((other) => other.commit === commit) === index);
};

/** By version as semver has it: numbers as numbers, a pre-release before its release. */
export const compareTagNames = (left: string, right: string): number => {
  const [a, b] = [readVersion(left), readVersion(right)];
  if (!a || !b) return a ? 1 : b ? -1 : compareParts(splitDigits(left), splitDigits(right));
  const numbers = compareParts(a.numbers, b.numbers);
  if (numbers !== 0) return numbers;
  if (!a.pre || !b.pre) return a.pre ? -1 : b.pre ? 1 : compareText(left, right);
  return compareParts(a.pre, b.pre) || compareText(left, right);
};

type Part = string | number;

const VERSION = /^(?:.*?[^\d.])?v?(\d+(?:\.\d+)+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

const readVersion = (name: string): { numbers: Part[]; pre: Part[] | undefined } | undefined => {
  const match = VERSION.exec(name);
  if (!match) return undefined;
  return { numbers: toParts(match[1] ?? ""), pre: match[2] === undefined ? undefined : toParts(match[2]) };
};

const toParts = (text: string): Part[] =>
  text.split(".").map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part));

const splitDigits = (text: string): Part[] =>
  (text.match(/\d{1,15}|\D+/g) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));

/** Numbers before words, the shorter list before the longer. */
const compareParts = (left: readonly Part[], right: readonly Part[]): number => {
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [a, b] = [left[index], right[index]];
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    if (a === b) continue;
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "string" && typeof b === "string") return compareText(a, b);
    return typeof a === "number" ? -1 : 1;
  }
  return 0;
};

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
