// Older revisions are counted without saying where everything was seen. The counts and the failures are those of a whole judgement.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { REVISIONS } from "../../src/protocol/revision.ts";
import { countVerdicts } from "../../src/scores/result/count-verdicts.ts";
import { countRules, judgeSubject } from "../../src/scores/result/judge-subject.ts";
import { subjectOf } from "../../src/scores/result/subject.ts";

const NAMES = ["everything-http", "py-mcp2-http", "sdk2-http-dual", "java010-stdio"];

test.each(NAMES)("%s is counted as it is judged", async (name) => {
  const text = readFileSync(`test/captures/real/${name}.json`, "utf8");
  const read = (): Capture => readCaptures(text, name).sessions[0] as Capture;
  let failures = 0;
  for (const revision of REVISIONS) {
    const { verdicts } = await judgeSubject(subjectOf(read()), { revision });
    const { standings, failed } = await countRules(subjectOf(read()), revision);
    expect(countVerdicts(standings)).toEqual(countVerdicts(verdicts));
    expect(JSON.stringify(failed)).toBe(JSON.stringify(verdicts.filter(({ state }) => state === "fail")));
    failures += failed.length;
  }
  expect(failures).toBeGreaterThan(0);
});
