/** The few known names a mistyped one may have meant, nearest first; empty when nothing is close. */
export const nearestNames = (typed: string, known: readonly string[], most = 3): string[] => {
  const wanted = typed.toLowerCase();
  const tolerance = Math.max(2, Math.floor(wanted.length / 3));
  return known
    .map((name) => ({ name, distance: distanceTo(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
};

/** A name that holds the typed text is near however long it is: `github` for `github-enterprise`. */
const distanceTo = (wanted: string, name: string): number => {
  if (wanted.length >= 3 && name.includes(wanted)) return 1;
  return editDistance(wanted.slice(0, LONGEST_COMPARED), name.slice(0, LONGEST_COMPARED));
};

const LONGEST_COMPARED = 100;

const editDistance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const swap = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
};
