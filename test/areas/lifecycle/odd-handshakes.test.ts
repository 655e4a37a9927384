import { answerCases, answered, readingTable, refused, unanswered } from "../reading-table.ts";

readingTable("odd_version", answerCases(["odd-version"]));
readingTable("before_initialize", answerCases(["before-initialize-list"]));
readingTable("unknown_capability", answerCases(["strange-initialize", "unknown-capability"]));
readingTable("recoveries", [
  ...answerCases(["ping-after", "odd-version-again", "abrupt-close-again"]),
  {
    shows: "a process that left after a version it did not know, and one that stayed and says nothing",
    capture: {
      exchanges: [
        { ...unanswered("odd-version-again", "initialize"), trouble: { kind: "unexpected-exit", detail: "gone" } },
        unanswered("ping-after", "ping"),
      ],
    },
    reads: { partly: [{ outcome: "silence" }], exchanges: ["main/2"] },
  },
  {
    shows: "second handshakes on one pipe: a refused one shows nothing",
    capture: {
      exchanges: [
        refused("odd-version-again", "initialize", -32600),
        answered("odd-version-again", "initialize", {}),
        unanswered("odd-version-again", "initialize"),
        refused("ping-after", "ping", -32603),
      ],
    },
    reads: {
      partly: [{ outcome: "result" }, { outcome: "silence" }, { outcome: "error" }],
      exchanges: ["main/2", "main/3", "main/4"],
    },
  },
]);
