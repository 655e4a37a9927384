/** Dates in their order; `draft` last, after every date. */
export const compareRevisions = (left: string, right: string): number => {
  if (left === right) return 0;
  if (left === "draft") return 1;
  return right === "draft" || left < right ? -1 : 1;
};
