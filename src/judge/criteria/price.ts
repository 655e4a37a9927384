import type { Exchange } from "../../model/capture.ts";
import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";

/** Words of a refusal. In content they prove nothing: a page about payments is no price. */
const PRICE_WORDS = /\bpayment required\b|\bx402\b|\bpaywall\b/i;

/** Text longer than this is no price list. */
const LONGEST = 65_536;

/** Whether a price stands in front of the answer: HTTP 402, a 402 error, or the body of the x402 scheme. */
export const isPriced = ({ response, http }: Exchange): boolean => {
  if (http?.status === 402) return true;
  if (isPriceObject(parsed(http?.body?.data))) return true;
  const error = member(response, "error");
  if (isJsonObject(error))
    return (
      member(error, "code") === 402 ||
      isPriceObject(member(error, "data")) ||
      PRICE_WORDS.test(stringMember(error, "message") ?? "")
    );
  const result = member(response, "result");
  if (isPriceObject(member(result, "structuredContent"))) return true;
  const texts = blocksOf(result).flatMap((block) => stringMember(block, "text") ?? []);
  if (texts.some((text) => isPriceObject(parsed(text)))) return true;
  return member(result, "isError") === true && texts.some((text) => PRICE_WORDS.test(text.slice(0, LONGEST)));
};

const blocksOf = (result: Json | undefined): readonly Json[] => {
  const content = member(result, "content");
  return Array.isArray(content) ? content : [];
};

/** The scheme's answer names its version and what it takes. */
const isPriceObject = (value: Json | undefined): boolean =>
  member(value, "x402Version") !== undefined && Array.isArray(member(value, "accepts"));

const parsed = (text: string | undefined): Json | undefined => {
  if (text === undefined || text.length > LONGEST || !text.includes("x402Version")) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
