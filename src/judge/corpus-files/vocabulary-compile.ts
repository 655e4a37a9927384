import { brotliCompressSync, constants } from "node:zlib";
import ranks from "gpt-tokenizer/bpeRanks/o200k_base";
import { writeBuilt } from "./compile.ts";

/** The vocabulary as one compressed file: as source text it would be four times as large. */
export const compileVocabulary = (out: string): void => {
  const text = JSON.stringify(ranks);
  // The highest qualities save a tenth more, and take longer than the rest of a build.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeBuilt(out, "o200k_base.json.br", brotliCompressSync(text, { params }));
};
