import { isJsonObject, member, stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { embeddedVocabulary } from "../../judge/corpus-files/vocabulary-embedded.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import { answerText, countSurface } from "../tokens/count-surface.ts";
import { ESTIMATE } from "../tokens/estimate.ts";
import type { SurfaceTokens, Tokenizer } from "../tokens/tokens.ts";

/** What the surface of a capture costs; null where nothing was seen that a model would be offered. */
export const deriveTokens = async (
  capture: Capture,
  tokenizer: Tokenizer = ESTIMATE,
): Promise<SurfaceTokens | null> => {
  const revision = revisionOf(capture);
  if (revision === undefined) return null;
  const { view } = await judgeContextFor(capture, revision, []);
  const surface = readSurface(view);
  if (surface.tools.length === 0 && !surface.instructions) return null;
  const answers = view.records.flatMap(({ method, exchange }) => {
    if (method !== "tools/call" || exchange.deliberate) return [];
    const result = member(exchange.response, "result");
    const tool = stringMember(member(exchange.request, "params"), "name");
    return tool !== undefined && isJsonObject(result) ? [{ tool, text: answerText(result) }] : [];
  });
  return countSurface(surface, answers, tokenizer);
};

/** A vocabulary of 200,000 words: loaded only by whoever counts. */
export const loadTokenizer = async (): Promise<Tokenizer> => {
  const { GptEncoding } = await import("gpt-tokenizer/GptEncoding");
  const { countTokens } = GptEncoding.getEncodingApi("o200k_base", embeddedVocabulary);
  // Marks such as <|endoftext|> in a server's text are text.
  return { name: "o200k_base", count: (text) => countTokens(text, { disallowedSpecial: new Set() }) };
};
