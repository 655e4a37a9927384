import { describe, expect, test } from "vitest";
import { BENIGN } from "./benign.ts";
import { MALICIOUS } from "./malicious.ts";
import { captureOffering, findingsIn, idsOf } from "./surfaces.ts";

describe("texts written after published attacks", () => {
  test.each(MALICIOUS)("$kind: $shows", ({ offered, found }) => {
    expect(idsOf(offered)).toContain(found);
  });
});

describe("texts that look alarming and are not", () => {
  test.each(BENIGN.map((one) => ({ ...one, text: JSON.stringify(one.offered).slice(0, 160) })))(
    "$shows: $text",
    ({ offered }) => {
      expect(findingsIn(captureOffering(offered)).map(({ id, text, why }) => ({ id, text, why }))).toEqual([]);
    },
  );
});
