import type { Seat } from "../../facts/view.ts";
import { readPointer } from "../../json/pointer.ts";
import type { Capture, Exchange } from "../../model/capture.ts";
import type { CriterionEvidence, CriterionId, EvidenceValue } from "../../model/discoverability.ts";
import type { DigestOf } from "../../model/invariants.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../model/verdict.ts";

/** Longer text is named by its digest, so that evidence stays small. */
const LONGEST = 200;

export type EvidenceMaker = (id: CriterionId, asked: readonly Seat[], read: readonly Place[]) => CriterionEvidence;

/** Turns what a criterion rests on into the object a certificate carries the hash of. */
export const openEvidence = (capture: Capture, digest: DigestOf): EvidenceMaker => {
  const byId = new Map<string | number, Exchange>(
    capture.exchanges.map((exchange, index) => [exchange.id ?? index, exchange]),
  );
  const valueAt = ({ exchange, pointer }: Place): EvidenceValue => {
    const root = exchange === null ? capture : byId.get(exchange);
    const found = readPointer(root, pointer) ?? null;
    return { exchange, pointer, ...(isShort(found) ? { value: found } : { sha256: digest(found) }) };
  };
  return (criterion, asked, read) => ({
    criterion,
    requests: asked.map(({ id, exchange }) => ({ exchange: id, message: exchange.request ?? null })),
    values: read.map(valueAt),
  });
};

/** Half a surrogate pair has no canonical form, and would take the whole object with it. */
const isShort = (value: Json): value is null | boolean | number | string => {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" && value.length <= LONGEST && !/\p{Cs}/u.test(value);
};
