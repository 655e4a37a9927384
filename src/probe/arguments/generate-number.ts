import { type JsonObject, member } from "../../base/json.ts";
import { type GeneratedValue, noValueAt, type ValuePlace } from "./generation.ts";
import { largest, numberMember, smallest } from "./keyword-bounds.ts";

const MAX_MULTIPLES = 200;

/** Numbers that may do, nearest to one first; whether they satisfy every keyword is checked by the caller. */
export function* generateNumbers(
  parts: readonly JsonObject[],
  place: ValuePlace,
  whole: boolean,
): Generator<GeneratedValue> {
  const low = largest(parts, "minimum") ?? Number.NEGATIVE_INFINITY;
  const above = largest(withNumbers(parts), "exclusiveMinimum") ?? Number.NEGATIVE_INFINITY;
  const high = smallest(parts, "maximum") ?? Number.POSITIVE_INFINITY;
  const below = smallest(withNumbers(parts), "exclusiveMaximum") ?? Number.POSITIVE_INFINITY;
  const fits = (value: number): boolean =>
    Number.isFinite(value) &&
    (!whole || Number.isInteger(value)) &&
    value >= low &&
    value > above &&
    value <= high &&
    value < below;

  const bottom = Math.max(low, above);
  const top = Math.min(high, below);
  const steps = parts.map((part) => numberMember(part, "multipleOf")).filter((step) => step !== undefined && step > 0);
  const step = steps.reduce<number>((one, other) => Math.max(one, other ?? 0), 0);
  let any = false;
  for (const value of candidates(bottom, top, step, place.variant)) {
    if (!fits(value) || !steps.every((each) => each !== undefined && Number.isInteger(value / each))) continue;
    any = true;
    yield { ok: true, value: value === 0 ? 0 : value };
  }
  if (!any) yield noValueAt(place, "no number was found within the bounds");
}

function* candidates(bottom: number, top: number, step: number, variant: number): Generator<number> {
  if (step > 0) {
    const first = Math.abs(bottom) === Number.POSITIVE_INFINITY ? undefined : Math.ceil(bottom / step);
    const last = Math.abs(top) === Number.POSITIVE_INFINITY ? undefined : Math.floor(top / step);
    const near = first !== undefined && first > 0 ? first : last !== undefined && last < 1 ? last : 1;
    const direction = near === last && near !== first ? -1 : 1;
    for (let count = variant; count < MAX_MULTIPLES + variant; count += 1) yield (near + direction * count) * step;
    if (variant === 0) yield 0;
    return;
  }
  // Near one if the bounds allow it, else counting away from the bound that is nearer to it.
  if (bottom < 1 && top >= 1) yield* [1 + variant, 0 - variant];
  if (variant === 0) yield 0;
  yield* [bottom + variant, Math.floor(bottom) + 1 + variant, Math.ceil(bottom) + variant];
  yield* [top - variant, Math.ceil(top) - 1 - variant, Math.floor(top) - variant];
  // A narrow gap between two bounds has no whole number: take what lies between, or right beside a bound.
  const share = 1 / (variant + 2);
  yield* [bottom / 2 + top / 2, bottom + (top - bottom) * share];
  yield* [bottom + Math.abs(bottom) * Number.EPSILON, top - Math.abs(top) * Number.EPSILON];
  yield* [bottom * 2, top * 2, bottom / 2, top / 2];
}

/** Draft-04 wrote `exclusiveMinimum: true` beside `minimum`; in that spelling the bound itself is the exclusive one. */
const withNumbers = (parts: readonly JsonObject[]): JsonObject[] =>
  parts.map((part) => ({
    ...exclusive(part, "exclusiveMinimum", "minimum"),
    ...exclusive(part, "exclusiveMaximum", "maximum"),
  }));

const exclusive = (part: JsonObject, keyword: string, plain: string): JsonObject => {
  const found = member(part, keyword);
  const bound = found === true ? numberMember(part, plain) : numberMember(part, keyword);
  return bound === undefined ? {} : { [keyword]: bound };
};
