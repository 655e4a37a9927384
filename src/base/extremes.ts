/** The least and the greatest of any number of numbers: a spread argument list is bounded by the stack. */
export const least = (numbers: readonly number[]): number =>
  numbers.reduce((found, one) => Math.min(found, one), Number.POSITIVE_INFINITY);

export const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((found, one) => Math.max(found, one), Number.NEGATIVE_INFINITY);
