import { type AcceptanceEntry, USUAL_CONSUMERS } from "../../../../judge/corpus/acceptance.ts";
import type { ServerResult } from "../../../../scores/result/result.ts";
import { complaintTable, matrixTable } from "../../../findings/acceptance.ts";
import type { Block } from "../../../report.ts";

const WORDS =
  "Where the tools will be taken as they are, by dated rows with sources: mcptest explain openai/name tells one. mcptest accept shows the same for any of the consumers, and the schema as it is sent. Nothing here counts in grade or tier.";

const isUsual = ({ consumer }: AcceptanceEntry): boolean => USUAL_CONSUMERS.includes(consumer);

/** Consumer × tool, and what to change. */
export const acceptedBlock = ({ acceptance = [], acceptance_notes: notes = [] }: ServerResult): Block | undefined => {
  if (!acceptance.some(({ tool }) => tool !== null)) return undefined;
  return {
    id: "accepted",
    title: "Where it is accepted",
    words: [WORDS, ...notes].join(" "),
    tables: [
      complaintTable(acceptance.filter(isUsual)),
      { ...matrixTable(acceptance), folded: true },
      {
        ...complaintTable(acceptance.filter((entry) => !isUsual(entry))),
        caption: "strict modes, directories and the common denominator, which are asked for knowingly",
        folded: true,
      },
    ],
  };
};
