import { answerCases, given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered } from "../small-captures.ts";

readingTable("split_writes", [
  ...answerCases([
    "split-write-head",
    "split-write-tail",
    "joint-write-first",
    "joint-write-second",
    "split-message-other-half",
  ]),
  given("half a message that wanted no answer, as earlier recordings have it", [
    { step: "split-write-head", request_raw: { encoding: "utf8", data: '{"jsonrpc":"2.0' } },
    answered("split-write-tail", "ping", {}),
  ]).partly([{ outcome: "result" }]),
]);
