// No text takes long, however it is made: each of these repeats the beginning of a pattern to the longest that is read.

import { expect, test } from "vitest";
import { textFaults } from "../../src/scores/safety/text-rules.ts";
import { cpuMs } from "../cpu-time.ts";

const BEGINNINGS = [
  ...["do not tell ", "read the contents of ", "before any ", "send a copy to ", "https://a/{", "when a_b is "],
  ...[
    "ignore all the your of ",
    "pass it as ",
    "user has already ",
    "\n \n",
    " ",
    "<!--",
    "AAAA",
    "a_b-c_",
    "you must ",
  ],
  ...[
    "<hidden>",
    "without the user ",
    "set recipient=",
    "\u200b",
    "![a](https://x?{",
    "system message from ",
    "~/.ssh ",
  ],
];

test.each(BEGINNINGS)("%j", (beginning) => {
  const text = `${beginning.repeat(40_000 / beginning.length)} user https://x @`;
  expect(cpuMs(() => textFaults(text, { own: new Set() }))).toBeLessThan(5_000);
});
