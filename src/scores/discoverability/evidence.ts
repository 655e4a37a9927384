import type { DigestOf } from "../../base/digest.ts";
import type { Json } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import type { Capture, Place } from "../../capture/capture.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import { exchangesById } from "../../judge/exchanges-by-id.ts";
import type { CriterionEvidence, CriterionId, EvidenceValue } from "./discoverability.ts";

/** Longer text is replaced by its digest, to keep evidence small. */
const LONGEST = 200;

/** Turns the basis of a criterion into the object whose hash a certificate carries. */
export const openCriterionEvidence = (capture: Capture, digest: DigestOf) => {
  const byId = exchangesById(capture);
  const valueAt = ({ exchange, pointer }: Place): EvidenceValue => {
    const root = exchange === null ? capture : byId.get(exchange);
    const found = readPointer(root, pointer) ?? null;
    return { exchange, pointer, ...(isShort(found) ? { value: found } : { sha256: digest(found) }) };
  };
  return (criterion: CriterionId, asked: readonly ExchangeRecord[], read: readonly Place[]): CriterionEvidence => ({
    criterion,
    requests: asked.map(({ id, exchange }) => ({ exchange: id, message: exchange.request ?? null })),
    values: read.map(valueAt),
  });
};

/** A lone surrogate has no canonical form, so the object could not be hashed. */
const isShort = (value: Json): value is null | boolean | number | string => {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" && value.length <= LONGEST && !/\p{Cs}/u.test(value);
};
