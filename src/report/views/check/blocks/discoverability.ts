import type { CriterionVerdict } from "../../../../scores/discoverability/discoverability.ts";
import type { ServerResult } from "../../../../scores/result/result.ts";
import type { Block, Cell } from "../../../report.ts";

const WORDS =
  "Ten criteria of a public draft standard: can an agent find, choose and use the tools? They are apart from the specification and change neither grade nor tier.";

/** C1 to C10: what fails with its fix, what holds folded. */
export const discoverabilityBlock = ({ discoverability }: ServerResult): Block | undefined => {
  const { criteria = [] } = discoverability ?? {};
  if (criteria.length === 0) return undefined;
  const [passed, failed] = [criteria.filter(({ pass }) => pass), criteria.filter(({ pass }) => !pass)];
  return {
    id: "discoverability",
    title: "Discoverability",
    words: WORDS,
    tables: [
      {
        caption: "criteria that do not hold",
        empty: "Every criterion holds.",
        columns: ["", "id", "criterion", "what was found", "fix"],
        rows: failed.map((criterion) => [
          stateCell(criterion),
          ...nameCells(criterion),
          { text: [criterion.detail, ...faultsOf(criterion)].join("; ") },
          { text: criterion.fix ?? "", as: "prose" },
        ]),
      },
      {
        caption: "criteria that hold",
        folded: true,
        columns: ["", "id", "criterion", "what was found"],
        rows: passed.map((criterion) => [
          { text: "holds", as: "chip", tone: "pass" },
          ...nameCells(criterion),
          { text: criterion.detail },
        ]),
      },
    ],
  };
};

const stateCell = ({ unobserved }: CriterionVerdict): Cell =>
  unobserved === null ? { text: "fails", as: "chip", tone: "warn" } : { text: "not seen", as: "chip", tone: "none" };

const nameCells = ({ id, title }: CriterionVerdict): readonly Cell[] => [{ text: id, as: "code" }, { text: title }];

const MAX_FAULTS = 5;

/** Which tools, by name. */
const faultsOf = (criterion: CriterionVerdict): readonly string[] => {
  const faults = criterion.faults.map(({ tool, fault }) => `${tool} ${fault}`);
  return faults.length > MAX_FAULTS
    ? [...faults.slice(0, MAX_FAULTS), `and ${faults.length - MAX_FAULTS} more`]
    : faults;
};
