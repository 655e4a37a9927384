import { isJsonObject, member, stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import { answerText, countSurface } from "./count-surface.ts";
import { ESTIMATE } from "./estimate.ts";
import type { SurfaceTokens, Tokenizer } from "./tokens.ts";

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
