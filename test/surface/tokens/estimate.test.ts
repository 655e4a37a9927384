import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCaptures } from "../../../src/capture/read.ts";
import { deriveTokens, loadTokenizer } from "../../../src/scores/result/tokens.ts";

const FOLDER = new URL("../../captures/real/", import.meta.url);

describe("the estimate", () => {
  it("is within 8 % of the tokenizer for every recorded server of others", async () => {
    const tokenizer = await loadTokenizer();
    const off: string[] = [];
    let compared = 0;
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".json"))) {
      const capture = readCaptures(readFileSync(new URL(name, FOLDER), "utf8"), name).sessions[0];
      if (!capture) continue;
      const [counted, estimated] = [await deriveTokens(capture, tokenizer), await deriveTokens(capture)];
      if (!counted || !estimated) continue;
      compared += 1;
      const error = estimated.total / counted.total - 1;
      if (Math.abs(error) > 0.08) off.push(`${name}: ${Math.round(error * 100)} %`);
    }
    expect(off).toEqual([]);
    expect(compared).toBeGreaterThan(10);
  });
});
