/** When something was said within its conversation. */
export interface Moment {
  readonly seq: number | undefined;
  readonly index: number;
}

/**
 * `seq` is the order in time; the lists of a capture are in the order of the plan. Captures of other tools have no
 * `seq`; there the list is the order. In a mixture, those without come first: any fixed rule works that does not depend
 * on the order of reading.
 */
export const isBefore = (left: Moment, right: Moment): boolean => {
  if (left.seq === right.seq) return left.index < right.index;
  if (left.seq === undefined) return true;
  if (right.seq === undefined) return false;
  return left.seq < right.seq;
};
