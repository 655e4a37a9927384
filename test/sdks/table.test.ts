import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { SdkRecording } from "../../src/judge/corpus/sdk.ts";
import { attributionOf } from "../../src/judge/origin/attribute.ts";
import { familyOf } from "../../src/judge/origin/recognise.ts";
import { compareVersions } from "../../src/judge/origin/versions.ts";
import { gradeCompliance } from "../../src/scores/compliance/grade.ts";
import { makeServerResult } from "../../src/scores/result/make-result.ts";
import { deriveRecording } from "../../tools/sdk-recordings/derive.ts";
import { UPDATE } from "../golden-files.ts";
import { committedTable, RECORDED, recorded } from "./recordings.ts";

const derived: SdkRecording[] = [];

describe.each(RECORDED)("%s", (name) => {
  test("sdks/recorded.json says what the recording says; UPDATE=1 writes it", async () => {
    const row = await deriveRecording(name, recorded(name));
    derived.push(row);
    if (!UPDATE) expect(committedTable().recordings.find((one) => one.name === name)).toEqual(row);
    expect(row.name).toBe(name);
  }, 60_000);

  test.skipIf(UPDATE)(
    "its SDK is recognised, everything it fails comes with it, and nothing is left to fix",
    async () => {
      const table = committedTable();
      const { sdk, attribute } = attributionOf(recorded(name), table);
      const { verdicts, older = [] } = await makeServerResult(recorded(name), {
        tool: { name: "mcptest", version: "0" },
      });
      const row = table.recordings.find((one) => one.name === name);
      expect(familyOf(sdk?.id ?? "none", table)).toBe(familyOf(row?.sdk ?? "", table));
      const attributed = verdicts.map(attribute);
      const failed = [...attributed, ...older.flatMap(({ failures }) => failures).map(attribute)].filter(
        ({ state }) => state === "fail",
      );
      expect(
        failed.filter((verdict) => verdict.state === "fail" && verdict.origin?.kind !== "sdk").map(({ id }) => id),
      ).toEqual([]);
      expect(gradeCompliance(attributed).grade_yours).toBe("A+");
    },
    60_000,
  );
});

test("no row without a recording", () => {
  if (!UPDATE)
    expect(
      committedTable()
        .recordings.map(({ name }) => name)
        .sort(),
    ).toEqual([...RECORDED].sort());
  expect(RECORDED.length).toBeGreaterThan(0);
});

afterAll(() => {
  if (!UPDATE || derived.length < RECORDED.length) return;
  const sorted = derived.sort(
    (one, other) =>
      (one.sdk < other.sdk ? -1 : one.sdk > other.sdk ? 1 : 0) ||
      compareVersions(one.version, other.version) ||
      (one.name < other.name ? -1 : 1),
  );
  // A line for each recording, so that a difference shows which changed.
  const rows = sorted.map((row) => JSON.stringify(row)).join(",\n");
  writeFileSync(new URL("../../sdks/recorded.json", import.meta.url), `[\n${rows}\n]\n`);
});
