import { answerCases, given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, refused, unanswered } from "../small-captures.ts";

readingTable("odd_version", answerCases(["odd-version"]));
readingTable("before_initialize", answerCases(["before-initialize-list"]));
readingTable("unknown_capability", answerCases(["strange-initialize", "unknown-capability"]));
readingTable("recoveries", [
  ...answerCases(["ping-after", "odd-version-again", "abrupt-close-again"]),
  given("a process that left after a version it did not know, and one that stayed and says nothing", [
    { ...unanswered("odd-version-again", "initialize"), trouble: { kind: "unexpected-exit", detail: "gone" } },
    unanswered("ping-after", "ping"),
  ]).partly([{ outcome: "silence" }], { exchanges: ["main/2"] }),
  given("second handshakes on one pipe: a refused one shows nothing", [
    refused("odd-version-again", "initialize", -32600),
    answered("odd-version-again", "initialize", {}),
    unanswered("odd-version-again", "initialize"),
    refused("ping-after", "ping", -32603),
  ]).partly([{ outcome: "result" }, { outcome: "silence" }, { outcome: "error" }], {
    exchanges: ["main/2", "main/3", "main/4"],
  }),
]);
