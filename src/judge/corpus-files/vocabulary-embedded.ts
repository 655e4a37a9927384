import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { builtFile } from "./embedded.ts";

/** The words of o200k_base by rank; a word that is no text is its bytes. */
export const embeddedVocabulary = (): readonly (string | number[])[] =>
  JSON.parse(brotliDecompressSync(readFileSync(builtFile("o200k_base.json.br"))).toString("utf8")) as readonly (
    | string
    | number[]
  )[];
