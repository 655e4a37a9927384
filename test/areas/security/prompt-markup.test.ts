import type { Json } from "../../../src/model/json.ts";
import { answered, readingTable, unanswered } from "../reading-table.ts";
import { NOTHING } from "../small-captures.ts";

const got = (text: Json) => answered("prompt-markup", "prompts/get", { messages: [{ content: { "a/b": text } }] });
const AT = "/response/result/messages/0/content/a~1b";

/** As deep as `depth` arrays and objects. */
const nested = (depth: number): Json =>
  depth === 0 ? "5332114" : depth % 2 === 0 ? [nested(depth - 1)] : { x: nested(depth - 1) };

readingTable("prompt_markup", [
  {
    shows: "markup that was worked out, and a file that was opened",
    capture: {
      exchanges: [got("it is 5332114."), got("here:\nroot:x:0:0:root:/root:/bin/sh"), got("root:x:5332114:0:0:")],
    },
    reads: {
      values: [
        { sign: "template", text: "it is 5332114." },
        { sign: "file", text: "here:\nroot:x:0:0:root:/root:/bin/sh" },
        { sign: "template", text: "root:x:5332114:0:0:" },
      ],
      at: [AT, AT, AT],
    },
  },
  {
    shows: "the markup as it was sent, other accounts, and numbers that are no text",
    capture: { exchanges: [got("{{4321*1234}}"), got("chroot:x:0:0:"), got("root:x:1000:1000:"), got(5332114)] },
    reads: { values: [], lookedAt: ["/response", "/response", "/response", "/response"] },
  },
  {
    shows: "an error that shows it, and nothing below a depth that no message has",
    capture: {
      exchanges: [
        { step: "prompt-markup", response: { error: { message: "no prompt 5332114" } } },
        { step: "prompt-markup", response: nested(17) },
        { step: "prompt-markup", response: nested(18) },
      ],
    },
    reads: {
      values: [
        { sign: "template", text: "no prompt 5332114" },
        { sign: "template", text: "5332114" },
      ],
      exchanges: ["main/1", "main/2"],
    },
  },
  {
    shows: "no answer",
    capture: { exchanges: [unanswered("prompt-markup", "prompts/get"), answered("get", "prompts/get", ["5332114"])] },
    reads: { unseen: "not-probed" },
  },
  NOTHING,
]);
