import { type Json, listMember, member, stringMember } from "../../../../base/json.ts";
import type { Result } from "../../../../scores/result/result.ts";
import type { Block, Cell } from "../../../report.ts";

const WORDS =
  "Ten criteria of a public draft standard: can an agent find, choose and use the tools? They are apart from the specification and change neither grade nor tier.";

/** C1 to C10: what fails with its fix, what holds folded. */
export const discoverabilityBlock = (result: Result): Block | undefined => {
  const criteria = listMember(member(result, "discoverability"), "criteria");
  if (criteria.length === 0) return undefined;
  const [passed, failed] = [criteria.filter(holds), criteria.filter((criterion) => !holds(criterion))];
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
          { text: [stringMember(criterion, "detail") ?? "", ...faultsOf(criterion)].join("; ") },
          { text: stringMember(criterion, "fix") ?? "", as: "prose" },
        ]),
      },
      {
        caption: "criteria that hold",
        folded: true,
        columns: ["", "id", "criterion", "what was found"],
        rows: passed.map((criterion) => [
          { text: "holds", as: "chip", tone: "pass" },
          ...nameCells(criterion),
          { text: stringMember(criterion, "detail") ?? "" },
        ]),
      },
    ],
  };
};

const holds = (criterion: Json): boolean => member(criterion, "pass") === true;

const stateCell = (criterion: Json): Cell =>
  stringMember(criterion, "unobserved") === undefined
    ? { text: "fails", as: "chip", tone: "warn" }
    : { text: "not seen", as: "chip", tone: "none" };

const nameCells = (criterion: Json): readonly Cell[] => [
  { text: stringMember(criterion, "id") ?? "", as: "code" },
  { text: stringMember(criterion, "title") ?? "" },
];

const MAX_FAULTS = 5;

/** Which tools, by name. */
const faultsOf = (criterion: Json): readonly string[] => {
  const faults = listMember(criterion, "faults").map(
    (fault) => `${stringMember(fault, "tool") ?? ""} ${stringMember(fault, "fault") ?? ""}`,
  );
  return faults.length > MAX_FAULTS
    ? [...faults.slice(0, MAX_FAULTS), `and ${faults.length - MAX_FAULTS} more`]
    : faults;
};
