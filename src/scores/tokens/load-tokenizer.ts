import { embeddedVocabulary } from "../../judge/corpus-files/vocabulary-embedded.ts";
import type { Tokenizer } from "./tokens.ts";

/** A vocabulary of 200,000 words: loaded only by whoever counts. */
export const loadTokenizer = async (): Promise<Tokenizer> => {
  const { GptEncoding } = await import("gpt-tokenizer/GptEncoding");
  const { countTokens } = GptEncoding.getEncodingApi("o200k_base", embeddedVocabulary);
  // Marks such as <|endoftext|> in a server's text are text.
  return { name: "o200k_base", count: (text) => countTokens(text, { disallowedSpecial: new Set() }) };
};
