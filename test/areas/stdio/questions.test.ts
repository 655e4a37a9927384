import { answerCases, answered, readingTable } from "../reading-table.ts";

readingTable("split_writes", [
  ...answerCases([
    "split-write-head",
    "split-write-tail",
    "joint-write-first",
    "joint-write-second",
    "split-message-other-half",
  ]),
  {
    shows: "half a message that wanted no answer, as earlier recordings have it",
    capture: {
      exchanges: [
        { step: "split-write-head", request_raw: { encoding: "utf8", data: '{"jsonrpc":"2.0' } },
        answered("split-write-tail", "ping", {}),
      ],
    },
    reads: { partly: [{ outcome: "result" }] },
  },
]);
