import { nearestNames } from "../../base/nearest-names.ts";
import type { AskedPart } from "../../capture/capture.ts";
import { type RegistryRow, SECTIONS } from "../core/rule.ts";
import { areaOf, normalRuleId } from "./rule-id.ts";
import type { RuleClass, RuleText } from "./rule-text.ts";

type Head = Pick<RegistryRow, "section"> & { readonly id: string };

/** The words of `--only` and `--skip` as they are kept, or what is wrong with one of them, in one line. */
export type ReadSelectors = { readonly words: readonly string[] } | { readonly problem: string };

/** A word is a rule id, the first part of ids (`TOOL`) or a section (`tools`), in letters of any case. */
export const readSelectors = (typed: readonly string[], texts: readonly RuleText[]): ReadSelectors => {
  const words: string[] = [];
  for (const word of typed) {
    const found = readWord(word, texts);
    if ("problem" in found) return found;
    if (!words.includes(found.word)) words.push(found.word);
  }
  return { words };
};

const readWord = (
  typed: string,
  texts: readonly RuleText[],
): { readonly word: string } | { readonly problem: string } => {
  const section = SECTIONS.find((name) => name === typed.trim().toLowerCase());
  if (section !== undefined) return { word: section };
  const wanted = normalRuleId(typed);
  const checked = texts.filter((text) => text.class === "implemented");
  if (checked.some(({ id }) => areaOf(id) === wanted)) return { word: wanted };
  const text = texts.find(({ id }) => id === wanted);
  if (text?.class === "implemented") return { word: wanted };
  if (text) return { problem: `${text.id} ${UNCHECKED[text.class]}: ${text.class_reason}` };
  const known = [...checked.map(({ id }) => id), ...new Set(checked.map(({ id }) => areaOf(id))), ...SECTIONS];
  const near = nearestNames(wanted, known);
  const advice =
    near.length > 0
      ? `did you mean ${near.join(", ")}?`
      : "mcptest compliance rules lists the rules and their sections";
  return { problem: `${JSON.stringify(typed)} is neither a rule nor a section; ${advice}` };
};

const UNCHECKED = {
  implemented: "is checked",
  informational: "is not checked, because it requires nothing of a server",
  planned: "is not checked yet",
  excluded: "is not checked",
  withdrawn: "was withdrawn",
} as const satisfies Record<RuleClass, string>;

const names = (words: readonly string[], { id, section }: Head): boolean =>
  words.some((word) => [id, areaOf(id), section].some((name) => name.toLowerCase() === word.toLowerCase()));

/** Whether `--only` and `--skip` leave a rule in. */
export const isChosen = ({ only, skip }: AskedPart, rule: Head): boolean =>
  (only === undefined || names(only, rule)) && !(skip !== undefined && names(skip, rule));

/** What is left of a part that was asked when less is to be judged. `only` of both becomes the ids that both name. */
export const narrowed = (
  asked: AskedPart | undefined,
  { only, skip }: Pick<AskedPart, "only" | "skip">,
  rules: () => readonly Head[],
): AskedPart | undefined => {
  if (only === undefined && skip === undefined) return asked;
  const first = asked?.only;
  const both =
    first === undefined || only === undefined
      ? (only ?? first)
      : rules()
          .filter((rule) => names(first, rule) && names(only, rule))
          .map(({ id }) => id);
  const without = [...new Set([...(asked?.skip ?? []), ...(skip ?? [])])];
  return {
    ...(asked?.quick ? { quick: true as const } : {}),
    ...(both === undefined ? {} : { only: both }),
    ...(without.length > 0 ? { skip: without } : {}),
  };
};

/** Rule ids that `--only` names one by one and a revision does not have. */
export const absentIds = ({ only = [] }: AskedPart, rules: readonly Head[]): readonly string[] =>
  only.filter((word) => /-[0-9]+$/.test(word) && !rules.some(({ id }) => id === word));
