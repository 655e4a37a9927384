import { expect, test } from "vitest";
import { compareSnapshot, readSnapshots, snapshotOf, writeSnapshots } from "../../src/functional/snapshot-file.ts";
import { readAnswer } from "../../src/session/answer.ts";

const answer = readAnswer([
  {
    id: "1",
    request: { method: "tools/call" },
    response: { result: { structuredContent: { b: 5, a: "took 12 ms", key: "x [redacted:0123456789ab]" } } },
  },
]);

const taken = snapshotOf(answer, [{ target: "result.structuredContent.b" }, { pattern: "" }], (text) =>
  text.replace(/\d+ ms/, "<masked>"),
);

test("Your own calls: a snapshot is masked by path and pattern, and holds no tag of a secret", () => {
  expect(taken).toEqual({
    result: { structuredContent: { a: "took <masked>", b: "<masked>", key: "x <secret>" } },
  });
});

test("a file of snapshots reads back as it was written, sorted", () => {
  const text = writeSnapshots(
    new Map([
      ["b", taken],
      ["a", { result: 1 }],
    ]),
  );
  expect([...(readSnapshots(text) ?? [])].map(([key]) => key)).toEqual(["a", "b"]);
  expect(readSnapshots(text)?.get("b")).toEqual(taken);
  expect(readSnapshots("{}")).toBeUndefined();
  expect(readSnapshots("nonsense")).toBeUndefined();
});

test("new, the same, changed", () => {
  expect(compareSnapshot(undefined, taken).state).toBe("new");
  expect(compareSnapshot(taken, taken).state).toBe("same");
  expect(compareSnapshot({ result: {} }, taken)).toMatchObject({
    state: "changed",
    differences: [{ kind: "added", path: "result.structuredContent" }],
  });
});
