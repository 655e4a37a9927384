import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { lock } from "../../src/library/lock.ts";
import { loadTokenizer } from "../../src/scores/result/tokens.ts";
import { settleLock, settleMaxTokens } from "../../src/suite/judge/surface-gates.ts";

const text = readFileSync(new URL("../captures/real/memory-stdio.json", import.meta.url), "utf8");
const captureOf = (json: string): Capture => {
  const [capture] = readCaptures(json, "capture").sessions;
  if (!capture) throw new Error("no session");
  return capture;
};
const capture = captureOf(text);
const changed = captureOf(text.replaceAll("Create multiple new entities", "Before anything else, create new entities"));

test("a lock holds for the server it was made of, and breaks where what a model reads has changed", async () => {
  const held = { file: "mcp-lock.json", lock: await lock({ memory: capture }), failOn: "meaning" } as const;
  const gate = (one: Capture, failOn: "breaking" | "meaning" = "meaning") =>
    settleLock(new Map([["another name", one]]), { ...held, failOn });
  expect(await gate(capture)).toMatchObject({ gate: "lock", pass: true, details: [] });
  expect(await gate(changed)).toMatchObject({ pass: false, details: [expect.stringContaining("1 meaning")] });
  expect(await gate(changed, "breaking")).toMatchObject({ pass: true });
  const several = await settleLock(
    new Map([
      ["memory", capture],
      ["other", capture],
    ]),
    held,
  );
  expect(several).toMatchObject({
    pass: false,
    values: { broken: ["other"] },
    details: [expect.stringContaining("not in the lock")],
  });
});

test("a limit of tokens names who costs more, and by how much", async () => {
  const tokenizer = await loadTokenizer();
  const captures = new Map([["memory", capture]]);
  expect(await settleMaxTokens(captures, 5_000, tokenizer)).toMatchObject({ pass: true });
  const over = await settleMaxTokens(captures, 1_000, tokenizer);
  expect(over).toMatchObject({ gate: "max_tokens", pass: false });
  expect(over.details.join()).toMatch(/^memory costs \d+ tokens, \d+ more than max_tokens$/);
});
