import type { Json } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, unanswered } from "../small-captures.ts";

const got = (text: Json) => answered("prompt-markup", "prompts/get", { messages: [{ content: { "a/b": text } }] });
const AT = "/response/result/messages/0/content/a~1b";

/** As deep as `depth` arrays and objects. */
const nested = (depth: number): Json =>
  depth === 0 ? "5332114" : depth % 2 === 0 ? [nested(depth - 1)] : { x: nested(depth - 1) };

readingTable("prompt_markup", [
  given("markup that was worked out, and a file that was opened", [
    got("it is 5332114."),
    got("here:\nroot:x:0:0:root:/root:/bin/sh"),
    got("root:x:5332114:0:0:"),
  ]).values(
    [
      { sign: "template", text: "it is 5332114." },
      { sign: "file", text: "here:\nroot:x:0:0:root:/root:/bin/sh" },
      { sign: "template", text: "root:x:5332114:0:0:" },
    ],
    { at: [AT, AT, AT] },
  ),
  given("the markup as it was sent, other accounts, and numbers that are no text", [
    got("{{4321*1234}}"),
    got("chroot:x:0:0:"),
    got("root:x:1000:1000:"),
    got(5332114),
  ]).values([], { lookedAt: ["/response", "/response", "/response", "/response"] }),
  given("an error that shows it, and nothing below a depth that no message has", [
    { step: "prompt-markup", response: { error: { message: "no prompt 5332114" } } },
    { step: "prompt-markup", response: nested(17) },
    { step: "prompt-markup", response: nested(18) },
  ]).values(
    [
      { sign: "template", text: "no prompt 5332114" },
      { sign: "template", text: "5332114" },
    ],
    { exchanges: ["main/1", "main/2"] },
  ),
  given("no answer", [unanswered("prompt-markup", "prompts/get"), answered("get", "prompts/get", ["5332114"])]).unseen(
    "not-probed",
  ),
  NOTHING,
]);
