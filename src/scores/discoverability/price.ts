import { isJsonObject, type Json, listMember, member, stringMember } from "../../base/json.ts";
import type { Exchange } from "../../capture/capture.ts";

/** Only in a refusal; in content they prove nothing, since a page may be about payments. */
const PRICE_WORDS = /\bpayment required\b|\bx402\b|\bpaywall\b/i;

/** Longer text is not a price. */
const LONGEST = 65_536;

/** Whether the server demands payment: HTTP 402, a 402 error, or an x402 body. */
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
  const texts = listMember(result, "content").flatMap((block) => stringMember(block, "text") ?? []);
  if (texts.some((text) => isPriceObject(parsed(text)))) return true;
  return member(result, "isError") === true && texts.some((text) => PRICE_WORDS.test(text.slice(0, LONGEST)));
};

/** An x402 answer names its version and the payments it accepts. */
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
