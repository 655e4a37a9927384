import { answerCases, readingTable } from "../reading-table.ts";

readingTable(
  "split_writes",
  answerCases(["split-write-tail", "joint-write-first", "joint-write-second", "split-message-other-half"]),
);
