import { expect, test } from "vitest";
import { keepLinesWhole } from "../../src/probe/conversation/stdio-conversation.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const start = () => {
  const written: string[] = [];
  const lines = keepLinesWhole(async (part) => {
    written.push(new TextDecoder().decode(part));
    return undefined;
  });
  return { written, lines };
};

test("an answer waits until the line that a step began is whole", async () => {
  const { written, lines } = start();
  await lines.step(bytes('{"a":1}\n{"b"'));
  const answered = lines.answer(bytes("answer\n"));
  await lines.step(bytes(""));
  expect(written).toEqual(['{"a":1}\n{"b"', ""]);
  await lines.step(bytes(":2}\n"));
  await answered;
  expect(written.slice(2)).toEqual([":2}\n", "answer\n"]);
});

test("between whole lines nothing waits", async () => {
  const { written, lines } = start();
  await lines.step(bytes("one\n"));
  await lines.answer(bytes("answer\n"));
  expect(written).toEqual(["one\n", "answer\n"]);
});
