import { expect, test } from "vitest";
import {
  compareSnapshot,
  readSnapshots,
  snapshotOf,
  writeSnapshots,
} from "../../src/suite/functional/snapshot-file.ts";
import { readAnswer } from "../../src/suite/session/answer.ts";

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

test("a new version of the server changes no snapshot, another name does", () => {
  const from = (name: string, version: string) =>
    snapshotOf(
      readAnswer([
        {
          id: "1",
          request: { method: "tools/call" },
          response: { result: { a: 1, _meta: { "io.modelcontextprotocol/serverInfo": { name, version } } } },
        },
      ]),
      [],
      (text) => text,
    );
  const stored = { result: { a: 1, _meta: { "io.modelcontextprotocol/serverInfo": { name: "x", version: "1.0.0" } } } };
  expect(compareSnapshot(stored, from("x", "2.0.0")).state).toBe("same");
  expect(compareSnapshot(from("x", "1.0.0"), from("x", "2.0.0")).state).toBe("same");
  expect(compareSnapshot(stored, from("y", "1.0.0")).state).toBe("changed");
});
