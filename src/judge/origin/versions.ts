/** "1.20.2", or from the oldest to the newest. */
export const versionRange = (versions: readonly string[]): string => {
  const sorted = [...new Set(versions)].sort(compareVersions);
  const [first = "", last = first] = [sorted[0], sorted.at(-1)];
  return first === last ? first : `${first} to ${last}`;
};

export const compareVersions = (one: string, other: string): number => {
  const [left, right] = [one, other].map((version) => version.split(".").map(Number));
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
