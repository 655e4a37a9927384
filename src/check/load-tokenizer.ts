import type { Tokenizer } from "../model/tokens.ts";

/** Two megabytes of vocabulary: loaded only by whoever counts. */
export const loadTokenizer = async (): Promise<Tokenizer> => {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // Marks such as <|endoftext|> in a server's text are text.
  return { name: "o200k_base", count: (text) => countTokens(text, { disallowedSpecial: new Set() }) };
};
